import type { EventDraft } from "../../domain/events.ts";
import type { Database } from "../database/database.ts";

/** Facts that somebody decided outside of the lanes' own ones: whose they are, and whom else they reach. */
interface Decided {
  readonly events: readonly Pick<EventDraft, "accountId">[];
  readonly reaches?: readonly string[] | undefined;
}

/** Pages that show reminders and friends of these people look again. Called after the commit, like every wake-up. */
export function tellBooks(db: Pick<Database, "notify">, decided: readonly Decided[]): void {
  const whose = decided.flatMap(({ events, reaches = [] }) => [
    ...events.flatMap(({ accountId }) => accountId ?? []),
    ...reaches,
  ]);
  for (const accountId of new Set(whose)) db.notify(`book:${accountId}`);
}
