import { type Clock, iso } from "../../domain/ports/clock.ts";
import { engine } from "../../domain/principal.ts";
import type { Log } from "../../domain/ports/log.ts";
import { startChore } from "../work/chore.ts";
import type { Database } from "../database/database.ts";
import type { Projector } from "../log/projector.ts";
import { record } from "../log/record.ts";

export interface RetentionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly promptsDays: number;
  /** Undefined: for ever. */
  readonly storyPromptsDays: number | undefined;
  readonly projector: Projector;
  readonly rejectedDays: number;
}

const dayMs = 86_400_000;
const atOnce = 500;

/**
 * Deletes data of limited use after its retention time: prompts sent to a model, and vendor
 * messages that could not be used.
 */
export function startRetention(on: RetentionDeps): { close(): Promise<void> } {
  return startChore(on, {
    firstMs: 300_000,
    everyMs: 6 * 3_600_000,
    failed: "data past its retention time could not be deleted; the next round tries again",
    run: async (signal) => {
      await blankOldPrompts(on, signal);
      await dropOldRejections(on, signal);
      await dropOldCalls(on);
    },
  });
}

/** Calls of webhooks, which hold no words: those that were taken for a week, the others for a month. */
export async function dropOldCalls({
  db,
  clock,
}: Pick<RetentionDeps, "db" | "clock">): Promise<void> {
  const before = (days: number): string => iso(clock.now() - days * dayMs);
  await db.rows(
    "delete from webhook_call where (status = 'sent' and ended_at < $1) or (status = 'failed' and ended_at < $2)",
    [before(7), before(30)],
  );
}

/**
 * Returns the number of rejections deleted. An event names them, so that a rebuild leaves them out
 * too.
 */
export async function dropOldRejections(
  on: Pick<RetentionDeps, "db" | "clock" | "projector" | "rejectedDays">,
  signal?: AbortSignal,
): Promise<number> {
  const before = iso(on.clock.now() - on.rejectedDays * dayMs);
  for (let dropped = 0; ;) {
    const count = await on.db.transaction(engine, async (sql) => {
      const rows = await sql.rows<{ id: string }>(
        `select id from inbound_rejection where created_at < $1 order by created_at limit ${atOnce} for update skip locked`,
        [before],
      );
      const payload = { ids: rows.map(({ id }) => id) };
      const at = iso(on.clock.now());
      if (rows.length > 0)
        await record(sql, on.projector, [
          { stream: "retention", kind: "inbound_rejections_dropped", at, payload },
        ]);
      return rows.length;
    });
    dropped += count;
    if (count < atOnce || signal?.aborted === true) return dropped;
  }
}

/**
 * A prompt is a second copy of people's words; the call itself and its cost stay. Returns the
 * number of calls blanked. Any number of processes may do this: each row is claimed by one.
 */
export async function blankOldPrompts(
  on: Pick<RetentionDeps, "db" | "clock" | "promptsDays" | "storyPromptsDays">,
  signal?: AbortSignal,
): Promise<number> {
  const inTalks = await blank(on, { days: on.promptsDays, which: "chat_id is null" }, signal);
  // What was sent to other programs is such a copy, too.
  await on.db.rows(
    "update tool_call set arguments = null where started_at < $1 and arguments is not null",
    [iso(on.clock.now() - on.promptsDays * dayMs)],
  );
  if (on.storyPromptsDays === undefined) return inTalks;
  return (
    inTalks + (await blank(on, { days: on.storyPromptsDays, which: "chat_id is not null" }, signal))
  );
}

/**
 * The same form as a withdrawn call, which all readers of calls know. A call in progress is never
 * that old.
 */
async function blank(
  on: Pick<RetentionDeps, "db" | "clock">,
  of: { days: number; which: string },
  signal: AbortSignal | undefined,
): Promise<number> {
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
