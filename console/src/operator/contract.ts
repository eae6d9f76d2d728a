/**
 * The server's answers, as the operator's page reads them. Declared by the server; this file only
 * gives them the page's names.
 */
import type { KnownAccountRow } from "../../../src/api/views/account-view.ts";
import type { ErasedAccount as Erased } from "../../../src/api/routes/account-admin-routes.ts";
import type { AccountPage as Accounts } from "../../../src/api/routes/account-routes.ts";
import type { AccountInvitation as Invitation } from "../../../src/api/routes/invitation-routes.ts";
import type { BackupLink as Link, BackupsAnswer } from "../../../src/api/routes/backup-routes.ts";
import type { AuditPage as Audit } from "../../../src/api/routes/audit-routes.ts";
import type {
  MadeToken as Made,
  NewToken as Wanted,
  OpenSessionRow,
  TokenRow,
} from "../../../src/api/routes/token-routes.ts";
import type { FeedbackRow } from "../../../src/api/routes/report-routes.ts";
import type { ChainReport } from "../../../src/domain/views/audit.ts";
import type {
  DoctorReport as Doctor,
  MetricRange as Range,
  MetricSeries,
  MetricWindow as Metrics,
  SmokeCaseReport,
  SmokeReport as Smoke,
  SmokeRun as Run,
  SpendingReport,
  Spent as SpentThen,
} from "../../../src/domain/views/insight.ts";
import type { Role as Granted } from "../../../src/domain/role.ts";
import type { TokenScope as Scope } from "../../../src/domain/token-scope.ts";
import type { ServerUsage as Usage } from "../../../src/store/quotas/usage-view.ts";

/** What a token can be granted, in words. Another server may know more. */
export type ScopeNames = Readonly<Record<Scope, string>> &
  Readonly<Record<string, string | undefined>>;

export type TokenScope = Scope;
export type Role = Granted;
export type KnownAccount = KnownAccountRow;
export type AccountPage = Accounts;
export type AccountInvitation = Invitation;
export type ErasedAccount = Erased;
export type ServerUsage = Usage;
export type AccountUsage = Usage["accounts"][number];
export type Backups = BackupsAnswer;
export type Backup = BackupsAnswer["backups"][number];
export type BackupLink = Link;
export type Token = TokenRow;
export type OpenSession = OpenSessionRow;
export type NewToken = Wanted;
export type MadeToken = Made;
export type Feedback = FeedbackRow;
export type AuditPage = Audit;
export type AuditEntry = Audit["entries"][number];
export type Chain = ChainReport;
export type MetricWindow = Metrics;
export type MetricRange = Range;
export type Spending = SpendingReport;
export type Spent = SpentThen;
export type Series = MetricSeries;
export type DoctorReport = Doctor;
export type SmokeRun = Run;
export type SmokeReport = Smoke;
export type SmokeCase = SmokeCaseReport;
