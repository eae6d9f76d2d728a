import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { engine as asEngine } from "../../src/domain/principal.ts";
import { createAccess } from "../../src/accounts/access.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import { productProjector } from "../../src/main/projections.ts";
import { record } from "../../src/store/log/record.ts";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  operatorToken,
  type Person,
  textAt,
} from "../support/api.ts";
import { type EventStream, openStream, type ServerEvent } from "../support/event-stream.ts";
import type { OpenStore } from "../support/stores.ts";
import { toDraft } from "../support/stored-event.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
let chat: string;
let count = 0;

beforeAll(async () => {
  store = await openPostgresStore();
});
afterAll(async () => {
  await store.close();
});
beforeEach(async () => {
  lab = await openApi({ db: store.db });
  ada = await lab.person();
  chat = textAt(await ada.call("/api/conversations", { method: "POST", json: {} }), "id");
});
afterEach(async () => {
  await lab.close();
});

/** Facts as the engine writes them; the streams are notified unless the test says otherwise. */
async function happens(
  ...facts: readonly [kind: string, payload: JsonObject][]
): Promise<number[]> {
  const ids = await unheard(...facts);
  lab.engine.tell(chat, { kind: "log" });
  return ids;
}

async function unheard(
  ...facts: readonly [kind: string, payload: JsonObject][]
): Promise<number[]> {
  const drafts = facts.map(([kind, payload]): EventDraft => {
    const full = {
      conversation_id: chat,
      account_id: ada.id,
      provider_type: "web",
      channel_account: "web",
      ...payload,
    };
    return toDraft({
      stream: `conversation:${chat}`,
      kind,
      at: "2026-01-05T09:00:00.000Z",
      accountId: ada.id,
      conversationId: chat,
      payload: full,
    });
  });
  const events = await store.db.transaction(asEngine, (sql) =>
    record(sql, productProjector(), drafts),
  );
  return events.map(({ id }) => id);
}

const draftMessage = (text: string): [string, JsonObject] => {
  count += 1;
  return [
    "message_received",
    { id: `m${count}-${chat}`, vendor_id: `v${count}-${chat}`, seq: count, text, payload: {} },
  ];
};

const follow = (
  query = "",
  headers: Record<string, string> = {},
  paused = false,
): Promise<EventStream> =>
  openStream({
    port: lab.server.port,
    path: `/api/conversations/${chat}/stream${query}`,
    headers: { Authorization: `Bearer ${ada.token}`, ...headers },
    paused,
  });

/** Second by second, since what the server does in between is real and takes its time. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await lab.clock.whenWaiting(1);
    await lab.clock.advance(1_000);
  }
}

/** Time goes on until this has happened. */
async function passing<T>(what: Promise<T>): Promise<T> {
  const over = new AbortController();
  const end = (): void => over.abort();
  what.then(end, end);
  while (!over.signal.aborted) await lab.clock.advance(250);
  return what;
}

const texts = (events: readonly ServerEvent[]): unknown[] =>
  events.filter(({ type }) => type === "message").map(({ data }) => data["text"]);
const createShown = (turnId: string, text: string, at = 0) =>
  ({ kind: at === 0 ? "text" : "delta", turnId, attempt: 1, text, at }) as const;
const turnStarted = (turnId: string): [string, JsonObject] => [
  "turn_started",
  {
    turn_id: turnId,
    trigger_id: turnId,
    trigger_type: "message",
    mode: "reply",
    from_seq: 1,
    to_seq: 1,
  },
];

describe("a stream", () => {
  it("a stream reports what happens in its conversation, in the contract's words", async () => {
    const stream = await follow();
    expect([
      stream.status,
      stream.headers["content-type"],
      stream.headers["cache-control"],
    ]).toEqual([200, "text/event-stream; charset=utf-8", "no-store"]);
    const turnId = `t-${chat}`;
    const ids = await happens(
      [
        "message_received",
        { id: `a-${chat}`, vendor_id: `a-${chat}`, seq: 1, text: "你好", payload: {} },
      ],
      turnStarted(turnId),
      [
        "turn_committed",
        {
          turn_id: turnId,
          disposition: "replied",
          reason: "ok",
          closed_through: 1,
          message_ids: [`a-${chat}`],
        },
      ],
      ["message_sent", { id: `b-${chat}`, turn_id: turnId, segment_index: 1, text: "Hello" }],
      [
        "delivery_queued",
        {
          delivery_id: `d-${chat}`,
          message_id: `b-${chat}`,
          scope: chat,
          peer: ada.id,
          source: "reply",
          text: "Hello",
          key: chat,
        },
      ],
      ["delivery_sent", { delivery_id: `d-${chat}`, message_id: `b-${chat}` }],
      ["conversation_cleared", {}],
      ["delivery_unknown", { delivery_id: `d-${chat}`, message_id: `b-${chat}`, code: "timeout" }],
    );
    const events = await stream.until((all) => all.length >= 7);
    expect(events).toEqual([
      {
        id: ids[0],
        type: "message",
        data: {
          id: `a-${chat}`,
          event_id: ids[0],
          direction: "inbound",
          text: "你好",
          turn_id: null,
          created_at: "2026-01-05T09:00:00.000Z",
          end: null,
          deliveries: [],
          attachments: [],
          quote: null,
          spoken_as: null,
          versions: null,
        },
      },
      { id: ids[1], type: "turn", data: { turn_id: turnId, state: "started" } },
      {
        id: ids[2],
        type: "turn",
        data: { turn_id: turnId, state: "replied", message_ids: [`a-${chat}`] },
      },
      {
        id: ids[3],
        type: "message",
        data: expect.objectContaining({
          id: `b-${chat}`,
          direction: "outbound",
          text: "Hello",
          turn_id: turnId,
        }) as unknown,
      },
      {
        id: ids[4],
        type: "delivery",
        data: { id: `d-${chat}`, message_id: `b-${chat}`, status: "pending", error_code: null },
      },
      {
        id: ids[5],
        type: "delivery",
        data: { id: `d-${chat}`, message_id: `b-${chat}`, status: "sent", error_code: null },
      },
      {
        id: ids[7],
        type: "delivery",
        data: {
          id: `d-${chat}`,
          message_id: `b-${chat}`,
          status: "unknown",
          error_code: "timeout",
        },
      },
    ]);
    stream.close();
  });

  it("a stream goes on after the event that the client saw last, without gap or repeat", async () => {
    const ids = await happens(draftMessage("one"), draftMessage("two"), draftMessage("three"));
    const byQuery = await follow(`?after=${ids[0]}`);
    const byHeader = await follow("?after=0", { "Last-Event-ID": String(ids[1]) });
    await happens(draftMessage("four"));
    expect(texts(await byQuery.until((all) => all.length >= 3))).toEqual(["two", "three", "four"]);
    expect(texts(await byHeader.until((all) => all.length >= 2))).toEqual(["three", "four"]);
    byQuery.close();
    byHeader.close();
  });

  it("a stream begins now when the client names no place", async () => {
    await happens(draftMessage("before"));
    const stream = await follow();
    await happens(draftMessage("after"));
    expect(texts(await stream.until((all) => all.length >= 1))).toEqual(["after"]);
    stream.close();
  });

  it("a stream loses nothing that is written while clients come and go", async () => {
    const writing = (async () => {
      for (let round = 0; round < 30; round += 1)
        await happens(draftMessage(`r${round}a`), draftMessage(`r${round}b`));
    })();
    const streams: EventStream[] = [];
    for (let client = 0; client < 10; client += 1) streams.push(await follow("?after=0"));
    await writing;
    const all = Array.from({ length: 30 }, (_, round) => [`r${round}a`, `r${round}b`]).flat();
    for (const stream of streams) {
      expect(texts(await stream.until((events) => texts(events).length >= all.length))).toEqual(
        all,
      );
      stream.close();
    }
  });

  it("a stream asks a client with an unusable position to read everything again", async () => {
    const [last] = await happens(draftMessage("one"));
    const stream = await follow("?after=999999999");
    await happens(draftMessage("two"));
    const events = await stream.until((all) => all.length >= 2);
    expect(events[0]).toEqual({ id: last, type: "reset", data: { last_event_id: last } });
    expect(texts(events)).toEqual(["two"]);
    stream.close();
  });

  it.each(["abc", "-1", "1.5", "1e3", "9".repeat(40)])(
    "a stream refuses %s as a place",
    async (place) => {
      expect((await ada.call(`/api/conversations/${chat}/stream?after=${place}`)).status).toBe(400);
      expect(
        (
          await ada.call(`/api/conversations/${chat}/stream`, {
            headers: { "Last-Event-ID": place },
          })
        ).status,
      ).toBe(400);
    },
  );

  it("a HEAD request for a stream gets headers and no body", async () => {
    const reply = await ada.call(`/api/conversations/${chat}/stream`, { method: "HEAD" });
    expect([reply.status, reply.text, lab.engine.subscribers()]).toEqual([200, "", 0]);
  });

  it("a stream finds what happened without a wake-up, and sends a heartbeat", async () => {
    const stream = await follow();
    await happens(draftMessage("heard"));
    await stream.until((all) => all.length === 1);
    await unheard(draftMessage("unheard"));
    await pass(15);
    expect(texts(await stream.until((all) => all.length >= 2))).toEqual(["heard", "unheard"]);
    expect(stream.comments).toEqual(["ping"]);
    stream.close();
  });

  it("a stream leaves nothing behind when its client leaves", async () => {
    const stream = await follow();
    expect(lab.engine.subscribers()).toBe(1);
    stream.close();
    await stream.ended;
    while (lab.engine.subscribers() > 0) await lab.call("/healthz");
  });
});

describe("the running text", () => {
  it("the running text comes as deltas to connected clients and as a whole to those who join later", async () => {
    const early = await follow();
    await happens(turnStarted(`t-${chat}`));
    await early.until((all) => all.length === 1);
    for (const [text, at] of [
      ["Hel", 0],
      ["lo ", 3],
      ["you", 6],
    ] as const)
      lab.engine.tell(chat, { ...createShown(`t-${chat}`, text, at), kind: "delta" });
    const events = await early.until((all) => all.length >= 4);
    expect(
      events.slice(1).map(({ id, type, data }) => [id, type, data["at"], data["text"]]),
    ).toEqual([
      [undefined, "text", 0, "Hel"],
      [undefined, "delta", 3, "lo "],
      [undefined, "delta", 6, "you"],
    ]);
    const late = await follow();
    expect((await late.until((all) => all.length >= 1))[0]).toEqual({
      id: undefined,
      type: "text",
      data: { turn_id: `t-${chat}`, attempt: 1, at: 0, text: "Hello you" },
    });
    early.close();
    late.close();
  });

  it("the running text is filled up from what is stored when its beginning was missed, and nothing is shown twice", async () => {
    const turnId = `t-${chat}`;
    await happens(turnStarted(turnId));
    const keep = (text: string) =>
      store.db.transaction(asEngine, (sql) =>
        sql.rows(
          `insert into turn_stream (turn_id, conversation_id, account_id, attempt, text, updated_at) values ($1, $2, $3, 1, $4, now())
           on conflict (turn_id) do update set text = excluded.text`,
          [turnId, chat, ada.id, text],
        ),
      );
    await keep("One ");
    const stream = await follow();
    await stream.until((all) => all.length >= 1);
    // What is stored lags behind: "two " was shown before this client came.
    lab.engine.tell(chat, createShown(turnId, "three ", 8));
    lab.engine.tell(chat, createShown(turnId, "four", 14));
    await keep("One two thr");
    const events = await passing(
      stream.until((all) => all.some(({ data }) => String(data["text"]).includes("four"))),
    );
    expect(events.map(({ type, data }) => [type, data["text"]])).toEqual([
      ["text", "One "],
      ["text", "One two three four"],
    ]);
    stream.close();
  });

  it("the running text is over with its turn: a late piece of it is not shown", async () => {
    const stream = await follow();
    const turnId = `t-${chat}`;
    await happens(turnStarted(turnId));
    await stream.until((all) => all.length === 1);
    lab.engine.tell(chat, createShown(turnId, "half a sen"));
    await happens([
      "turn_stopped",
      {
        turn_id: turnId,
        reason: "stopped",
        closed_through: 0,
        message_ids: [],
        shown_text: "half a sen",
      },
    ]);
    await stream.until((all) => all.at(-1)?.data["state"] === "stopped");
    lab.engine.tell(chat, createShown(turnId, "tence", 10));
    lab.engine.tell(chat, createShown(turnId, "again"));
    await happens(draftMessage("next"));
    const events = await stream.until((all) => all.at(-1)?.type === "message");
    expect(events.map(({ type, data }) => [type, data["state"] ?? data["text"]])).toEqual([
      ["turn", "started"],
      ["text", "half a sen"],
      ["turn", "stopped"],
      ["message", "next"],
    ]);
    const late = await follow(`?after=${events.at(-1)?.id}`);
    await happens(draftMessage("last"));
    expect((await late.until((all) => all.length >= 1)).map(({ type }) => type)).toEqual([
      "message",
    ]);
    stream.close();
    late.close();
  });

  it("the running text begins again with a new attempt", async () => {
    const stream = await follow();
    const turnId = `t-${chat}`;
    await happens(turnStarted(turnId));
    await stream.until((all) => all.length === 1);
    lab.engine.tell(chat, createShown(turnId, "first try"));
    await happens(["turn_restarted", { turn_id: turnId, attempt: 2, from_seq: 1, to_seq: 1 }]);
    await stream.until((all) => all.at(-1)?.data["state"] === "restarted");
    lab.engine.tell(chat, { kind: "delta", turnId, attempt: 2, text: "second", at: 0 });
    lab.engine.tell(chat, { kind: "delta", turnId, attempt: 1, text: " of the first", at: 9 });
    await happens(draftMessage("end"));
    const events = await stream.until((all) => all.at(-1)?.type === "message");
    expect(
      events
        .slice(1)
        .map(({ type, data }) => [type, data["attempt"], data["text"] ?? data["state"]]),
    ).toEqual([
      ["text", 1, "first try"],
      ["turn", undefined, "restarted"],
      ["text", 2, "second"],
      ["message", undefined, "end"],
    ]);
    stream.close();
  });
});

describe("who may listen", () => {
  it("a listener is cut off at once when the token is revoked here", async () => {
    const stream = await follow();
    await lab.call(`/api/tokens/${ada.tokenId}`, { method: "DELETE", token: operatorToken });
    await stream.ended;
    expect((await ada.call(`/api/conversations/${chat}/stream`)).status).toBe(401);
  });

  it("a listener is cut off within five seconds when the token is revoked by another process", async () => {
    const stream = await follow();
    const elsewhere = createAccess({
      db: store.db,
      projector: productProjector(),
      clock: lab.clock,
      chance: createSystemChance(() => Date.now()),
    });
    await elsewhere.revoke(ada.tokenId);
    await pass(5);
    await stream.ended;
    expect((await ada.call("/api/session")).status).toBe(401);
  });

  it("a listener is cut off when the account is disabled, here at once and by another process within five seconds", async () => {
    const here = await follow();
    await lab.call(`/api/accounts/${ada.id}/disable`, {
      method: "POST",
      json: {},
      token: operatorToken,
    });
    await here.ended;
    await lab.call(`/api/accounts/${ada.id}/enable`, {
      method: "POST",
      json: {},
      token: operatorToken,
    });
    const { secret } = await lab.access.issueToken({
      kind: "account",
      accountId: ada.id,
      label: null,
      scopes: ["*"],
      expiresAt: null,
    });
    const headers = { Authorization: `Bearer ${secret}` };
    const there = await openStream({
      port: lab.server.port,
      path: `/api/conversations/${chat}/stream`,
      headers,
    });
    expect(there.status).toBe(200);
    await store.db.rows("update account set lifecycle = 'disabled' where id = $1", [ada.id]);
    await pass(5);
    await there.ended;
  });

  it("a listener is cut off when the session signs out", async () => {
    const page = await lab.signIn();
    const mine = textAt(await page.call("/api/conversations", { method: "POST", json: {} }), "id");
    const stream = await openStream({
      port: lab.server.port,
      path: `/api/conversations/${mine}/stream`,
      headers: page.headers,
    });
    expect(stream.status).toBe(200);
    await page.call("/api/session", { method: "DELETE" });
    await stream.ended;
  });

  it("a listener is limited to fifty streams for one account", async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => follow()));
    const reply = await ada.call(`/api/conversations/${chat}/stream`);
    expect([reply.status, codeOf(reply)]).toEqual([429, "rate_limited"]);
    for (const stream of streams) stream.close();
  });
});

describe("slow and dead clients", () => {
  it("slow and dead clients hold up no other; the slow read everything once when they can, the dead are dropped after thirty seconds", async () => {
    const dead = await Promise.all([follow("?after=0", {}, true), follow("?after=0", {}, true)]);
    const slow = await follow("?after=0", {}, true);
    const quick = await follow("?after=0");
    // More than the network's own buffers hold.
    for (let round = 0; round < 10; round += 1)
      await happens(...Array.from({ length: 20 }, () => draftMessage("x".repeat(100_000))));
    await happens(draftMessage("the end"));
    await quick.until((all) => all.length >= 201);
    slow.resume();
    const events = await slow.until((all) => texts(all).at(-1) === "the end");
    expect(events.map(({ id }) => id)).toEqual(quick.events.map(({ id }) => id));
    await pass(31);
    for (const stream of dead) {
      stream.resume();
      await stream.ended;
      expect(stream.events.length).toBeLessThan(201);
    }
    await happens(draftMessage("still here"));
    for (const stream of [slow, quick]) {
      await stream.until((all) => texts(all).at(-1) === "still here");
      stream.close();
    }
  });
});

describe("when the server stops", () => {
  it("streams end with a hint when to come back, when the server stops", async () => {
    const stream = await follow();
    await stream.until(() => true);
    await lab.server.close();
    await stream.ended;
    expect(stream.retries).toEqual([2000, 1500]);
    lab = await openApi({ db: store.db });
  });
});

describe("what may have changed", () => {
  const own = "/api/changes/stream";
  const everybodys = "/api/operator/changes/stream";
  const watch = (path: string, token: string): Promise<EventStream> =>
    openStream({
      port: lab.server.port,
      path,
      headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream" },
    });
  /** All that a stream reports until it has reported this. */
  const collectHintsUntil = async (stream: EventStream, last: string): Promise<unknown[]> => {
    const hints = await passing(
      stream.until((all) => all.some(({ data }) => (data["what"] as string[]).includes(last))),
    );
    return [...new Set(hints.flatMap(({ data }) => data["what"] as string[]))];
  };

  it("a change is shown to a person's open pages, and to no other's; operators see that anyone's has changed", async () => {
    const bob = await lab.person();
    const [adas, bobs, operators] = [
      await watch(own, ada.token),
      await watch(own, bob.token),
      await watch(everybodys, operatorToken),
    ];
    lab.engine.wakeUp(`book:${ada.id}`);
    lab.engine.wakeUp(`log:${chat}`);
    expect(await collectHintsUntil(adas, "activity")).toEqual(["calendar", "activity"]);
    expect(await collectHintsUntil(operators, "activity")).toEqual(["activity"]);
    // What concerns everyone comes after what Bob's stream did not report.
    lab.engine.wakeUp("channels");
    expect(await collectHintsUntil(bobs, "channels")).toEqual(["channels"]);
    for (const stream of [adas, bobs, operators]) stream.close();
  });

  it("a change is shown to each caller who asks for a stream, everyone's to operators alone, until the token ends", async () => {
    expect([(await ada.call(own)).status, (await ada.call(own, { method: "HEAD" })).text]).toEqual([
      400,
      "",
    ]);
    expect(codeOf(await ada.call(everybodys, { headers: { Accept: "text/event-stream" } }))).toBe(
      "forbidden",
    );
    const stream = await watch(own, ada.token);
    await lab.call(`/api/tokens/${ada.tokenId}`, { method: "DELETE", token: operatorToken });
    await stream.ended;
  });
});
