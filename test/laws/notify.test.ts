import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { asAccount, engine } from "../../src/domain/principal.ts";
import { type Database, DatabaseUnavailable } from "../../src/store/database/database.ts";
import { createNotifier, parseNotice } from "../../src/store/database/notify.ts";
import {
  type ConnectionSettings,
  openPostgres,
} from "../../src/store/database/postgres-database.ts";
import { ServerClient } from "../../src/store/database/server-client.ts";
import { type Lab, type LabOptions, openLab } from "../support/lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { type OpenStore, postgresStore, stores } from "../support/stores.ts";

/** Hears topics and waits for one. */
async function ear(on: Database) {
  const heard: string[] = [];
  let rings: (() => void)[] = [];
  const stop = await on.listen((topic) => {
    heard.push(topic);
    for (const ring of rings.splice(0)) ring();
  });
  return {
    heard,
    stop,
    async until(topic: string): Promise<void> {
      while (!heard.includes(topic)) await new Promise<void>((ring) => (rings = [...rings, ring]));
    },
  };
}

describe("a notifier", () => {
  const topics = (notices: readonly string[]): string[] =>
    notices.flatMap((notice) => parseNotice(notice).topics);

  it("a notifier sends what has piled up once, however often it was said", async () => {
    const sent: string[][] = [];
    const notifier = createNotifier(async (notices) => void sent.push(topics(notices)));
    for (let nth = 0; nth < 1_000; nth += 1) notifier.send(nth % 2 === 0 ? "lane" : "outbox");
    await notifier.flush();
    expect(sent).toEqual([["lane", "outbox"]]);
  });

  it("a notifier packs many topics into few wake-ups, none larger than PostgreSQL takes", async () => {
    const sent: string[] = [];
    const notifier = createNotifier(async (notices) => void sent.push(...notices));
    const many = Array.from({ length: 1_000 }, (_, nth) => `log:${"猫".repeat(nth % 300)}${nth}`);
    for (const topic of many) notifier.send(topic);
    await notifier.flush();
    expect(topics(sent)).toEqual(many);
    expect(Math.max(...sent.map((notice) => Buffer.byteLength(notice)))).toBeLessThan(8_000);
    expect(sent.length).toBeLessThan(100);
  });

  it("a notifier keeps what comes while a send is under way for the next one", async () => {
    const sent: string[][] = [];
    const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const notifier = createNotifier(async (notices) => {
      sent.push(topics(notices));
      begun.resolve();
      if (sent.length === 1) await first.promise;
    });
    notifier.send("a");
    await begun.promise;
    for (let nth = 0; nth < 100; nth += 1) notifier.send("a");
    notifier.send("b");
    first.resolve();
    await notifier.flush();
    expect(sent).toEqual([["a"], ["a", "b"]]);
  });

  it("a notifier lets wake-ups of pages wait for each other, and sends them with the first one of work", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const sent: string[][] = [];
      const notifier = createNotifier(async (notices) => void sent.push(topics(notices)));
      notifier.send("log:a");
      await vi.advanceTimersByTimeAsync(10);
      notifier.send("log:b");
      await vi.advanceTimersByTimeAsync(10);
      expect(sent).toEqual([["log:a", "log:b"]]);
      notifier.send("log:a");
      notifier.send("lane");
      await vi.advanceTimersByTimeAsync(3);
      expect(sent.slice(1)).toEqual([["log:a", "lane"]]);
      await vi.advanceTimersByTimeAsync(100);
      expect(sent).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("a notifier drops what cannot be sent, and goes on", async () => {
    const sent: string[][] = [];
    const notifier = createNotifier(async (notices) => {
      sent.push(topics(notices));
      if (sent.length === 1) throw new Error("away");
    });
    notifier.send("a");
    await notifier.flush();
    notifier.send("b");
    await notifier.flush();
    expect(sent).toEqual([["a"], ["b"]]);
  });

  it("a notifier wakes its own process at once, and no longer when that has stopped listening", async () => {
    const notifier = createNotifier(async () => undefined);
    const heard: string[] = [];
    const stop = notifier.loopBack((topic) => heard.push(topic));
    notifier.send("a");
    expect(heard).toEqual(["a"]);
    stop();
    notifier.send("b");
    await notifier.flush();
    expect(heard).toEqual(["a"]);
  });

  it("a notifier keeps a topic with spaces whole on the wire", () => {
    expect(parseNotice("4711 log:a b c")).toEqual({ origin: "4711", topics: ["log:a b c"] });
  });
});

it.each(stores)(
  "wake-ups are heard on $name by everybody in the process, until they stop",
  async (store) => {
    const open = await store.open();
    const [one, other] = [await ear(open.db), await ear(open.db)];
    open.db.notify("lane");
    await Promise.all([one.until("lane"), other.until("lane")]);
    await one.stop();
    open.db.notify("outbox");
    await other.until("outbox");
    expect(one.heard).not.toContain("outbox");
    await other.stop();
    await open.close();
  },
);

// From here on there are several connections, and some of them are cut: PGlite has one, inside this process.
describe("on PostgreSQL, with connections that are lost,", () => {
  let open: OpenStore;
  let here: Database;
  let there: Database;
  const labs: Lab[] = [];

  beforeAll(async () => {
    open = await postgresStore.open();
  });
  afterAll(() => open.close());
  beforeEach(async () => {
    await open.empty();
    [here, there] = [another(), another()];
  });
  afterEach(async () => {
    await Promise.all(labs.splice(0).map((lab) => lab.close()));
    await Promise.all([here.close(), there.close()]);
  });

  const another = (): Database =>
    openPostgres(open.connection ?? {}, { poolSize: 4, log: silentLog });
  const start = async (options: LabOptions): Promise<Lab> => {
    const lab = await openLab(options);
    labs.push(lab);
    return lab;
  };
  const listening = () =>
    open.owner((sql) =>
      sql.rows<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and query in ('listen meanwhile', 'select pg_backend_pid() as pid')",
      ),
    );
  const cut = (which: string) =>
    open.owner((sql) =>
      sql.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and (${which})`,
      ),
    );
  const cutListeners = () => cut("query in ('listen meanwhile', 'select pg_backend_pid() as pid')");
  const cutAll = () => cut("true");
  const eventually = async (holds: () => Promise<boolean>): Promise<void> => {
    // The connection that looks may be cut off, too.
    while (!(await holds().catch(() => false)))
      await new Promise((resolve) => setImmediate(resolve));
  };

  it("wake-ups cross processes, and a thousand equal ones arrive as one", async () => {
    const far = await ear(there);
    const near = await ear(here);
    for (let nth = 0; nth < 1_000; nth += 1) here.notify("lane");
    here.notify("end");
    await far.until("end");
    expect(far.heard).toEqual(["lane", "end"]);
    expect(near.heard).toHaveLength(1_001);
    await Promise.all([far.stop(), near.stop()]);
  });

  it("a worker in another process starts at once, and hears a stop that was said here", async () => {
    const aborted = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<void>();
    // The sweep is far away: only wake-ups can do this.
    const settings = { sweepMs: 3_600_000 };
    const gateway = await start({ db: here, settings: { ...settings, work: false } });
    await start({
      db: there,
      settings,
      run: async (turn) => {
        turn.signal.addEventListener("abort", () => aborted.resolve());
        inside.resolve();
        return new Promise<never>(() => undefined);
      },
    });
    const { conversationId, accountId } = await gateway.say("hello");
    await inside.promise;
    expect(await gateway.spine.lanes.stopTurn({ conversationId, accountId })).toBe("stopped");
    await aborted.promise;
  });

  it("a lost wake-up connection is made again, and the sweep finds what was missed meanwhile", async () => {
    const far = await ear(there);
    const gateway = await start({ db: here, settings: { work: false } });
    const worker = await start({ db: there, settings: { sweepMs: 50 } });
    const before = (await listening()).map(({ pid }) => pid);
    await cutListeners();
    await eventually(async () => (await listening()).every(({ pid }) => !before.includes(pid)));
    await gateway.say("in the gap");
    await eventually(async () => worker.post.ledger.length === 1);
    await eventually(async () => (await listening()).length === before.length);
    here.notify("after the gap");
    await far.until("after the gap");
    await far.stop();
  });

  it("a listener that ends while its connection is being made again leaves none behind", async () => {
    const proxy = await startSlowProxy(open.connection ?? {});
    const through = openPostgres(proxy.connection, { poolSize: 1, log: silentLog });
    const far = await ear(through);
    // The pool's only connection has sent the listener's wake-up to itself when it is free for this.
    await through.rows("select 1");
    proxy.shut();
    await cutListeners();
    await proxy.reached;
    const stopping = far.stop();
    proxy.open();
    await stopping;
    await eventually(async () => (await listening()).length === 0);
    await through.close();
    await proxy.close();
  });

  it("a listener asks whether its server is alive one question at a time, however long the answer takes", async () => {
    const asked = new Map<ServerClient, number>();
    const frequent = Promise.withResolvers<void>();
    const ask = ServerClient.prototype.query as (...args: unknown[]) => Promise<unknown>;
    Object.assign(ServerClient.prototype, {
      query(this: ServerClient, ...args: unknown[]): Promise<unknown> {
        if ((args[0] as { readonly text?: string }).text !== "select") return ask.apply(this, args);
        const times = (asked.get(this) ?? 0) + 1;
        asked.set(this, times);
        if (times === 20) frequent.resolve();
        // The first one to ask gets no answer.
        const [first] = asked.keys();
        return this === first ? new Promise(() => undefined) : ask.apply(this, args);
      },
    });
    onTestFinished(() => void Reflect.deleteProperty(ServerClient.prototype, "query"));
    const lively = openPostgres(open.connection ?? {}, { poolSize: 2, log: silentLog, beatMs: 5 });
    const ears = [await ear(lively), await ear(lively)];
    await frequent.promise;
    expect([...asked.values()][0]).toBe(1);
    await Promise.all(ears.map(({ stop }) => stop()));
    await lively.close();
  });

  it("a caller sees that the database is away: in a query, between two statements, at the commit", async () => {
    const asleep = here.rows("select pg_sleep(60)").catch((error: unknown) => error);
    await eventually(
      async () =>
        (
          await open.owner((sql) =>
            sql.rows("select 1 from pg_stat_activity where query = 'select pg_sleep(60)'"),
          )
        ).length > 0,
    );
    const between = here
      .transaction(engine, async (sql) => {
        await sql.rows("select 1");
        await cutAll();
        await sql.rows("select 2");
      })
      .catch((error: unknown) => error);
    const atCommit = there
      .transaction(asAccount("ada"), async (sql) => {
        await sql.rows("select 1");
        await between;
        await cutAll();
      })
      .catch((error: unknown) => error);
    expect(await asleep).toBeInstanceOf(DatabaseUnavailable);
    expect(await between).toBeInstanceOf(DatabaseUnavailable);
    expect(await atCommit).toBeInstanceOf(DatabaseUnavailable);
    expect(await here.rows("select 1 as one")).toEqual([{ one: 1 }]);
    expect(await there.transaction(engine, (sql) => sql.rows("select 1 as one"))).toEqual([
      { one: 1 },
    ]);
  });

  it("a missing server is reported as away by every kind of query", async () => {
    const nowhere = openPostgres(
      { ...open.connection, host: "/nowhere/at/all" },
      { poolSize: 2, log: silentLog },
    );
    const asked = [
      nowhere.rows("select 1"),
      nowhere.transaction(engine, (sql) => sql.rows("select 1")),
      nowhere.transaction(asAccount("ada"), (sql) => sql.rows("select 1")),
    ];
    for (const question of asked)
      await expect(question).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(nowhere.listen(() => undefined)).rejects.toThrow();
    nowhere.notify("lane");
    await nowhere.close();
  });

  it("a pool whose idle connections were cut is as good as new", async () => {
    await Promise.all(Array.from({ length: 4 }, () => here.rows("select pg_sleep(0.01)")));
    await cutAll();
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => here.rows("select 1")),
    );
    expect(
      answers.filter(
        (answer) => answer.status === "rejected" && !(answer.reason instanceof DatabaseUnavailable),
      ),
    ).toEqual([]);
    expect(await here.rows("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("a turn that is cut off in its commit leaves nothing, and is tried again", async () => {
    const wasCut = Promise.withResolvers<void>();
    let whole = true;
    const fragile: Database = {
      ...here,
      transaction: (as, work) =>
        here.transaction(as, async (sql) => {
          const result = await work(sql);
          const [turn] = await sql.rows<{ status: string }>("select status from turn");
          if (turn?.status === "committed" && whole) {
            whole = false;
            await cutAll();
            wasCut.resolve();
          }
          return result;
        }),
    };
    const lab = await start({
      db: fragile,
      settings: { sweepMs: 100 },
      run: async (turn) => `answer ${turn.window[0]?.text}`,
    });
    await lab.say("hello");
    await wasCut.promise;
    // Handing the lane back may fail, too: then its lease has to run out, and does so here at once.
    await open.owner((sql) =>
      sql.rows("update conversation set lease_until = now() where lease_until is not null"),
    );
    await eventually(
      async () =>
        (await open.db.rows("select 1 from delivery_attempt where status = 'sent'")).length === 1,
    );
    expect(lab.post.ledger.map(({ text }) => text)).toEqual(["answer hello"]);
    expect(await open.db.rows("select status, attempt from turn")).toEqual([
      { status: "committed", attempt: 2 },
    ]);
  });

  it("whatever was accepted while all connections are cut again and again is answered once", async () => {
    const lab = await start({
      db: here,
      settings: { sweepMs: 100 },
      run: async (turn) => turn.window.map(({ text }) => text).join("+"),
    });
    const said = Array.from({ length: 24 }, (_, nth) => `m${nth}`);
    const insist = async (text: string): Promise<void> => {
      for (;;) {
        try {
          await lab.say(text, { id: text, from: `p${text.length}${text.at(-1)}` });
          return;
        } catch (error) {
          expect(error).toBeInstanceOf(DatabaseUnavailable);
        }
      }
    };
    for (const [nth, text] of said.entries())
      await Promise.all([insist(text), nth % 2 === 0 ? cutAll() : undefined, insist(text)]);
    const listUnsettled = () =>
      open.db.rows(
        `select 1 from message where direction = 'inbound' and ended_as is null
         union all select 1 from delivery_attempt where status in ('pending', 'sending')`,
      );
    // What could not be handed back, and what was on its way to the vendor, is looked at when its lease has run out: let it, once.
    await open.owner((sql) =>
      sql.rows(
        "update conversation set lease_until = now(), ready_at = null where lease_until is not null",
      ),
    );
    await open.owner((sql) => sql.rows("update conversation set ready_at = null"));
    await open.owner((sql) =>
      sql.rows("update delivery_attempt set lease_until = now() where lease_until is not null"),
    );
    await eventually(async () => (await listUnsettled()).length === 0);
    expect(lab.post.ledger.flatMap(({ text }) => text.split("+")).toSorted()).toEqual(
      said.toSorted(),
    );
    expect(
      await open.db.rows("select count(*) as heard from message where direction = 'inbound'"),
    ).toEqual([{ heard: 24 }]);
  });
});

/** A way to the database on which a connection can be made to wait half-way. */
async function startSlowProxy(behind: ConnectionSettings) {
  const reached = Promise.withResolvers<void>();
  let opened: Promise<void> | undefined;
  let open = (): void => undefined;
  const server = createServer((near) => {
    if (opened !== undefined) reached.resolve();
    void (opened ?? Promise.resolve()).then(() => {
      const far = connect(join(behind.host ?? "", `.s.PGSQL.${behind.port}`));
      near.pipe(far).pipe(near);
      near.on("error", () => far.destroy());
      far.on("error", () => near.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    connection: { ...behind, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    reached: reached.promise,
    shut() {
      const shut = Promise.withResolvers<void>();
      opened = shut.promise;
      open = shut.resolve;
    },
    open: () => open(),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
