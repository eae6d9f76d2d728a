import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Verdict } from "../../src/domain/delivery.ts";
import { engine } from "../../src/domain/principal.ts";
import { assertFence, claim, type Held, keepLease, renew } from "../../src/store/work/claim.ts";
import type { Database, Sql } from "../../src/store/database/database.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { systemClock } from "../../src/cli/system.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { type Lab, type LabOptions, openLab } from "../support/lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { type OpenStore, stores } from "../support/stores.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

interface Errand {
  readonly id: string;
  readonly fence: number;
}

const createErrand = `create table if not exists errand (
    id text primary key, due integer not null, done integer not null default 0,
    lease_until timestamptz, lease_holder text, fence bigint not null default 0);
  grant all on errand to meanwhile_engine`;

const take = (sql: Sql, holder: string, limit = 100): Promise<Errand[]> =>
  claim<Errand>(
    sql,
    { table: "errand", waiting: "t.done = 0 and t.due <= $4", order: "t.due", params: [100] },
    { holder, leaseMs: 30_000, limit },
  );
const toHeld = (errand: Errand | undefined): Held => ({
  table: "errand",
  id: errand?.id ?? "",
  fence: errand?.fence ?? -1,
});

describe.each(stores)("claims on $name", (store) => {
  let open: OpenStore;
  let db: Database;
  const labs: Lab[] = [];

  beforeAll(async () => {
    open = await store.open();
    db = open.db;
    for (const statement of createErrand.split(";")) await open.owner((sql) => sql.rows(statement));
  });
  afterAll(() => open.close());
  beforeEach(async () => {
    await open.empty();
    await open.owner((sql) => sql.rows("truncate errand"));
  });
  afterEach(async () => {
    await Promise.all(labs.splice(0).map((lab) => lab.close()));
  });

  const seed = (count: number) =>
    db.rows(
      "insert into errand (id, due) select 'e' || lpad(n::text, 3, '0'), n from generate_series(1, $1::int) n",
      [count],
    );
  const runOut = () => db.rows("update errand set lease_until = now() - interval '1 millisecond'");
  const inTransaction = <T>(work: (sql: Sql) => Promise<T>) => db.transaction(engine, work);
  const start = async (options: Omit<LabOptions, "db"> & { db?: Database }): Promise<Lab> => {
    const lab = await openLab({ db, ...options });
    labs.push(lab);
    return lab;
  };

  it("claims take what is due, the oldest first, and never more than asked for", async () => {
    await seed(120);
    expect((await take(db, "a", 3)).map(({ id }) => id).toSorted()).toEqual([
      "e001",
      "e002",
      "e003",
    ]);
    expect(await take(db, "b", 50)).toHaveLength(50);
    expect(await take(db, "c", 100)).toHaveLength(47);
    expect(await take(db, "d", 100)).toEqual([]);
  });

  it("claims give a row to one holder until the lease has run out; then the next one gets it with a higher fence", async () => {
    await seed(1);
    const [first] = await take(db, "a");
    expect(first?.fence).toBe(1);
    expect(await take(db, "b")).toEqual([]);
    await runOut();
    const [second] = await take(db, "b");
    expect(second?.fence).toBe(2);
    expect(await inTransaction((sql) => assertFence(sql, toHeld(first)))).toBe(false);
    expect(await inTransaction((sql) => assertFence(sql, toHeld(second)))).toBe(true);
  });

  it("claims can be renewed by their holder, also late, but not after another process took over", async () => {
    await seed(1);
    const [first] = await take(db, "a");
    await runOut();
    expect(await renew(db, toHeld(first), 30_000)).toBe(true);
    expect(await take(db, "b")).toEqual([]);
    await runOut();
    const [second] = await take(db, "b");
    expect(await renew(db, toHeld(first), 30_000)).toBe(false);
    expect(await renew(db, toHeld(second), 30_000)).toBe(true);
  });

  it("claims that were given back are not taken again by a renewal that comes late", async () => {
    await seed(1);
    const [first] = await take(db, "a");
    await db.rows("update errand set lease_until = null, lease_holder = null");
    expect(await renew(db, toHeld(first), 30_000)).toBe(false);
    expect(await take(db, "b")).toHaveLength(1);
  });

  it("claims that a start has ended can be read like any other", async () => {
    await seed(1);
    await db.rows("update errand set lease_until = '-infinity'");
    expect(await db.rows("select lease_until from errand")).toEqual([{ lease_until: "-infinity" }]);
    expect(await take(db, "a")).toHaveLength(1);
  });

  it("claims run by the database's clock: no process can make a lease longer or shorter by its own", async () => {
    await seed(1);
    await take(db, "a");
    const [row] = await db.rows<{ left: number }>(
      "select extract(epoch from lease_until - now())::float8 as left from errand",
    );
    expect(row?.left).toBeGreaterThan(0);
    expect(row?.left).toBeLessThanOrEqual(30);
  });

  it("claims of lanes go by who has waited longest: writing more moves no other person, and a person who had a turn goes to the end", async () => {
    const lanes = ["a", "b", "c"];
    for (const lane of lanes) {
      await open.owner((sql) =>
        sql.rows(
          `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, latest_inbound_seq, created_at, updated_at)
           values ($1, $1, 'p', 'x', $1, $1, 1, now(), now())`,
          [lane],
        ),
      );
    }
    const order = async (): Promise<string[]> => {
      const rows = await open.owner((sql) =>
        sql.rows<{ id: string }>(
          "select id from conversation where has_open_input order by ready_at nulls first, waiting_since",
        ),
      );
      return rows.map(({ id }) => id);
    };
    const change = (set: string, lane: string) =>
      open.owner((sql) => sql.rows(`update conversation set ${set} where id = $1`, [lane]));
    // PGlite's clock knows milliseconds only, and three may come in one.
    const waitsFor = (time: string, lane: string) =>
      change(`waiting_since = waiting_since - interval '${time}'`, lane);
    for (const [at, lane] of lanes.entries()) await waitsFor(`${3 - at} minutes`, lane);
    expect(await order()).toEqual(["a", "b", "c"]);
    await change("latest_inbound_seq = 2, updated_at = now()", "a");
    expect(await order()).toEqual(["a", "b", "c"]);
    await change("last_closed_inbound_seq = 1", "a");
    expect(await order()).toEqual(["b", "c", "a"]);
    await waitsFor("1 second", "a");
    await change("last_closed_inbound_seq = 1", "b");
    expect(await order()).toEqual(["c", "a"]);
    await change("latest_inbound_seq = 2", "b");
    expect(await order()).toEqual(["c", "a", "b"]);
  });

  it("claims of lanes sort nothing, however many wait", async () => {
    await open.owner((sql) =>
      sql.rows(
        `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, latest_inbound_seq, created_at, updated_at)
         select 'l' || n, 'l' || n, 'p', 'x', 'l' || n, 'l' || n, 1, now(), now() from generate_series(1, 3000) n`,
      ),
    );
    const plan = await open.owner((sql) =>
      sql.rows<Record<string, string>>(
        "explain select id from conversation where has_open_input order by ready_at nulls first, waiting_since limit 4",
      ),
    );
    expect(JSON.stringify(plan)).toContain("conversation_with_open_input");
    expect(JSON.stringify(plan)).not.toContain("Sort");
  });

  it("claims of lanes hold against a worker whose clock is an hour ahead", async () => {
    const held = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<void>();
    const turns: string[] = [];
    const settings = { turn: { concurrency: 1 } };
    const punctual = await start({
      settings,
      run: async (turn) => {
        turns.push(`punctual: ${turn.window[0]?.text}`);
        inside.resolve();
        await held.promise;
        return "done";
      },
    });
    await punctual.say("slow", { from: "ada" });
    await inside.promise;
    const ahead = { ...systemClock, now: () => systemClock.now() + 3_600_000 };
    await start({
      settings,
      clock: ahead,
      run: async (turn) => (turns.push(`ahead: ${turn.window[0]?.text}`), "done"),
    });
    // The only free hand is the other worker's: when this is answered, it has looked at everything that it could take.
    await punctual.say("quick", { from: "bob" });
    await punctual.until(
      async () => (await db.rows("select 1 from turn where status = 'committed'")).length === 1,
    );
    held.resolve();
    await punctual.idle();
    expect(turns).toEqual(["punctual: slow", "ahead: quick"]);
    expect(await db.rows("select distinct attempt from turn")).toEqual([{ attempt: 1 }]);
  });

  it("claims lost by a worker that slept through its lease leave it nothing to write: the one that took over answers, once", async () => {
    const held = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<void>();
    const sleeper = await start({
      settings: { turn: { concurrency: 1 } },
      run: async () => (inside.resolve(), await held.promise, "from the sleeper"),
    });
    await sleeper.say("hello");
    await inside.promise;
    await db.rows("update conversation set lease_until = now() - interval '1 second'");
    const fresh = await start({ post: sleeper.post, run: async () => "from the fresh one" });
    await fresh.until(() => sleeper.post.ledger.length === 1);
    const before = await db.rows("select * from event_log order by id");
    held.resolve();
    await sleeper.close();
    await fresh.idle();
    const added = (await db.rows<{ kind: string }>("select kind from event_log order by id"))
      .slice(before.length)
      .map(({ kind }) => kind);
    expect(added.filter((kind) => kind !== "delivery_sent")).toEqual([]);
    expect(sleeper.post.ledger.map(({ text }) => text)).toEqual(["from the fresh one"]);
    expect(await db.rows("select status, attempt from turn")).toEqual([
      { status: "committed", attempt: 2 },
    ]);
    expect(
      await db.rows("select count(*) as said from message where direction = 'outbound'"),
    ).toEqual([{ said: 1 }]);
  });

  it("claims lost by a sender that slept through its lease leave it no verdict: the part stays unknown", async () => {
    const answer = Promise.withResolvers<{ kind: "sent" }>();
    const asked = Promise.withResolvers<void>();
    const post = ledgerChannel();
    post.plan.push(async () => (asked.resolve(), answer.promise));
    const sleeper = await start({
      post,
      settings: { turn: { concurrency: 1 }, outbox: { concurrency: 1 } },
    });
    await sleeper.say("hello");
    await asked.promise;
    await db.rows("update delivery_attempt set lease_until = now() - interval '1 second'");
    const fresh = await start({ post });
    await fresh.until(
      async () =>
        (await db.rows("select 1 from delivery_attempt where status = 'unknown'")).length === 1,
    );
    answer.resolve({ kind: "sent" });
    await sleeper.close();
    expect(await db.rows("select status, provider_message_id from delivery_attempt")).toEqual([
      { status: "unknown", provider_message_id: null },
    ]);
  });

  it("claims lost by a sender leave it no verdict either when the part is being sent again: only the process that sends it now has a say", async () => {
    const post = ledgerChannel({ unknownSends: "resend" });
    const answers = [Promise.withResolvers<Verdict>(), Promise.withResolvers<Verdict>()];
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    for (const nth of [0, 1])
      post.plan.push(
        async () => (asked[nth]?.resolve(), (answers[nth] as (typeof answers)[number]).promise),
      );
    const sleeper = await start({
      post,
      settings: { turn: { concurrency: 1 }, outbox: { concurrency: 1 } },
    });
    await sleeper.say("hello");
    await asked[0]?.promise;
    await db.rows("update delivery_attempt set lease_until = now() - interval '1 second'");
    const fresh = await start({ post });
    await asked[1]?.promise;
    answers[0]?.resolve({ kind: "refused", code: "from_the_sleeper" });
    await sleeper.close();
    expect(await db.rows("select status, error_code from delivery_attempt")).toEqual([
      { status: "sending", error_code: null },
    ]);
    answers[1]?.resolve({ kind: "sent" });
    await fresh.until(
      async () =>
        (await db.rows("select 1 from delivery_attempt where status = 'sent'")).length === 1,
    );
    expect(await db.rows("select 1 from event_log where kind = 'delivery_failed'")).toEqual([]);
  });

  it("claims that ran out before a sender got to its call are asked for first: another process may have sent the part", async () => {
    let ahead = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + ahead };
    const asks: string[] = [];
    const taken: Database = {
      ...db,
      async rows(text, params) {
        if (text.includes("update delivery_attempt set lease_until = now()")) {
          asks.push("is it still mine?");
          await db.rows("update delivery_attempt set fence = fence + 1");
        }
        return db.rows(text, params);
      },
    };
    const woken = Promise.withResolvers<void>();
    const hit = (name: string): void => {
      if (name !== "outbox.sending") return;
      ahead += 31_000;
      woken.resolve();
    };
    const lab = await start({ db: taken, clock, failpoints: { hit } });
    await lab.say("hello");
    await woken.promise;
    await lab.close();
    labs.splice(labs.indexOf(lab), 1);
    expect([asks, lab.post.ledger]).toEqual([["is it still mine?"], []]);
  });

  it("claims that ran out count as a failure of their work: what kills every process is given up after the usual tries", async () => {
    const hanging = new Promise<never>(() => undefined);
    let deaths = 0;
    for (let nth = 1; nth <= 5; nth += 1) {
      const inside = Promise.withResolvers<void>();
      const doomed = await start({
        settings: { turn: { concurrency: 1 } },
        run: async () => ((deaths += 1), inside.resolve(), await hanging),
      });
      if (nth === 1) await doomed.say("deadly");
      await inside.promise;
      await db.rows("update conversation set lease_until = now() - interval '1 second'");
    }
    const last = await start({ run: async () => ((deaths += 1), "never") });
    await last.until(
      async () =>
        (await db.rows("select 1 from message where ended_as = 'dead_lettered'")).length === 1,
    );
    expect(deaths).toBe(5);
  });

  it("claims are found by the sweep when every wake-up is lost", async () => {
    const deaf: Database = {
      ...db,
      notify: () => undefined,
      listen: async () => async () => undefined,
    };
    const clock = fakeClock();
    const lab = await start({
      db: deaf,
      clock,
      settings: { sweepMs: 1_000, turn: { timeoutMs: 1e9 }, outbox: { replyExpiresMs: 1e9 } },
    });
    await lab.say("hello");
    const isSent = async () =>
      (await db.rows("select 1 from delivery_attempt where status = 'sent'")).length === 1;
    // A second of the clock for every twenty questions to the database: what runs gets its time, what waits its sweep.
    for (let asked = 1; !(await isSent()); asked += 1)
      if (asked % 20 === 0) await clock.advance(1_000);
    expect(lab.post.ledger.map(({ text }) => text)).toEqual(["echo: hello"]);
  });

  it("claims whose lane cannot even start wait a little longer each time", async () => {
    const clock = fakeClock();
    const unable: Database = {
      ...db,
      transaction: (as, work) =>
        db.transaction(as, (sql) =>
          work({
            rows: (text: string, params?: readonly unknown[]) =>
              String(params?.[0]).includes("turn_started")
                ? Promise.reject(new Error("it cannot start"))
                : sql.rows(text, params),
          }),
        ),
    };
    const worker = await start({ db: unable, clock });
    await worker.say("hello");
    await worker.until(
      async () => (await db.rows("select 1 from conversation where failures = 1")).length === 1,
    );
    const [lane] = await db.rows<{ ready_at: string; lease_until: string | null }>(
      "select ready_at, lease_until from conversation",
    );
    expect(Date.parse(lane?.ready_at ?? "")).toBe(clock.now() + 1_000);
    expect(lane?.lease_until).toBeNull();
  });

  it("claims that arrive while the worker has to end at once are handed back, not finished at leisure", async () => {
    const claimed = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const slow: Database = {
      ...db,
      transaction: async (as, work) => {
        const done = await db.transaction(as, work);
        const [taken] = Array.isArray(done) ? (done as readonly unknown[]) : [];
        if (typeof taken === "object" && taken !== null && "lane" in taken) {
          claimed.resolve();
          await go.promise;
        }
        return done;
      },
    };
    const lab = await start({ db: slow, run: async () => new Promise<never>(() => undefined) });
    await lab.say("hello");
    await claimed.promise;
    const closing = lab.spine.close(0);
    go.resolve();
    await closing;
    expect(await db.rows("select lease_until, lease_holder, failures from conversation")).toEqual([
      { lease_until: null, lease_holder: null, failures: 0 },
    ]);
  });

  // Below, several connections race: PGlite has one, and would let them take turns.
  describe.runIf(store.name === "PostgreSQL")("with many workers", () => {
    it("claims with many workers are held by exactly one at a time, and every row is done once", async () => {
      await seed(100);
      const other = openPostgres(open.connection ?? {}, { poolSize: 4, log: silentLog });
      const holding = new Map<string, string>();
      const overlaps: string[] = [];
      const counts: number[] = [];
      const worker = async (name: string, on: Database): Promise<void> => {
        for (;;) {
          const errands = await take(on, name, 3);
          if (errands.length === 0) return;
          counts.push(errands.length);
          for (const { id } of errands) {
            if (holding.has(id)) overlaps.push(`${id}: ${holding.get(id)} and ${name}`);
            holding.set(id, name);
          }
          for (const errand of errands) {
            await on.transaction(engine, async (sql) => {
              if (!(await assertFence(sql, toHeld(errand)))) return;
              await sql.rows(
                "update errand set done = done + 1, lease_until = null, lease_holder = null where id = $1",
                [errand.id],
              );
            });
            holding.delete(errand.id);
          }
        }
      };
      await Promise.all(
        Array.from({ length: 8 }, (_, nth) => worker(`w${nth}`, nth % 2 === 0 ? db : other)),
      );
      await other.close();
      expect(overlaps).toEqual([]);
      expect(Math.max(...counts)).toBeLessThanOrEqual(3);
      expect(
        await db.rows("select done, fence, count(*) as rows from errand group by 1, 2"),
      ).toEqual([{ done: 1, fence: 1, rows: 100 }]);
    });

    it("claims with many workers are taken soon after the transaction that had their rows locked ends, without a wake-up and long before the sweep", async () => {
      const gateway = await start({ settings: { work: false } });
      await gateway.say("hello");
      const passedOver = Promise.withResolvers<void>();
      const watched: Database = {
        ...db,
        rows: async (text, params) => {
          const rows = await db.rows<never>(text, params);
          // It looks for the next one that is due when it has found none to take.
          if (text.includes("coalesce(ready_at")) passedOver.resolve();
          return rows;
        },
      };
      let worker: Promise<Lab> | undefined;
      await open.owner(async (sql) => {
        await sql.rows("select 1 from conversation for update");
        worker = start({ db: watched, settings: { sweepMs: 600_000 } });
        await passedOver.promise;
      });
      await (await worker)?.idle();
      expect(await db.rows("select ended_as from message where direction = 'inbound'")).toEqual([
        { ended_as: "answered" },
      ]);
    });

    it("claims with many workers let one of two through when both assert: the row stays locked until the first has committed", async () => {
      await seed(1);
      const [errand] = await take(db, "a");
      const asserted = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      const writing = inTransaction(async (sql) => {
        expect(await assertFence(sql, toHeld(errand))).toBe(true);
        asserted.resolve();
        await go.promise;
        await sql.rows("update errand set done = 1");
      });
      await asserted.promise;
      await open.owner((sql) => sql.rows("select 1"));
      expect(await take(db, "b")).toEqual([]);
      go.resolve();
      await writing;
      expect(await db.rows("select done, fence from errand")).toEqual([{ done: 1, fence: 1 }]);
    });

    it.each([1, 3, 8])(
      "claims with many workers keep one turn at a time per conversation over three processes with %i slots each",
      async (concurrency) => {
        const inside = new Map<string, string>();
        const overlaps: [first: string, second: string][] = [];
        const post = ledgerChannel();
        const dbs = [0, 1, 2].map(() =>
          openPostgres(open.connection ?? {}, { poolSize: 4, log: silentLog }),
        );
        const run: LabOptions["run"] = async (turn) => {
          const other = inside.get(turn.conversationId);
          if (other !== undefined) overlaps.push([other, turn.turnId]);
          inside.set(turn.conversationId, turn.turnId);
          // Another question to the database is a moment in which an overlap could happen.
          await turn.history(3).finally(() => inside.delete(turn.conversationId));
          return turn.window.map(({ text }) => text).join("+");
        };
        const three = await Promise.all(
          dbs.map((own) =>
            start({
              db: own,
              post,
              run,
              settings: { turn: { concurrency }, outbox: { concurrency } },
            }),
          ),
        );
        const said: string[] = [];
        const talk = Array.from({ length: 24 }, async (_, nth) => {
          const text = `m${nth}`;
          said.push(text);
          await (three[nth % 3] as Lab).say(text, {
            from: `p${nth % 4}`,
            policy: nth % 5 === 0 ? "supersede" : "queue",
          });
        });
        await Promise.all(talk);
        await Promise.all(three.map((lab) => lab.idle()));
        await Promise.all(labs.splice(0).map((lab) => lab.close()));
        await Promise.all(dbs.map((own) => own.close()));
        // Whose place was taken hears of it a moment later, and what it does until then is written nowhere.
        const replaced = (
          await db.rows<{ id: string }>("select id from turn where status = 'superseded'")
        ).map(({ id }) => id);
        expect(overlaps.filter(([first]) => !replaced.includes(first))).toEqual([]);
        expect(post.ledger.flatMap(({ text }) => text.split("+")).toSorted()).toEqual(
          said.toSorted(),
        );
        expect(await db.rows("select 1 from turn where completed_at is null")).toEqual([]);
        expect(three.flatMap(({ complaints }) => complaints)).toEqual([]);
      },
    );
  });
});

describe("a lease", () => {
  const held: Held = { table: "errand", id: "e", fence: 1 };
  const bench = (answers: (unknown[] | Error)[]) => {
    const clock = fakeClock();
    const ending = new AbortController();
    let asked = 0;
    let lost = 0;
    const sql: Sql = {
      rows: async <R>() => {
        const answer = answers[Math.min(asked++, answers.length - 1)] ?? [];
        if (answer instanceof Error) throw answer;
        return answer as R[];
      },
    };
    const keeping = keepLease(
      { sql, clock, leaseMs: 30_000, signal: ending.signal },
      held,
      () => (lost += 1),
    );
    return { clock, ending, keeping, asked: () => asked, lost: () => lost };
  };

  it("a lease is renewed three times in its length for as long as the work goes on, and not after", async () => {
    const { clock, ending, keeping, asked, lost } = bench([[{}]]);
    await clock.advance(60_000);
    expect(asked()).toBe(6);
    ending.abort();
    await keeping;
    await clock.advance(60_000);
    expect([asked(), lost()]).toEqual([6, 0]);
  });

  it("a lease that was lost is reported once, and asked for no more", async () => {
    const { clock, keeping, asked, lost } = bench([[{}], []]);
    await clock.advance(60_000);
    await keeping;
    expect([asked(), lost()]).toEqual([2, 1]);
  });

  it("a lease is not lost because the database is away for a while", async () => {
    const { clock, ending, keeping, asked, lost } = bench([
      new Error("away"),
      new Error("away"),
      [{}],
    ]);
    await clock.advance(40_000);
    expect([asked(), lost()]).toEqual([4, 0]);
    ending.abort();
    await keeping;
  });
});
