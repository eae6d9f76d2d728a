import type { EventDraft, PayloadOf } from "../../src/domain/events/catalogue.ts";
import type { Insistence } from "../../src/domain/events/reminder.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { engine } from "../../src/domain/principal.ts";
import type { TimerKind } from "../../src/domain/timers.ts";
import { productProjector } from "../../src/main/projections.ts";
import { reminderTimer } from "../../src/skills/reminders/firing/fire.ts";
import { nightlyTimer } from "../../src/skills/reminders/firing/nightly.ts";
import { type ReminderRow, reminderStream } from "../../src/skills/reminders/rows.ts";
import { timedWords } from "../../src/skills/reminders/firing/due-pieces.ts";
import { nextFireAt } from "../../src/skills/reminders/commands/schedule.ts";
import type { TimerParts } from "../../src/spine/parts.ts";
import type { Database } from "../../src/store/database/database.ts";
import { record } from "../../src/store/log/record.ts";
import type { FakeClock } from "./fake-clock.ts";
import type { Lab } from "./lab.ts";
import { toDraft } from "./stored-event.ts";

const day = 24 * 3_600_000;

/** The product's own kinds of timers, on a clock that the test owns. */
export function timersOn(
  clock: Pick<FakeClock, "now">,
  more: Partial<TimerParts> & { first?: readonly TimerKind[] } = {},
): TimerParts {
  return {
    kinds: [
      ...(more.first ?? []),
      reminderTimer({ digestAfterMs: day }),
      nightlyTimer({ hour: 20 }),
    ],
    words: timedWords,
    expiresMs: day,
    zones: "2026a",
    now: () => Promise.resolve(clock.now()),
    ...more,
  };
}

export interface Wish {
  readonly id?: string;
  readonly accountId: string;
  readonly conversationId?: string | null;
  readonly content?: string;
  /** Wall time in the zone; nothing for a to-do without a time. */
  readonly at?: string;
  readonly zone?: string;
  readonly rrule?: string;
  readonly latePolicy?: "fire" | "skip";
  /** It repeats until it is done. */
  readonly insist?: Insistence;
  /** The moment at which it was made. */
  readonly now: number;
}

const projector = productProjector();

export async function recordAll(
  db: Database,
  drafts: readonly EventDraft[],
  expected: Record<string, number> = {},
): Promise<void> {
  await db.transaction(engine, (sql) => record(sql, projector, { drafts, expected }));
}

/** A reminder as a turn would have left it. */
export async function remind(db: Database, wish: Wish): Promise<string> {
  const [id = ""] = await remindAll(db, [wish]);
  return id;
}

/** Many, in one transaction: as many at once would wait for a connection longer than anyone may. */
export async function remindAll(db: Database, wishes: readonly Wish[]): Promise<string[]> {
  const drafts = wishes.map(draftCreated);
  await recordAll(db, drafts);
  db.notify("timers");
  return drafts.map(({ payload }) => payload.id);
}

function draftCreated(wish: Wish): EventDraft<"reminder_created"> {
  const id = wish.id ?? `r-${++made}`;
  const row = {
    local_start: wish.at ?? null,
    captured_timezone: wish.zone ?? "UTC",
    instant: null,
    rrule: wish.rrule ?? null,
    workdays: null,
    exdates: [],
  };
  const kind =
    wish.at === undefined ? "no_trigger_time" : row.rrule === null ? "timed" : "recurring";
  const payload: PayloadOf<"reminder_created"> = {
    id,
    owner_account_id: wish.accountId,
    conversation_id: wish.conversationId ?? null,
    content: wish.content ?? `do ${id}`,
    content_hash: id,
    kind,
    ...row,
    late_policy: wish.latePolicy ?? "fire",
    ...(wish.insist === undefined ? {} : { insist: wish.insist }),
    next_fire_at: nextFireAt(row, wish.now),
    source: "chat",
  };
  const at = new Date(wish.now).toISOString();
  return {
    stream: reminderStream(id),
    kind: "reminder_created",
    at,
    accountId: wish.accountId,
    payload,
  };
}

let made = 0;

/** A change by a caller who has seen the row: as it is now, or as it was given. */
export async function change(
  db: Database,
  id: string,
  to: { kind: string; set: JsonObject; now: number; seen?: ReminderRow },
): Promise<void> {
  const row = to.seen ?? (await reminder(db, id));
  const { owner_account_id, conversation_id } = row;
  const at = new Date(to.now).toISOString();
  const payload = { id, owner_account_id, conversation_id, ...to.set };
  const stream = reminderStream(id);
  await recordAll(
    db,
    [toDraft({ stream, kind: to.kind, at, accountId: owner_account_id, payload })],
    {
      [stream]: row.version,
    },
  );
}

export const toCancellation = (now: number): { kind: string; set: JsonObject; now: number } => ({
  kind: "reminder_deleted",
  set: { lifecycle: "deleted", deleted_at: new Date(now).toISOString(), next_fire_at: null },
  now,
});

export const cancel = (db: Database, id: string, now: number): Promise<void> =>
  change(db, id, toCancellation(now));

export async function reminder(db: Database, id: string): Promise<ReminderRow> {
  const [row] = await db.rows<ReminderRow>("select * from reminder where id = $1", [id]);
  if (row === undefined) throw new Error(`there is no reminder ${id}`);
  return row;
}

export interface FireRow {
  readonly reminder_id: string;
  readonly due_at: string;
  readonly fire_state: string;
  readonly missed_since: string | null;
  readonly message_id: string | null;
}

export const fires = (db: Database): Promise<FireRow[]> =>
  db.rows("select * from reminder_fire order by fired_at, due_at, reminder_id");

/** What people saw of their reminders, in order. */
export const rung = (lab: Lab): string[] =>
  lab.post.ledger.filter(({ source }) => source === "reminder").map(({ text }) => text);

/** Every timer that is due by the test's clock has fired or says why not. The end of one that has nothing to say rings no bell. */
export async function awaitFired(lab: Lab): Promise<void> {
  lab.spine.wake();
  for (;;) {
    const due = await lab.db.rows("select 1 from timer where due_at <= $1 limit 1", [
      new Date(lab.clock.now()).toISOString(),
    ]);
    if (due.length === 0) break;
  }
  await lab.idle();
}
