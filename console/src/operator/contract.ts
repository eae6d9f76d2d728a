import { type UsageFigure } from "../usage/contract.ts";
import type { TokenScope } from "../../../src/domain/token-scope.ts";

/** The server's answers, as the operator's page reads them. */

/** What a token can be granted, in words. Another server may know more. */
export type ScopeNames = Readonly<Record<TokenScope, string>> & Readonly<Record<string, string | undefined>>;

export interface KnownAccount {
  readonly id: string;
  readonly display_name: string | null;
  readonly lifecycle: "active" | "disabled";
  readonly created_at: string;
  readonly is_operator: boolean;
  readonly channels: readonly string[];
  readonly last_seen_at: string | null;
}

export interface AccountPage {
  readonly accounts: readonly KnownAccount[];
  readonly next: string | null;
}

export interface AccountUsage {
  readonly account_id: string;
  readonly display_name: string | null;
  readonly usage: readonly UsageFigure[];
}

export interface ServerUsage {
  readonly server: readonly UsageFigure[];
  readonly accounts: readonly AccountUsage[];
}

export type Role = "operator" | "auditor" | "account";

export interface Token {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string | null;
  readonly kind: "account" | "service";
  readonly role: Role;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface OpenSession {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string | null;
  readonly role: Role;
  readonly expires_at: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly opened_with: "account" | "link" | "operator_token" | "pairing";
  readonly token_label: string | null;
  readonly is_this: boolean;
}

/** For one account, or a service for several. */
export interface NewToken {
  readonly account_id?: string;
  readonly accounts?: readonly string[];
  readonly role: Role;
  readonly label?: string;
  readonly scopes: readonly string[];
  readonly expires_in_days: number | "never";
}

/** The only time that a secret leaves the server. */
export interface MadeToken {
  readonly id: string;
  readonly token: string;
  readonly expires_at: string | null;
}

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly outcome: "done" | "refused";
  readonly actor: string;
  readonly actor_account_id: string | null;
  readonly role: Role | null;
  readonly account_id: string | null;
  readonly subject: string | null;
  readonly network: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next: number | null;
}

export interface Chain {
  readonly ok: boolean;
  readonly entries: number;
  readonly last_hash: string;
  readonly broken_at: number | null;
  readonly problem: "changed" | "missing" | "put_in" | "cut_off" | "forged" | "unsealed" | "unknown_key" | null;
}

export interface MetricWindow {
  readonly step_seconds: number;
  readonly at: readonly string[];
  readonly series: readonly Series[];
}

export interface Series {
  readonly name: string;
  readonly unit: "per_minute" | "count" | "bytes" | "seconds";
  readonly values: readonly (number | null)[];
}

type Both = Readonly<Record<"en" | "zh", string>>;

export interface DoctorReport {
  readonly ok: boolean;
  readonly at: string;
  readonly checks: readonly {
    readonly name: string;
    readonly status: "ok" | "warn" | "fail";
    readonly says: Both;
    readonly fix: Both | null;
  }[];
}

export interface SmokeRun {
  readonly run: string;
  readonly stack: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface SmokeReport extends SmokeRun {
  readonly cases: readonly SmokeCase[];
}

export interface SmokeCase {
  readonly case: string;
  readonly group: string;
  readonly gist: string | null;
  readonly status: "passed" | "failed" | "skipped";
  readonly reason: string | null;
  readonly took_ms: number;
  readonly steps: readonly {
    readonly said: string;
    readonly replies: readonly string[];
    readonly findings: readonly { readonly what: string; readonly expected: string; readonly found: string }[];
  }[];
}
