import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InboundMessage } from "../../src/domain/message.ts";
import { type Database, DatabaseUnavailable } from "../../src/store/database/database.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { type OpenStore, stores } from "../support/stores.ts";

describe.each(stores)("messages that arrive together, on $name", (store) => {
  let open: OpenStore;
  const labs: Lab[] = [];
  beforeAll(async () => {
    open = await store.open();
  });
  afterAll(() => open.close());
  beforeEach(() => open.empty());
  afterEach(async () => {
    await Promise.all(labs.splice(0).map((lab) => lab.close()));
  });

  /** A spine without workers, and how many transactions it made. */
  const start = async (db: Database = open.db): Promise<Lab & { transactions: () => number }> => {
    let count = 0;
    const counted: Database = {
      ...db,
      transaction: (as, work) => ((count += 1), db.transaction(as, work)),
    };
    const lab = await openLab({ db: counted, settings: { work: false } });
    labs.push(lab);
    return { ...lab, transactions: () => count };
  };
  const kinds = (outcomes: readonly { kind: string }[]): string[] =>
    outcomes.map(({ kind }) => kind);
  const listStored = () =>
    open.db.rows<{ text: string; seq: number; tx: string }>(
      "select text, seq, xmin::text as tx from message order by event_id",
    );

  it("messages that arrive together share one transaction, and each sender's keep the order in which they came", async () => {
    const lab = await start();
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => lab.say(`m${nth}`, { from: `p${nth % 3}` })),
    );
    expect(new Set(kinds(outcomes))).toEqual(new Set(["accepted"]));
    expect(outcomes.map(({ seq }) => seq)).toEqual(
      outcomes.map((_, nth) => Math.floor(nth / 3) + 1),
    );
    expect(lab.transactions()).toBe(1);
    expect(new Set((await listStored()).map(({ tx }) => tx)).size).toBe(1);
    expect(await open.db.rows("select count(*) as people from account")).toEqual([{ people: 3 }]);
    expect(await open.db.rows("select latest_inbound_seq from conversation")).toEqual(
      Array.from({ length: 3 }, () => ({ latest_inbound_seq: 20 })),
    );
  });

  it("messages that arrive together while a commit is under way share the next one", async () => {
    const lab = await start();
    const first = lab.say("first");
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([
      first,
      ...Array.from({ length: 40 }, (_, nth) => lab.say(`m${nth}`, { from: `p${nth}` })),
    ]);
    expect(lab.transactions()).toBeLessThanOrEqual(3);
    expect(await listStored()).toHaveLength(41);
  });

  it("messages that arrive together with the same id are one message, however many copies there are in the batch", async () => {
    const lab = await start();
    const outcomes = await Promise.all(
      ["v1", "v1", "v2", "v1", "v2"].map((id) => lab.say("hello", { id })),
    );
    expect(kinds(outcomes)).toEqual([
      "accepted",
      "duplicate",
      "accepted",
      "duplicate",
      "duplicate",
    ]);
    expect(outcomes.map(({ messageId }) => messageId)).toEqual(
      [0, 0, 2, 0, 2].map((nth) => outcomes[nth]?.messageId),
    );
    expect(await listStored()).toHaveLength(2);
  });

  it("messages that arrive together with the same id on two of our channel accounts are two messages, in one batch too", async () => {
    const lab = await start();
    const outcomes = await Promise.all(
      ["one", "two"].map((channelAccount) => lab.say("hello", { id: "v", channelAccount })),
    );
    expect(kinds(outcomes)).toEqual(["accepted", "accepted"]);
  });

  it("messages that arrive together do not fail because of one among them", async () => {
    const poisoned: Database = {
      ...open.db,
      transaction: (as, work) =>
        open.db.transaction(as, (sql) =>
          work({
            rows: (text: string, params?: readonly unknown[]) =>
              text.includes("insert into event_log") && String(params?.[0]).includes("poison")
                ? Promise.reject(new Error("spoilt"))
                : sql.rows(text, params),
          }),
        ),
    };
    const lab = await start(poisoned);
    const texts = ["a", "b", "poison", "c", "d"];
    const ends = await Promise.allSettled(texts.map((text) => lab.say(text, { from: text })));
    expect(ends.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    expect((await listStored()).map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
    expect(await open.db.rows("select count(*) as people from account")).toEqual([{ people: 4 }]);
  });

  it("messages that arrive together are refused one by one where one is refused: a stranger's neighbours get in", async () => {
    const lab = await start();
    const stranger: InboundMessage = {
      route: { channel: "post", channelAccount: "main", scope: "user:eve", peer: "eve" },
      vendorId: "v",
      subject: "eve",
      text: "let me in",
      busyPolicy: "queue",
      provision: false,
    };
    const [refused, ...others] = await Promise.all([
      lab.spine.accept(stranger),
      lab.say("a", { from: "ada" }),
      lab.say("b", { from: "bob" }),
    ]);
    expect(refused).toEqual({ kind: "refused", code: "identity_pairing_required" });
    expect(kinds(others)).toEqual(["accepted", "accepted"]);
    expect(lab.transactions()).toBe(1);
  });

  it("messages that arrive together all fail while the database is away, none waits for ever, and the next ones get in when it is back", async () => {
    let away = true;
    let tries = 0;
    const flaky: Database = {
      ...open.db,
      transaction: (as, work) => {
        if (!away) return open.db.transaction(as, work);
        tries += 1;
        return Promise.reject(new DatabaseUnavailable("the database does not answer"));
      },
    };
    const lab = await start(flaky);
    const ends = await Promise.allSettled(
      Array.from({ length: 300 }, (_, nth) =>
        lab.say(`m${nth}`, { id: `v${nth}`, from: `p${nth}` }),
      ),
    );
    expect(
      ends.every((end) => end.status === "rejected" && end.reason instanceof DatabaseUnavailable),
    ).toBe(true);
    // As often as there are batches, not as often as there are messages: each try may take seconds.
    expect(tries).toBe(3);
    away = false;
    expect(await lab.say("again", { id: "v1", from: "p1" })).toMatchObject({ kind: "accepted" });
  });

  it("messages that arrive together and fail after their commit are found by the repeat", async () => {
    let failing = true;
    const forgetful: Database = {
      ...open.db,
      async transaction(as, work) {
        const result = await open.db.transaction(as, work);
        if (failing) throw new DatabaseUnavailable("the answer to the commit was lost");
        return result;
      },
    };
    const lab = await start(forgetful);
    const lost = await Promise.allSettled([lab.say("a", { id: "a" }), lab.say("b", { id: "b" })]);
    expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    failing = false;
    expect(
      kinds(await Promise.all([lab.say("a", { id: "a" }), lab.say("b", { id: "b" })])),
    ).toEqual(["duplicate", "duplicate"]);
    expect(await listStored()).toHaveLength(2);
  });

  // Two transactions at once: PGlite lets one in after the other.
  describe.runIf(store.name === "PostgreSQL")("at two processes", () => {
    it("messages that arrive at two processes from the same new people, with the same ids, in opposite order, are taken once", async () => {
      const other = openPostgres(open.connection ?? {}, { poolSize: 4, log: silentLog });
      const [here, there] = [await start(), await start(other)];
      for (let round = 0; round < 4; round += 1) {
        const named = Array.from({ length: 20 }, (_, nth) => `v${round}-${nth}`);
        const send = (lab: Lab, id: string) =>
          lab.say(`text of ${id}`, { id, from: `p${round}-${named.indexOf(id) % 5}` });
        const [one, two] = await Promise.all([
          Promise.all(named.map((id) => send(here, id))),
          Promise.all(named.toReversed().map((id) => send(there, id))),
        ]);
        for (const [nth, id] of named.entries()) {
          const pair = [one[nth], two[named.length - 1 - nth]].filter((end) => end !== undefined);
          expect([id, ...kinds(pair).toSorted()]).toEqual([id, "accepted", "duplicate"]);
          expect(pair[0]?.messageId).toBe(pair[1]?.messageId);
        }
      }
      expect(await listStored()).toHaveLength(80);
      expect(await open.db.rows("select 1 from account")).toHaveLength(
        await open.db.rows("select 1 from channel_identity").then((rows) => rows.length),
      );
      expect(
        await open.db.rows("select 1 from conversation group by scope having count(*) > 1"),
      ).toEqual([]);
      expect(
        await open.db.rows(
          "select 1 from message group by conversation_id having max(seq) <> count(*)",
        ),
      ).toEqual([]);
      await Promise.all(labs.splice(0).map((lab) => lab.close()));
      await other.close();
    });

    it("messages that arrive at two processes and stop and write in the same conversations do not wait for each other in a circle", async () => {
      const other = openPostgres(open.connection ?? {}, { poolSize: 4, log: silentLog });
      const [here, there] = [await start(), await start(other)];
      const people = Array.from({ length: 12 }, (_, nth) => `p${nth}`);
      await Promise.all(people.map((from) => here.say("hello", { from })));
      const ends = await Promise.allSettled([
        ...people.map((from) => here.say("stop", { from })),
        ...people.toReversed().map((from) => there.say("stop", { from })),
        ...people.map((from) => there.say("more", { from })),
      ]);
      expect(ends.filter(({ status }) => status === "rejected")).toEqual([]);
      expect(await open.db.rows("select 1 from message where direction = 'inbound'")).toHaveLength(
        48,
      );
      await Promise.all(labs.splice(0).map((lab) => lab.close()));
      await other.close();
    });
  });
});
