import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { Projection } from "../../src/domain/events/projection.ts";
import { Refusal } from "../../src/domain/errors.ts";
import { asAccount, engine } from "../../src/domain/principal.ts";
import { type Database, sqlState } from "../../src/store/database/database.ts";
import { windowProjection } from "../../src/outbound/window.ts";
import { append, readLog } from "../../src/store/log/event-log.ts";
import { NoLongerOwned, type OwnRows } from "../../src/store/log/own-rows.ts";
import { createProjector } from "../../src/store/log/projector.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { record } from "../../src/store/log/record.ts";
import { type OpenStore, stores } from "../support/stores.ts";
import { createHandler, type StoredDraft, toDraft } from "../support/stored-event.ts";

const at = "2026-01-05T09:00:00.000Z";

function fact(stream: string, more: Partial<StoredDraft> = {}): EventDraft {
  return toDraft({ stream, kind: "noted", at, payload: {}, accountId: "ada", ...more });
}

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code }) as Refusal;
const outcomes = async (attempts: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(attempts)).map((end) =>
    end.status === "fulfilled"
      ? "done"
      : end.reason instanceof Refusal
        ? end.reason.code
        : String(end.reason),
  );

/** A projection with one row for each account, to see what a transaction left behind. */
const accounts: Projection = {
  tables: [{ name: "account", key: ["id"] }],
  handlers: [
    createHandler({
      kind: "joined",
      evolve: ({ payload, at: when }) => [
        {
          op: "put",
          table: "account",
          row: {
            id: payload["id"],
            origin: "web_first",
            default_timezone: "UTC",
            created_at: when,
            updated_at: when,
          },
        },
      ],
    }),
  ],
};
const draftJoined = (id: string, more: Partial<StoredDraft> = {}): EventDraft =>
  fact(`account:${id}`, { kind: "joined", accountId: id, payload: { id }, ...more });

describe.each(stores)("the log on $name", (store) => {
  let open: OpenStore;
  let db: Database;
  const projector = createProjector([accounts]);

  beforeAll(async () => {
    open = await store.open();
    db = open.db;
  });
  afterAll(() => open.close());
  beforeEach(() => open.empty());

  const write = (drafts: readonly EventDraft[], expected = {}) =>
    db.transaction(engine, async (sql) => (await append(sql, drafts, { expected })).events);
  const everything = () =>
    open.owner(async (sql) => ({
      log: await sql.rows("select * from event_log order by id"),
      heads: await sql.rows("select * from stream_head order by stream"),
      accounts: await sql.rows("select * from account order by id"),
    }));

  describe("is append-only", () => {
    const changes = [
      "update event_log set kind = 'other'",
      "delete from event_log",
      "truncate event_log",
    ];

    it.each(changes)(
      "the log is append-only for the engine, an account and the owner: %s",
      async (change) => {
        await write([fact("a"), fact("b")]);
        const before = await everything();
        for (const role of [engine, asAccount("ada")]) {
          const denied = db.transaction(role, (sql) => sql.rows(change));
          expect(await denied.catch(sqlState)).toBe("42501");
        }
        const refused = open.owner((sql) => sql.rows(change));
        await expect(refused).rejects.toThrow("event_log is append-only");
        expect(await everything()).toEqual(before);
      },
    );

    it("the log is append-only for a role that tries to put an event at a place of its own choice", async () => {
      const forged = `insert into event_log (id, at, stream, stream_version, kind, payload_json, account_id) values (1, now(), 's', 1, 'forged', '{}', 'ada')`;
      expect(await db.transaction(engine, (sql) => sql.rows(forged)).catch(sqlState)).toBe("428C9");
    });
  });

  it("the log takes many streams in one append and gives each its own unbroken count", async () => {
    await write([fact("b"), fact("a")]);
    const events = await write(
      ["a", "b", "a", "c", "b", "a"].map((stream, nth) => fact(stream, { payload: { nth } })),
    );
    expect(events.map((event) => [event.stream, event.streamVersion, event.payload])).toEqual([
      ["a", 2, { nth: 0 }],
      ["b", 2, { nth: 1 }],
      ["a", 3, { nth: 2 }],
      ["c", 1, { nth: 3 }],
      ["b", 3, { nth: 4 }],
      ["a", 4, { nth: 5 }],
    ]);
    const ids = events.map((event) => event.id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });

  it.each([3, 60])(
    "the log gives back %i events of one append as they were, in their order, whatever their texts hold",
    async (count) => {
      const texts = [
        "",
        "null",
        "{}",
        '"',
        "\\",
        "\\n",
        "a,b",
        " two\nlines\t",
        "NULL",
        "钥匙🗝",
        "\u007f",
      ];
      const drafts = Array.from({ length: count }, (_, nth) => {
        const text = texts[nth % texts.length] ?? "";
        const filled = { turnId: text, causationId: `${text}${nth}`, chatId: text };
        return fact(`${text} ${nth % 7}`, {
          payload: { nth, text, [text]: [text, null, { deep: text }] },
          conversationId: `c${nth}`,
          ...(nth % 2 === 0 ? filled : {}),
          idempotencyKey: nth % 3 === 0 ? `key ${text} ${nth}` : undefined,
        });
      });
      const written = await write(drafts);
      const read = await db.transaction(engine, (sql) => readLog(sql, 0, 100));
      expect(read).toEqual(written);
      expect(read).toMatchObject(drafts);
    },
  );

  it("the log gives back what was written, field by field", async () => {
    const full = fact("s", {
      kind: "everything",
      payload: { text: "你好 👩‍👩‍👧", list: [1, 2.5, null, true], deep: { a: { b: "c" } } },
      conversationId: "c",
      chatId: "chat",
      turnId: "t",
      causationId: "why",
      idempotencyKey: "once",
    });
    await write([full]);
    const [read] = await db.transaction(engine, (sql) => readLog(sql, 0, 10));
    expect(read).toMatchObject({ ...full, streamVersion: 1 });
  });

  it("the log keeps ids rising within a stream, and a reader that follows them misses none, with many writers", async () => {
    const streams = ["a", "b", "c"];
    const seen = new Map<string, number[]>(streams.map((stream) => [stream, []]));
    let writing = true;
    const follow = async (stream: string): Promise<void> => {
      const ids = seen.get(stream) ?? [];
      for (let last = false; !last;) {
        last = !writing;
        const rows = await db.rows<{ id: number }>(
          "select id from event_log where stream = $1 and id > $2 order by id",
          [stream, ids.at(-1) ?? 0],
        );
        ids.push(...rows.map((row) => row.id));
      }
    };
    const writer = async (nth: number): Promise<void> => {
      for (let round = 0; round < 6; round += 1) {
        const order = streams.map(
          (_, index) => streams[(index * (nth % 2 === 0 ? 1 : 2) + nth + round) % 3] as string,
        );
        await write([...order, ...order].map((stream) => fact(stream)));
      }
    };
    const followers = streams.map(follow);
    await Promise.all([0, 1, 2, 3, 4].map(writer));
    writing = false;
    await Promise.all(followers);
    for (const stream of streams) {
      const rows = await db.rows<{ id: number; stream_version: number }>(
        "select id, stream_version from event_log where stream = $1 order by id",
        [stream],
      );
      expect(rows.map((row) => row.stream_version)).toEqual(
        Array.from({ length: 60 }, (_, index) => index + 1),
      );
      expect(seen.get(stream)).toEqual(rows.map((row) => row.id));
    }
  });

  // PGlite has one connection: a second writer cannot even begin while the first one is inside its transaction.
  it.runIf(store.name === "PostgreSQL")(
    "the log makes a second writer of a stream wait for the first one's commit, and no other writer",
    async () => {
      const entered = Promise.withResolvers<void>();
      const leave = Promise.withResolvers<void>();
      const first = db.transaction(engine, async (sql) => {
        const { events } = await append(sql, [fact("shared")]);
        const [event] = events;
        entered.resolve();
        await leave.promise;
        return event?.id;
      });
      await entered.promise;
      const second = write([fact("shared")]);
      await waiting(open, 1);
      const [elsewhere] = await write([fact("elsewhere")]);
      expect(await db.rows("select 1 from event_log where stream = 'shared'")).toEqual([]);
      leave.resolve();
      const [firstId, [later]] = await Promise.all([first, second]);
      expect(later).toMatchObject({ streamVersion: 2 });
      expect([firstId, elsewhere?.id, later?.id]).toEqual(
        [firstId, elsewhere?.id, later?.id].toSorted((a, b) => Number(a) - Number(b)),
      );
    },
  );

  it.runIf(store.name === "PostgreSQL")(
    "the log lists what happened to a row of several streams in the order in which it did: a person's window in all their chats",
    async () => {
      const windows = createProjector([windowProjection]);
      const peer = { provider_type: "web", channel_account: "web", peer: "ada" };
      const sent = fact("conversation:one", { kind: "delivery_sent", payload: peer });
      const wrote = (stream: string) =>
        fact(stream, {
          kind: "message_received",
          payload: { ...peer, account_id: "ada", conversation_id: stream },
        });
      const recordEvent = (draft: EventDraft) =>
        db.transaction(engine, (sql) => record(sql, windows, [draft]));
      await recordEvent(wrote("conversation:one"));
      const entered = Promise.withResolvers<void>();
      const leave = Promise.withResolvers<void>();
      const first = db.transaction(engine, async (sql) => {
        await record(sql, windows, [sent]);
        entered.resolve();
        await leave.promise;
      });
      await entered.promise;
      const others = [
        recordEvent(wrote("conversation:two")),
        recordEvent({ ...sent, stream: "conversation:three" }),
      ];
      await waiting(open, 2);
      leave.resolve();
      await Promise.all([first, ...others]);
      const { tables } = await open.owner((sql) => rebuild(sql, windows));
      expect(tables).toMatchObject([{ table: "peer_window", same: true }]);
    },
  );

  // One connection cannot deadlock with itself.
  it.runIf(store.name === "PostgreSQL")(
    "the log lets two writers meet on many streams in opposite order without a deadlock",
    async () => {
      const names = Array.from({ length: 40 }, (_, index) => `stream-${index}`);
      const rounds = Array.from({ length: 12 }, (_, round) =>
        write((round % 2 === 0 ? names : names.toReversed()).map((name) => fact(name))),
      );
      await Promise.all(rounds);
      expect(await db.rows("select distinct version from stream_head")).toEqual([{ version: 12 }]);
    },
  );

  it.runIf(store.name === "PostgreSQL")(
    "the log lets no other append that locks the same row in, until the first has committed",
    async () => {
      const held = ['["peer_window","ada"]'];
      const order: string[] = [];
      let second: Promise<void> = Promise.resolve();
      await db.transaction(engine, async (sql) => {
        await append(sql, [fact("one stream")], { held });
        second = db.transaction(engine, async (other) => {
          await append(other, [fact("another stream")], { held });
          order.push("second");
        });
        const waits =
          "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
        while ((await sql.rows(waits)).length === 0 && order.length === 0)
          await new Promise((resolve) => setImmediate(resolve));
        order.push("first");
      });
      await second;
      expect(order).toEqual(["first", "second"]);
    },
  );

  it("the log takes nothing from a writer whose own row has another fence or another state, and says whether its counter was raised", async () => {
    const putAccount = `insert into account (id, origin, default_timezone, created_at, updated_at) values ('ada', 'web_first', 'UTC', now(), now())`;
    const putTalk = `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, created_at, updated_at, fence, latest_inbound_seq)
      values ('talk', 'ada', 'post', 'main', 'user:ada', 'ada', now(), now(), 7, 3)`;
    for (const statement of [putAccount, putTalk]) await open.owner((sql) => sql.rows(statement));
    const claimTalk = (fence: number, seen = 0) => ({
      table: "conversation",
      claims: [{ id: "talk", fence, seen }],
      counter: "latest_inbound_seq",
    });
    const draft = fact("conversation:talk", { accountId: "ada", conversationId: "talk" });
    for (const role of [engine, asAccount("ada")]) {
      const before = await everything();
      for (const lost of [claimTalk(6), { ...claimTalk(7), where: "not t.has_open_input" }]) {
        const refused = db.transaction(role, (sql) => append(sql, [draft], { own: lost }));
        await expect(refused).rejects.toBeInstanceOf(NoLongerOwned);
      }
      expect(await everything()).toEqual(before);
      const appendAfter = (seen: number) =>
        db.transaction(role, (sql) => append(sql, [draft], { own: claimTalk(7, seen) }));
      expect(await appendAfter(3)).toMatchObject({
        events: [{ stream: "conversation:talk" }],
        isRaised: false,
      });
      expect(await appendAfter(2)).toMatchObject({ isRaised: true });
    }
  });

  it("the log takes the events of several claimed rows only if each of them is still held", async () => {
    for (const name of ["ada", "bob"])
      await open.owner((sql) =>
        sql.rows(
          `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, created_at, updated_at, fence, latest_inbound_seq)
           values ($1, $1, 'post', 'main', $1, $1, now(), now(), 7, 3)`,
          [name],
        ),
      );
    const drafts = ["ada", "bob"].map((name) => fact(`conversation:${name}`));
    const appendAs = (claims: OwnRows["claims"]) =>
      db.transaction(engine, (sql) =>
        append(sql, drafts, {
          own: { table: "conversation", claims, counter: "latest_inbound_seq" },
        }),
      );
    const before = await everything();
    await expect(
      appendAs([
        { id: "ada", fence: 7 },
        { id: "bob", fence: 6 },
      ]),
    ).rejects.toBeInstanceOf(NoLongerOwned);
    expect(await everything()).toEqual(before);
    const claimBoth = (seen: number) => [
      { id: "ada", fence: 7, seen: 3 },
      { id: "bob", fence: 7, seen },
    ];
    expect(await appendAs(claimBoth(3))).toMatchObject({
      events: [{ stream: "conversation:ada" }, { stream: "conversation:bob" }],
      isRaised: false,
    });
    expect(await appendAs(claimBoth(2))).toMatchObject({ isRaised: true });
  });

  describe("expected versions", () => {
    const record1 = (drafts: readonly EventDraft[], expected?: Record<string, number>) =>
      db.transaction(engine, (sql) => record(sql, projector, { drafts, expected }));

    it("expected versions let a write through whose picture is right, a new stream's included", async () => {
      await record1([draftJoined("ada")], { "account:ada": 0 });
      await record1([draftJoined("ada"), draftJoined("ada")], { "account:ada": 1 });
      expect(await db.rows("select version from stream_head")).toEqual([{ version: 3 }]);
    });

    it("expected versions refuse a write whose picture is old, and nothing changes: no event, no count, no row", async () => {
      await record1([draftJoined("ada")]);
      const before = await everything();
      const attempt = record1([draftJoined("bob"), draftJoined("ada")], {
        "account:bob": 0,
        "account:ada": 0,
      });
      await expect(attempt).rejects.toEqual(refusal("version_conflict"));
      await expect(record1([draftJoined("eve")], { "account:eve": 5 })).rejects.toEqual(
        refusal("version_conflict"),
      );
      expect(await everything()).toEqual(before);
    });

    it("expected versions let exactly one of many through that saw the same version", async () => {
      await record1([draftJoined("ada")]);
      const ends = await outcomes(
        Array.from({ length: 8 }, () => record1([draftJoined("ada")], { "account:ada": 1 })),
      );
      expect(ends.toSorted()).toEqual(["done", ...Array<string>(7).fill("version_conflict")]);
      expect(await db.rows("select version from stream_head")).toEqual([{ version: 2 }]);
    });

    it("expected versions refuse a picture of a stream that the write does not touch, rather than leave it unchecked", async () => {
      await record1([draftJoined("ada")]);
      const attempt = record1([draftJoined("bob")], { "account:ada": 0 });
      await expect(attempt).rejects.toThrow("account:ada");
      expect(await db.rows("select 1 from account where id = 'bob'")).toEqual([]);
    });
  });

  describe("idempotency keys", () => {
    it("idempotency keys refuse a repeat, and nothing else of its transaction stays", async () => {
      await write([fact("s", { idempotencyKey: "k" })]);
      const before = await everything();
      const repeat = db.transaction(engine, async (sql) => {
        await record(sql, projector, [draftJoined("bob")]);
        await sql.rows("insert into installation (key, value) values ('left', '1')");
        await record(sql, projector, [
          draftJoined("eve"),
          fact("other", { idempotencyKey: "k" }),
          draftJoined("zoe"),
        ]);
      });
      await expect(repeat).rejects.toEqual(refusal("already_recorded"));
      expect(await everything()).toEqual(before);
      expect(await db.rows("select 1 from installation where key = 'left'")).toEqual([]);
    });

    it("idempotency keys refuse two of the same in one append", async () => {
      await expect(
        write([fact("a", { idempotencyKey: "k" }), fact("b", { idempotencyKey: "k" })]),
      ).rejects.toEqual(refusal("already_recorded"));
      expect((await everything()).log).toEqual([]);
    });

    it("idempotency keys let exactly one of many at the same instant through", async () => {
      const ends = await outcomes(
        Array.from({ length: 8 }, (_, nth) => write([fact(`s${nth}`, { idempotencyKey: "k" })])),
      );
      expect(ends.toSorted()).toEqual([...Array<string>(7).fill("already_recorded"), "done"]);
      expect((await everything()).log).toHaveLength(1);
    });

    it("idempotency keys do not swallow a refusal: a caller that catches it inside the transaction still cannot commit", async () => {
      await write([fact("s", { idempotencyKey: "k" })]);
      const before = await everything();
      const attempt = db.transaction(engine, async (sql) => {
        await append(sql, [fact("kept?")]);
        await append(sql, [fact("s", { idempotencyKey: "k" })]).catch(() => undefined);
      });
      await expect(attempt).rejects.toThrow();
      expect(await everything()).toEqual(before);
    });
  });

  it("the log keeps kinds without a handler: the projector and rebuild step over them", async () => {
    await db.transaction(engine, (sql) =>
      record(sql, projector, [
        draftJoined("ada"),
        fact("x", { kind: "from_a_newer_version", payload: { deep: [{ kept: true }] } }),
        draftJoined("bob"),
      ]),
    );
    const before = await everything();
    const report = await open.owner((sql) => rebuild(sql, projector));
    expect(report).toMatchObject({
      events: 3,
      tables: [{ table: "account", same: true, after: { rows: 2 } }],
    });
    expect(await everything()).toEqual(before);
    expect(before.log[1]).toMatchObject({
      kind: "from_a_newer_version",
      payload_json: { deep: [{ kept: true }] },
    });
  });

  it("the log answers a question with the rows of the account that asks, which can write nothing, and the next one finds all as it was", async () => {
    await db.transaction(engine, (sql) =>
      record(sql, projector, [draftJoined("ada"), draftJoined("bob")]),
    );
    const people = (id: string) =>
      db.ask<{ id: string }>(asAccount(id), "select id from account where id = any($1)", [
        ["ada", "bob"],
      ]);
    const writing = db.ask(asAccount("ada"), "update account set display_name = $1 returning id", [
      "Ada",
    ]);
    const broken = db.ask(asAccount("ada"), "select 1 / $1::int", [0]);
    expect(
      (await Promise.allSettled([writing, broken])).map(
        (end) => end.status === "rejected" && sqlState(end.reason),
      ),
    ).toEqual(["25006", "22012"]);
    expect(await Promise.all([people("ada"), people("bob"), people("eve")])).toEqual([
      [{ id: "ada" }],
      [{ id: "bob" }],
      [],
    ]);
  });

  it("the log does nothing for an append of nothing", async () => {
    expect(await write([])).toEqual([]);
  });
});

/** Resolves when that many statements of this database wait for a lock. */
async function waiting(open: OpenStore, count: number): Promise<void> {
  for (;;) {
    const rows = await open.owner((sql) =>
      sql.rows(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      ),
    );
    if (rows.length >= count) return;
  }
}
