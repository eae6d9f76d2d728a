import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { Refusal } from "../../src/domain/errors.ts";
import type { TimerKind } from "../../src/domain/timers.ts";
import { reminderTimer } from "../../src/skills/reminders/firing/fire.ts";
import { hasGoneOff, type ReminderRow } from "../../src/skills/reminders/rows.ts";
import type { Database } from "../../src/store/database/database.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { type Lab, openLab } from "../support/lab.ts";
import {
  toCancellation,
  change,
  fires,
  remind,
  remindAll,
  reminder,
  timersOn,
} from "../support/reminder-lab.ts";
import { runs } from "../support/runs.ts";
import { silentLog } from "../support/silent-log.ts";
import { type OpenStore, stores } from "../support/stores.ts";
import { ledgerChannel, type LedgerChannel } from "../vendors/ledger-channel.ts";

/** Four processes' worth of engines on one database, each with connections of its own, one vendor for all. */
let store: OpenStore;
let others: readonly Database[];

beforeAll(async () => {
  const postgres = stores.find(({ name }) => name === "PostgreSQL");
  if (postgres === undefined) throw new Error("there is a PostgreSQL");
  store = await postgres.open();
  others = Array.from({ length: 3 }, () =>
    openPostgres(store.connection ?? {}, { poolSize: 5, log: silentLog }),
  );
});
afterAll(async () => {
  await Promise.all(others.map((db) => db.close()));
  await store.close();
});
beforeEach(() => store.empty());

async function openSome(
  count: number,
  timers = timersOn(systemClock),
): Promise<{ labs: readonly Lab[]; first: Lab; post: LedgerChannel }> {
  const post = ledgerChannel({ limits: { partLength: 10_000 } });
  const first = await openLab({ db: store.db, post, timers });
  const rest = await Promise.all(
    others.slice(0, count - 1).map((db) => openLab({ db, post, timers })),
  );
  const labs = [first, ...rest];
  onTestFinished(async () => void (await Promise.all(labs.map((lab) => lab.close()))));
  return { labs, first, post };
}

async function person(lab: Lab, from: string) {
  const { accountId, conversationId } = await lab.say("hello", { from });
  return { accountId, conversationId };
}

const wallAt = (at: number): string => new Date(at).toISOString().slice(0, 19);

it("B34: a thousand due reminders that four processes see fire once each", async () => {
  const { labs, first, post } = await openSome(4);
  const people = await Promise.all(
    Array.from({ length: runs(50, 100) }, (_, nth) => person(first, `p${nth}`)),
  );
  await first.idle();
  const now = Date.now();
  const wishes = Array.from({ length: runs(1_000, 2_000) }, (_, nth) => ({
    ...(people[nth % people.length] as (typeof people)[number]),
    content: `number ${nth};`,
    // A few moments, all of them over when they are set: the timers are overdue at once.
    at: wallAt(now - 1_000 * (nth % 7)),
    now: now - 60_000,
  }));
  const ids: string[] = [];
  // The first of them fire while the others are being made.
  for (let from = 0; from < wishes.length; from += 50)
    ids.push(...(await remindAll(store.db, wishes.slice(from, from + 50))));
  const isOver = async (): Promise<boolean> => {
    const [open] = await store.db.rows<{ count: number }>("select count(*) as count from timer");
    return open?.count === 0;
  };
  for (const lab of labs) lab.spine.wake();
  while (!(await isOver())) for (const lab of labs) lab.spine.wake();
  // The process that fired has it in hand until it is sent.
  for (const lab of labs) await lab.idle();
  const fired = await fires(store.db);
  expect(labs).toHaveLength(4);
  expect(fired.map((fire) => fire.reminder_id).toSorted()).toEqual(ids.toSorted());
  const said = post.ledger
    .filter(({ source }) => source === "reminder")
    .flatMap(({ text }) => text.match(/number \d+;/g) ?? []);
  expect(said.toSorted()).toEqual(wishes.map(({ content }) => content).toSorted());
  expect(labs.flatMap((lab) => lab.complaints)).toEqual([]);
});

/** Each caller waits for the others; later ones find them there. */
function meeting(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    here += 1;
    if (here === count) all.resolve();
    return all.promise;
  };
}

it("two timers of one person that two processes have claimed fire once each, and neither process counts that as a failure", async () => {
  const usual = reminderTimer({ digestAfterMs: 86_400_000 });
  const begun = Promise.withResolvers<void>();
  const [inHand, decided] = [meeting(2), meeting(2)];
  const patient: TimerKind = {
    ...usual,
    async fire(due, on) {
      begun.resolve();
      await inHand();
      const fired = await usual.fire(due, on);
      await decided();
      return fired;
    },
  };
  const { labs, first, post } = await openSome(2, timersOn(systemClock, { kinds: [patient] }));
  const ada = await person(first, "ada");
  await first.idle();
  const now = Date.now();
  const wish = (content: string, ago: number) =>
    remind(store.db, { ...ada, content, at: wallAt(now - ago), now: now - 60_000 });
  await wish("one;", 2_000);
  await begun.promise;
  await wish("two;", 1_000);
  while ((await store.db.rows("select 1 from timer limit 1")).length > 0)
    for (const lab of labs) lab.spine.wake();
  for (const lab of labs) await lab.idle();
  const said = post.ledger
    .filter(({ source }) => source === "reminder")
    .flatMap(({ text }) => text.match(/one;|two;/g) ?? []);
  expect([said.toSorted(), await fires(store.db)]).toMatchObject([["one;", "two;"], { length: 2 }]);
  expect(labs.flatMap((lab) => lab.complaints)).toEqual([]);
});

it("a reminder that is set for a moment while that very moment is being fired fires too, and a rebuild gives the same tables", async () => {
  const usual = reminderTimer({ digestAfterMs: 86_400_000 });
  const begun = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const patient: TimerKind = {
    ...usual,
    async fire(due, on) {
      const fired = await usual.fire(due, on);
      begun.resolve();
      await written.promise;
      return fired;
    },
  };
  const { first, post } = await openSome(1, timersOn(systemClock, { kinds: [patient] }));
  const ada = await person(first, "ada");
  await first.idle();
  const now = Date.now();
  const wish = (content: string) =>
    remind(store.db, { ...ada, content, at: wallAt(now - 1_000), now: now - 60_000 });
  await wish("one;");
  await begun.promise;
  const second = wish("two;");
  // The second one's fact has its place in the log, before the end of the timer that is in hand; its row waits for that one's.
  const waits =
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  while ((await others[0]?.rows(waits))?.length !== 1);
  written.resolve();
  await second;
  while ((await store.db.rows("select 1 from timer limit 1")).length > 0) first.spine.wake();
  await first.idle();
  const said = post.ledger
    .filter(({ source }) => source === "reminder")
    .flatMap(({ text }) => text.match(/one;|two;/g) ?? []);
  expect([said.toSorted(), await fires(store.db)]).toMatchObject([["one;", "two;"], { length: 2 }]);
  const kinds = await store.db.rows<{ kind: string }>(
    "select kind from event_log where kind in ('reminder_created', 'timers_fired') order by id",
  );
  expect(kinds.map(({ kind }) => kind)).toEqual([
    "reminder_created",
    "reminder_created",
    "timers_fired",
    "timers_fired",
  ]);
  const { tables } = await store.owner((sql) => rebuild(sql, first.spine.projector));
  expect(tables.filter(({ same }) => !same)).toEqual([]);
});

/** What a person does to a reminder that is due in this moment, decided again when it has moved, as a turn does. */
async function insist(
  id: string,
  act: (seen: ReminderRow) => Promise<void>,
): Promise<"done" | "too late"> {
  for (;;) {
    // Decided on one look: what was seen is what the change is made on.
    const seen = await reminder(store.db, id);
    if (seen.lifecycle !== "active" || hasGoneOff(seen)) return "too late";
    try {
      await act(seen);
      return "done";
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "version_conflict") throw error;
    }
  }
}

it("B37 F18: one of a fire and a change of the same moment holds, never both and never neither", async () => {
  const { labs, first, post } = await openSome(2);
  const ada = await person(first, "ada");
  const bob = await person(first, "bob");
  await first.idle();
  const act = fc.record({
    what: fc.constantFrom<"cancel" | "move" | "leave">("cancel", "move", "leave"),
    who: fc.boolean(),
    turns: fc.nat({ max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 14 }), async (acts) => {
      const now = Date.now();
      const later = new Date(now + 3_600_000).toISOString();
      const ids = await Promise.all(
        acts.map(({ who }) =>
          remind(store.db, { ...(who ? ada : bob), at: wallAt(now - 1_000), now: now - 60_000 }),
        ),
      );
      const outcomes = await Promise.all(
        acts.map(async ({ what, turns }, nth) => {
          const id = ids[nth] as string;
          for (let turn = 0; turn < turns; turn += 1)
            await new Promise((resolve) => setImmediate(resolve));
          for (const lab of labs) lab.spine.wake();
          if (what === "cancel")
            return insist(id, (seen) => change(store.db, id, { ...toCancellation(now), seen }));
          const set = { local_start: later.slice(0, 19), next_fire_at: later };
          if (what === "move")
            return insist(id, (seen) =>
              change(store.db, id, { kind: "reminder_updated", set, now, seen }),
            );
          return "too late";
        }),
      );
      const isOver = async (): Promise<boolean> =>
        (await store.db.rows("select 1 from timer where due_at <= now() limit 1")).length === 0;
      while (!(await isOver())) for (const lab of labs) lab.spine.wake();
      const fired = await store.db.rows<{ reminder_id: string }>(
        "select reminder_id from reminder_fire where reminder_id = any($1)",
        [ids],
      );
      const firedIds = fired.map(({ reminder_id }) => reminder_id);
      expect(new Set(firedIds).size).toBe(firedIds.length);
      for (const [nth, outcome] of outcomes.entries())
        expect(firedIds.includes(ids[nth] as string)).toBe(outcome === "too late");
    }),
    { numRuns: runs(8, 200) },
  );
  await first.idle();
  const words = post.ledger
    .filter(({ source }) => source === "reminder")
    .flatMap(({ text }) => text.match(/do r-\d+/g) ?? []);
  expect(new Set(words).size).toBe(words.length);
  expect(words).toHaveLength((await fires(store.db)).length);
});
