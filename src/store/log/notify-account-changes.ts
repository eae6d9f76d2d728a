import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { Database } from "../database/database.ts";

/**
 * Events that were decided outside the lanes' own: whose they are, and which other accounts they
 * reach.
 */
interface AccountChange {
  readonly events: readonly Pick<EventDraft, "accountId">[];
  readonly reaches?: readonly string[] | undefined;
}

/**
 * Makes pages that show these accounts' reminders and friends reload. Called after the commit, like
 * every wake-up.
 */
export function notifyAccountChanges(
  db: Pick<Database, "notify">,
  decided: readonly AccountChange[],
): void {
  const whose = decided.flatMap(({ events, reaches = [] }) => [
    ...events.flatMap(({ accountId }) => accountId ?? []),
    ...reaches,
  ]);
  for (const accountId of new Set(whose)) db.notify(`book:${accountId}`);
}
