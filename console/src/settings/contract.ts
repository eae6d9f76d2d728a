/**
 * What a person sets for their friends. Declared by the server; this file only gives it the page's
 * names.
 */
import type { InitiativeAnswer } from "../../../src/api/routes/initiative-routes.ts";
import type { AskFirstAnswer, QuietHoursAnswer } from "../../../src/api/routes/quiet-routes.ts";
import type { AccountUsage } from "../../../src/store/quotas/usage-view.ts";

export type QuietHours = QuietHoursAnswer;
export type Hours = NonNullable<QuietHoursAnswer["quiet_hours"]>;
export type Initiative = InitiativeAnswer;
export type AskFirst = AskFirstAnswer;
export type OwnUsage = Pick<AccountUsage, "usage">;
