import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventDraft, EventKind } from "../../src/domain/events/catalogue.ts";
import type { EventHandler } from "../../src/domain/events/projection.ts";
import { ModelFailure } from "../../src/domain/ports/model.ts";
import { engine } from "../../src/domain/principal.ts";
import type { SkillResult, TurnContext } from "../../src/domain/skill.ts";
import { productProjector } from "../../src/main/projections.ts";
import type { Sql } from "../../src/store/database/database.ts";
import type { Projector } from "../../src/store/log/projector.ts";
import { rebuild, type RebuildOptions, type RebuildReport } from "../../src/store/log/rebuild.ts";
import { record, recordUnread } from "../../src/store/log/record.ts";
import { earlierEvents } from "../support/earlier-events/all.ts";
import { histories, type History, inPieces } from "../support/histories.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { patience, runs } from "../support/runs.ts";
import { engineStores, type OpenStore, postgresStore, stores } from "../support/stores.ts";
import { toDraft } from "../support/stored-event.ts";

/** Every row of every projection, without the marks of work in progress, and not by way of the hash that is under test. */
async function dump(sql: Sql, projector: Projector): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of projector.tables.values()) {
    const rows = await sql.rows<{ row: unknown }>(
      `select to_jsonb(t) - $1::text[] as row from ${table.name} t order by ${table.key.join(", ")}`,
      [table.work ?? []],
    );
    tables[table.name] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Events of erased accounts keep their place in the log and nothing else. */
const kindsWithoutHandler: readonly EventKind[] = ["erased"];

it("every kind of the catalogue has a handler, or is listed as having none", () => {
  const handled = new Set<string>(productProjector().handlers.keys());
  const catalogue = Object.keys(earlierEvents);
  expect(catalogue.filter((kind) => !handled.has(kind))).toEqual(kindsWithoutHandler);
  expect([...handled].filter((kind) => !catalogue.includes(kind))).toEqual([]);
});

it("histories hold every kind that the spine knows, and one that it does not", () => {
  const met = new Set<string>(
    fc
      .sample(histories(), { numRuns: 60, seed: 7 })
      .flatMap((history) => history.map(({ kind }) => kind)),
  );
  const known = [...productProjector().handlers.keys()];
  expect(known.filter((kind) => !met.has(kind))).toEqual([]);
  expect([...met].filter((kind) => !known.includes(kind))).toEqual([
    "something_from_a_newer_version",
  ]);
});

const differing = (report: RebuildReport): string[] =>
  report.tables.filter(({ same }) => !same).map(({ table }) => table);

describe.each(stores)("the projections on $name", (store) => {
  let open: OpenStore;
  const projector = productProjector();
  // The one in memory takes several times as long, and no user's data is ever kept in it.
  const few = store === postgresStore ? 3 : 1;

  beforeAll(async () => {
    open = await store.open();
  });
  afterAll(() => open.close());

  const live = async (history: History, sizes: readonly number[], isRead = true): Promise<void> => {
    for (const drafts of inPieces(history, sizes))
      await open.db.transaction<unknown>(engine, (sql) =>
        isRead ? record(sql, projector, drafts) : recordUnread(sql, projector, { drafts }),
      );
  };
  const again = (options: RebuildOptions = {}, on = projector) =>
    open.owner((sql) => rebuild(sql, on, options));
  const rows = () => open.owner((sql) => dump(sql, projector));

  it(
    "the projections are the fold of the log: a rebuild gives the same rows for any history and any batching",
    async () => {
      const ways = fc.record({
        batch: fc.constantFrom(1, 7, 2_000),
        longLog: fc.constantFrom(0, 10_000),
        isRead: fc.boolean(),
      });
      const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(histories(), sizes, ways, async (history, pieces, way) => {
          await open.empty();
          await live(history, pieces, way.isRead);
          const before = await rows();
          const report = await again(way);
          expect(differing(report)).toEqual([]);
          expect(report.events).toBe(history.length);
          expect(await rows()).toEqual(before);
        }),
        { numRuns: runs(few + 2, 100), endOnFailure: true },
      );
    },
    patience,
  );

  it("events recorded without an answer leave no row when they can't be appended", async () => {
    await open.empty();
    const [set] = fc
      .sample(histories(), { numRuns: 60, seed: 7 })
      .flat()
      .filter(({ kind }) => kind === "timer_set");
    const drafts = [{ ...(set as EventDraft), idempotencyKey: "once", accountId: "ada" }];
    const write = (): Promise<void> =>
      open.db.transaction(engine, (sql) => recordUnread(sql, projector, { drafts }));
    await write();
    expect((await rows())["timer"]).toHaveLength(1);
    await open.owner((sql) => sql.rows("delete from timer"));
    await expect(write()).rejects.toMatchObject({ code: "23505" });
    expect((await rows())["timer"]).toEqual([]);
  });

  describe.runIf(engineStores.includes(store))("rebuilt", () => {
    // One story for all of these tests: each of them ends with the tables as they were.
    const [history] = fc.sample(histories(120), { numRuns: 1, seed: 20_260_114 }) as [History];
    beforeAll(async () => {
      await open.empty();
      await live(history, [40]);
    });

    it("a projection's table that names its unique columns names every column that a unique index depends on", async () => {
      const named = [...projector.tables.values()].flatMap(({ name, key, unique }) =>
        unique === undefined ? [] : [{ name, columns: [...key, ...unique].sort() }],
      );
      expect(named.map(({ name }) => name)).toContain("message");
      for (const { name, columns } of named) {
        const found = await open.owner((sql) =>
          sql.rows<{ column: string }>(
            `select distinct a.attname as column from pg_index i
               join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any(i.indkey) or exists (select from pg_depend d
                 where d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
             where i.indrelid = $1::regclass and i.indisunique order by 1`,
            [name],
          ),
        );
        expect(columns).toEqual(found.map(({ column }) => column));
      }
    });

    it("a rebuild of the projections keeps leases, fences and other marks of work in progress", async () => {
      const marks = () =>
        open.owner(async (sql) => [
          await sql.rows(
            "select id, lease_until, lease_holder, fence, ready_at, failures from conversation order by id",
          ),
          await sql.rows(
            "select id, lease_until, lease_holder, fence from delivery_attempt order by id",
          ),
          await sql.rows("select id, last_used_at from access_token order by id"),
        ]);
      await open.owner(async (sql) => {
        const lease =
          "lease_holder = 'a worker', lease_until = '2026-01-05T10:00:00Z', fence = fence + 3";
        await sql.rows(
          `update conversation set ${lease}, ready_at = '2026-01-05T09:30:00Z', failures = 2`,
        );
        await sql.rows(`update delivery_attempt set ${lease}`);
        await sql.rows("update access_token set last_used_at = '2026-01-05T09:00:00Z'");
      });
      const before = await marks();
      expect(before.flat().length).toBeGreaterThan(5);
      expect(differing(await again())).toEqual([]);
      expect(await marks()).toEqual(before);
    });

    it("a rebuild of the projections finds a changed value, a lost row and one that nothing explains by the hash of their table, and puts them right", async () => {
      const tampered = {
        message: "update message set text = text || '!' where id = (select min(id) from message)",
        turn: "delete from turn where id = (select min(id) from turn)",
        account:
          "insert into account (id, origin, default_timezone, created_at, updated_at) values ('ghost', 'web_first', 'UTC', now(), now())",
        conversation:
          "update conversation set title = '' where id = (select min(id) from conversation)",
        // Two rows have swapped a value.
        delivery_attempt: `update delivery_attempt t set text = o.text from
          (select (array_agg(id order by text))[1] as one, (array_agg(id order by text desc))[1] as other from delivery_attempt) p,
          delivery_attempt o where (t.id = p.one and o.id = p.other) or (t.id = p.other and o.id = p.one)`,
      };
      const before = await rows();
      for (const tampering of Object.values(tampered))
        await open.owner((sql) => sql.rows(tampering));
      const report = await again();
      expect(differing(report).toSorted()).toEqual(Object.keys(tampered).toSorted());
      for (const { same, before: found, after } of report.tables)
        expect(found.hash === after.hash).toBe(same);
      expect(await rows()).toEqual(before);
      expect(differing(await again())).toEqual([]);
    });

    it("a rebuild of the projections gives the same in batches of one, of seven and of thousands, and leaves the log alone", async () => {
      const log = () => open.owner((sql) => sql.rows("select * from event_log order by id"));
      const before = [await log(), await rows()];
      for (const batch of [1, 7, 2_000]) {
        const report = await again({ batch });
        expect(report.tables.map(({ table }) => table).toSorted()).toEqual(
          [...projector.tables.keys()].toSorted(),
        );
        for (const table of report.tables) expect(table.before).toEqual(table.after);
        expect(report.tables.find(({ table }) => table === "message")?.after.rows).toBeGreaterThan(
          3,
        );
      }
      expect([await log(), await rows()]).toEqual(before);
    });

    it("a rebuild of the projections leaves every index and constraint that they had, also after a long log, which sets them aside", async () => {
      const rules = () =>
        open.owner((sql) =>
          sql.rows(
            `select indexdef as rule from pg_indexes where schemaname = 'public'
             union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint order by 1`,
          ),
        );
      const before = await rules();
      expect(before.length).toBeGreaterThan(50);
      expect(differing(await again({ longLog: 0 }))).toEqual([]);
      expect(await rules()).toEqual(before);
    });

    it("a rebuild of the projections leaves them as they were when a handler fails half-way", async () => {
      const before = await rows();
      const failing: EventHandler = {
        kind: "message_sent",
        evolve: () => {
          throw new Error("a handler with a bug");
        },
      };
      const buggy = {
        ...projector,
        handlers: new Map([...projector.handlers, ["message_sent", [failing]]]),
      };
      await expect(again({ batch: 3 }, buggy)).rejects.toThrow("a handler with a bug");
      expect(await rows()).toEqual(before);
    });
  });

  it(
    "the projections are the fold of the log after any life that the spine itself has led",
    async () => {
      await open.empty();
      const say = fc.record({
        do: fc.constant("say" as const),
        from: fc.constantFrom("ada", "bob", "cy"),
        text: fc.constantFrom(
          "hello",
          "你好",
          "stop",
          "/clear",
          "fail",
          "silent",
          "command",
          "long",
        ),
        policy: fc.constantFrom("queue" as const, "busy" as const, "supersede" as const),
      });
      const other = fc.record({
        do: fc.constantFrom(
          "stop" as const,
          "verdict" as const,
          "decide" as const,
          "settle" as const,
        ),
        pick: fc.nat({ max: 20 }),
      });
      const lab = await openLab({
        db: open.db,
        run: livelySkill,
        settings: { outbox: { retryMs: [0, 0] } },
      });
      const people = new Map<string, { conversationId: string; accountId: string }>();
      const verdicts = ["refused", "unknown", "waiting_for_user", "not_sent"] as const;
      try {
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.oneof({ weight: 3, arbitrary: say }, other), {
              minLength: 4,
              maxLength: 14,
            }),
            async (steps) => {
              for (const step of steps) {
                if (step.do === "say") people.set(step.from, await lab.say(step.text, step));
                else if (step.do === "verdict")
                  lab.post.plan.push({
                    kind: verdicts[step.pick % 4] as (typeof verdicts)[number],
                    code: "planned",
                  });
                else if (step.do === "settle") await lab.idle();
                else if (step.do === "stop") {
                  const someone = [...people.values()][step.pick % Math.max(1, people.size)];
                  if (someone !== undefined) await lab.spine.lanes.stopTurn(someone);
                } else await decide(lab, step.pick);
              }
              await lab.idle();
              expect(differing(await again())).toEqual([]);
              expect(await stuck(open)).toEqual([]);
            },
          ),
          { numRuns: runs(few, 60), endOnFailure: true },
        );
        expect(lab.complaints).toEqual([]);
      } finally {
        await lab.close();
      }
    },
    patience,
  );

  // PGlite lets one transaction in at a time: there is nothing to be rebuilt beside.
  it.runIf(store.name === "PostgreSQL")(
    "the projections can be rebuilt while the spine works, and neither hurts the other",
    async () => {
      await open.empty();
      const lab = await openLab({ db: open.db, run: livelySkill });
      try {
        const talk = { isOn: true };
        const people = ["ada", "bob", "cy", "dee"].map(async (from) => {
          for (let nth = 0; nth < 6; nth += 1)
            await lab.say(`${from} ${nth}`, {
              from,
              policy: nth % 2 === 0 ? "queue" : "supersede",
            });
        });
        const rebuilding = (async () => {
          const reports: RebuildReport[] = [];
          while (talk.isOn || reports.length < 2) reports.push(await again());
          return reports;
        })();
        await Promise.all(people);
        talk.isOn = false;
        const reports = await rebuilding;
        await lab.idle();
        expect(reports.flatMap(differing)).toEqual([]);
        expect(differing(await again())).toEqual([]);
        expect(lab.complaints).toEqual([]);
        expect(
          await open.db.rows(
            "select count(*) as heard from message where direction = 'inbound' and ended_as = 'answered'",
          ),
        ).toEqual([{ heard: 24 }]);
      } finally {
        await lab.close();
      }
    },
  );
});

/** A skill that ends in every way a skill may end. */
async function livelySkill(turn: TurnContext): Promise<SkillResult | string> {
  const text = turn.window.at(-1)?.text ?? "";
  turn.show({ text: "thinking" });
  if (text === "fail") throw new ModelFailure("overloaded", "busy");
  if (text === "silent") return { reply: [], disposition: "no_reply", reason: "nothing_to_say" };
  if (text === "command") {
    const noted = toDraft({
      stream: `note:${turn.newId()}`,
      kind: "noted",
      at: new Date(turn.now).toISOString(),
      accountId: turn.account.id,
      payload: {},
    });
    turn.stage({
      domain: "test",
      operation: "note",
      payload: { of: text },
      preview: ["noted"],
      events: [noted],
    });
  }
  return text === "long"
    ? {
        reply: ["many words ".repeat(60), "and more"],
        disposition: "replied",
        reason: "reply_ready",
      }
    : `heard ${text}`;
}

/** An operator deals with one of the deliveries that wait for a person. */
async function decide(lab: Lab, pick: number): Promise<void> {
  const waiting = await lab.spine.deadLetters.list({
    statuses: ["unknown", "failed", "waiting_for_user", "expired"],
    limit: 50,
  });
  const one = waiting[pick % Math.max(1, waiting.length)];
  if (one !== undefined)
    await (pick % 2 === 0
      ? lab.spine.deadLetters.resend(one.id)
      : lab.spine.deadLetters.discard(one.id));
}

/** Rows that are not at an end although nothing is left to do: each would stay so for ever. */
function stuck(open: OpenStore): Promise<unknown[]> {
  return open.owner((sql) =>
    sql.rows(
      `select 'message' as what, id from message where direction = 'inbound' and ended_as is null
       union all select 'turn', id from turn where completed_at is null
       union all select 'lane', id from conversation where running_turn_id is not null or lease_holder is not null or lease_until is not null
       -- What the vendor took is never claimed again: its lease may run out by itself.
       union all select 'delivery', id from delivery_attempt
         where status in ('pending', 'sending') or (status not in ('sent', 'delivered', 'read') and lease_holder is not null)
       union all select 'stream', turn_id from turn_stream`,
    ),
  );
}
