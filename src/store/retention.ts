import { type Clock, iso } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { startChore } from "./chore.ts";
import type { Database } from "./database.ts";

export interface RetentionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly promptsDays: number;
  /** Undefined: for ever. */
  readonly storyPromptsDays: number | undefined;
}

const dayMs = 86_400_000;
const atOnce = 500;

/** What was asked of a model is a second copy of people's words: it goes after a while. That there was a call, and its cost, stays. */
export function startRetention(on: RetentionDeps): { close(): Promise<void> } {
  return startChore(on, {
    firstMs: 300_000,
    everyMs: 6 * 3_600_000,
    failed: "old prompts could not be blanked; the next round tries again",
    run: (signal) => blankOldPrompts(on, signal),
  });
}

/** Gives the number of calls that were blanked. Any number of processes may do it: a row is taken by one. */
export async function blankOldPrompts(on: RetentionDeps, signal?: AbortSignal): Promise<number> {
  const inTalks = await blank(on, { days: on.promptsDays, which: "chat_id is null" }, signal);
  if (on.storyPromptsDays === undefined) return inTalks;
  return inTalks + (await blank(on, { days: on.storyPromptsDays, which: "chat_id is not null" }, signal));
}

/** As a withdrawn call looks, which everybody who reads calls knows. A call that is under way is never that old. */
async function blank(on: RetentionDeps, of: { days: number; which: string }, signal: AbortSignal | undefined): Promise<number> {
  const before = iso(on.clock.now() - of.days * dayMs);
  let blanked = 0;
  for (;;) {
    const rows = await on.db.rows(
      `update model_call set prompt = '{"messages": []}', output = null where id in (
         select id from model_call where started_at < $1 and ${of.which} and (prompt <> '{"messages": []}' or output is not null)
         limit ${atOnce} for update skip locked)
       returning 1`,
      [before],
    );
    blanked += rows.length;
    if (rows.length < atOnce || signal?.aborted === true) break;
  }
  return blanked;
}
