import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { engine as asEngine } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { DatabaseUnavailable } from "../../src/store/database/database.ts";
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
import type { OpenStore } from "../support/stores.ts";
import { toDraft } from "../support/stored-event.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
let chat: string;

beforeAll(async () => {
  store = await openPostgresStore();
  lab = await openApi({ db: store.db });
  ada = await lab.person();
});
afterAll(async () => {
  await lab.close();
  await store.close();
});
beforeEach(async () => {
  chat = textAt(await ada.call("/api/conversations", { method: "POST", json: {} }), "id");
  lab.engine.accepted.length = 0;
  lab.engine.failure = undefined;
});

const say = (json: unknown, conversation = chat) =>
  ada.call(`/api/conversations/${conversation}/messages`, { method: "POST", json });

/** Facts as the engine writes them. */
async function happens(
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
    const { turn_id: turnId } = payload;
    const about = {
      accountId: ada.id,
      conversationId: chat,
      turnId: typeof turnId === "string" ? turnId : undefined,
    };
    return toDraft({
      stream: `conversation:${chat}`,
      kind,
      at: "2026-01-05T09:00:00.000Z",
      ...about,
      payload: full,
    });
  });
  const events = await store.db.transaction(asEngine, (sql) =>
    record(sql, productProjector(), drafts),
  );
  return events.map(({ id }) => id);
}

it("a NUL character in a search is refused as a mistake of the request", async () => {
  const { status, json } = await ada.call("/api/conversations?q=%00");
  expect([status, json]).toMatchObject([400, { error: { code: "invalid_request" } }]);
});

describe("a conversation", () => {
  it("a conversation is opened, listed with its latest words, and named", async () => {
    const made = await ada.call("/api/conversations", {
      method: "POST",
      json: { title: "  Plans\u0000 " },
    });
    expect(made.json).toEqual({
      id: expect.any(String),
      channel: "web",
      title: "Plans\ufffd",
      last_text: null,
      last_direction: null,
      last_event_id: null,
      updated_at: expect.any(String),
      running: false,
      pinned: false,
      archived: false,
      deleted_at: null,
      story_id: null,
    });
    await happens([
      "message_received",
      { id: `m-${chat}`, vendor_id: `v-${chat}`, seq: 1, text: "hello there", payload: {} },
    ]);
    const { conversations } = (await ada.call("/api/conversations")).json as {
      conversations: { id: string }[];
    };
    expect(conversations.find(({ id }) => id === chat)).toMatchObject({
      last_text: "hello there",
      last_direction: "inbound",
    });
    // Words to the person move it, too, though no turn of theirs did.
    await happens(["message_sent", { id: `n-${chat}`, segment_index: 1, text: "time to go" }]);
    const again = (await ada.call("/api/conversations")).json as {
      conversations: { id: string }[];
    };
    const moved = {
      last_text: "time to go",
      last_direction: "outbound",
      updated_at: "2026-01-05T09:00:00.000Z",
    };
    expect(again.conversations.find(({ id }) => id === chat)).toMatchObject(moved);
  });

  it("a conversation shows pages of messages, oldest first, with their deliveries and the running turn", async () => {
    const ids = await happens(
      [
        "message_received",
        { id: `a-${chat}`, vendor_id: `a-${chat}`, seq: 1, text: "one", payload: {} },
      ],
      [
        "turn_started",
        {
          turn_id: `t1-${chat}`,
          trigger_id: `t1-${chat}`,
          trigger_type: "message",
          mode: "reply",
          from_seq: 1,
          to_seq: 1,
        },
      ],
      [
        "turn_committed",
        {
          turn_id: `t1-${chat}`,
          disposition: "replied",
          reason: "ok",
          closed_through: 1,
          message_ids: [`a-${chat}`],
          skill: "chat",
        },
      ],
      ["message_sent", { id: `b-${chat}`, turn_id: `t1-${chat}`, segment_index: 1, text: "two" }],
      [
        "delivery_queued",
        {
          delivery_id: `d-${chat}`,
          message_id: `b-${chat}`,
          scope: chat,
          peer: ada.id,
          source: "reply",
          text: "two",
          key: `k-${chat}`,
        },
      ],
      ["delivery_failed", { delivery_id: `d-${chat}`, message_id: `b-${chat}`, code: "gone" }],
      [
        "message_received",
        { id: `c-${chat}`, vendor_id: `c-${chat}`, seq: 2, text: "three", payload: {} },
      ],
      [
        "turn_started",
        {
          turn_id: `t2-${chat}`,
          trigger_id: `t2-${chat}`,
          trigger_type: "message",
          mode: "reply",
          from_seq: 2,
          to_seq: 2,
        },
      ],
    );
    await store.db.transaction(asEngine, (sql) =>
      sql.rows(
        "insert into turn_stream (turn_id, conversation_id, account_id, attempt, text, updated_at) values ($1, $2, $3, 1, 'so far', now())",
        [`t2-${chat}`, chat, ada.id],
      ),
    );
    const page = await ada.call(`/api/conversations/${chat}/messages`);
    expect(page.json).toMatchObject({
      messages: [
        { direction: "inbound", text: "one", end: "answered", deliveries: [], event_id: ids[0] },
        {
          direction: "outbound",
          text: "two",
          turn_id: `t1-${chat}`,
          end: null,
          deliveries: [{ id: `d-${chat}`, status: "failed", error_code: "gone" }],
        },
        { direction: "inbound", text: "three", end: null, turn_id: null },
      ],
      running: { turn_id: `t2-${chat}`, attempt: 1, text: "so far" },
      last_event_id: ids.at(-1),
    });
    const earlier = await ada.call(`/api/conversations/${chat}/messages?limit=1&before=${ids[6]}`);
    expect(earlier.json).toMatchObject({ messages: [{ text: "two" }] });
  });

  it("a conversation keeps what a stopped turn had shown, on the page where it was shown", async () => {
    const draftMessage = (n: number): [string, JsonObject] => [
      "message_received",
      { id: `${n}-${chat}`, vendor_id: `${n}-${chat}`, seq: n, text: `${n}`, payload: {} },
    ];
    const draftStoppedTurn = (n: number): [string, JsonObject][] => [
      [
        "turn_started",
        {
          turn_id: `t${n}-${chat}`,
          trigger_id: `t${n}-${chat}`,
          trigger_type: "message",
          mode: "reply",
          from_seq: n,
          to_seq: n,
        },
      ],
      [
        "turn_stopped",
        {
          turn_id: `t${n}-${chat}`,
          reason: "stopped_by_person",
          closed_through: n,
          message_ids: [`${n}-${chat}`],
          shown_text: `half ${n}`,
        },
      ],
    ];
    const ids = await happens(
      draftMessage(1),
      ...draftStoppedTurn(1),
      draftMessage(2),
      ...draftStoppedTurn(2),
    );
    const turn = (n: number, at: number) => ({
      turn_id: `t${n}-${chat}`,
      event_id: ids[at],
      text: `half ${n}`,
      message_ids: [`${n}-${chat}`],
    });
    const read = async (query: string) =>
      (await ada.call(`/api/conversations/${chat}/messages${query}`)).json;
    expect(await read("")).toMatchObject({
      messages: [{ end: "stopped" }, { end: "stopped" }],
      stopped: [turn(1, 2), turn(2, 5)],
    });
    expect(await read("?limit=1")).toMatchObject({ stopped: [turn(2, 5)] });
    expect(await read(`?limit=1&before=${ids[3]}`)).toMatchObject({ stopped: [turn(1, 2)] });
  });
});

describe("a message", () => {
  it("a message by the API goes to the engine as the account of the credential", async () => {
    const reply = await say({
      text: "hello",
      client_id: "c1",
      account_id: ada.id.replaceAll("-", ""),
    });
    expect([reply.status, reply.json]).toEqual([
      202,
      { accepted: true, duplicate: false, message_id: "m1", outcome: "accepted" },
    ]);
    expect(lab.engine.accepted).toEqual([
      {
        route: { channel: "web", channelAccount: "web", scope: chat, peer: ada.id },
        vendorId: `${ada.id}:c1`,
        subject: ada.id,
        accountId: ada.id,
        text: "hello",
        busyPolicy: "queue",
        provision: false,
      },
    ]);
  });

  it("a message by the API may come from the operator for an account that it names", async () => {
    const asked = { method: "POST", token: operatorToken };
    const unnamed = await lab.call(`/api/conversations/${chat}/messages`, {
      ...asked,
      json: { text: "hi", client_id: "c2" },
    });
    const named = await lab.call(`/api/conversations/${chat}/messages`, {
      ...asked,
      json: { text: "hi", client_id: "c2", account_id: ada.id },
    });
    expect([unnamed.status, named.status, lab.engine.accepted[0]?.accountId]).toEqual([
      404,
      202,
      ada.id,
    ]);
  });

  it.each([
    ["no text", { client_id: "c" }, "text"],
    ["an empty text", { text: " \n", client_id: "c" }, "text"],
    ["a number for text", { text: 5, client_id: "c" }, "text"],
    ["no client id", { text: "a" }, "client_id"],
    ["a client id with a space", { text: "a", client_id: "a b" }, "client_id"],
    ["a long client id", { text: "a", client_id: "a".repeat(101) }, "client_id"],
  ])("a message by the API with %s is refused", async (_what, json, field) => {
    const reply = await say(json);
    expect([reply.status, textAt(reply, "error.fact.field")]).toEqual([400, field]);
    expect(lab.engine.accepted).toEqual([]);
  });

  it("a message by the API is not accepted while the database is away, and the answer says when to try again", async () => {
    for (const failure of [
      new DatabaseUnavailable("away"),
      Object.assign(new Error("lost a race"), { code: "40001" }),
    ]) {
      lab.engine.failure = failure;
      const reply = await say({ text: "hello", client_id: "c3" });
      expect([reply.status, codeOf(reply), reply.headers["retry-after"]]).toEqual([
        503,
        "unavailable",
        "2",
      ]);
    }
  });

  it("a message by the API is never taken into a conversation of another app", async () => {
    const other = `0197c7a4-5c7e-7b6a-9d55-${chat.slice(-12)}`;
    const payload = {
      id: other,
      account_id: ada.id,
      provider_type: "wecom",
      channel_account: "bot",
      scope: other,
      peer: "x",
    };
    const opened: EventDraft = {
      stream: `conversation:${other}`,
      kind: "conversation_opened",
      at: "2026-01-05T09:00:00Z",
      accountId: ada.id,
      payload,
    };
    await store.db.transaction(asEngine, (sql) => record(sql, productProjector(), [opened]));
    expect((await say({ text: "hello", client_id: "c4" }, other)).status).toBe(400);
    expect(lab.engine.accepted).toEqual([]);
  });
});

describe("hostile text", () => {
  const hostile = [
    "\u0000",
    "a\u0000b",
    "\ud800",
    "x\udfff",
    "\u202edrow",
    "é",
    "ﷺ".repeat(50),
    "👨‍👩‍👧‍👦",
    "\uffff",
    "'; drop table account; --",
    "e\u0301\u0301".repeat(20),
  ];

  it.each(hostile)(
    "hostile text as a name or title is stored safely and read back by every list: %j",
    async (text) => {
      const named = await ada.call("/api/account", {
        method: "PATCH",
        json: { display_name: text },
      });
      const titled = await ada.call("/api/conversations", {
        method: "POST",
        json: { title: text },
      });
      // A name without a single letter is none.
      expect([named.status, titled.status]).toEqual([
        /[\p{L}\p{N}]/u.test(text.toWellFormed()) ? 200 : 400,
        201,
      ]);
      if (named.status === 200)
        expect(textAt(named, "display_name")).toMatch(/^[\p{L}\p{M}\p{N} '’\-·.]{1,30}$/u);
      for (const path of ["/api/session", "/api/conversations"])
        expect((await ada.call(path)).status, path).toBe(200);
      expect((await lab.call("/api/accounts", { token: operatorToken })).status).toBe(200);
    },
  );
});

describe("an account", () => {
  it("an account is changed by its owner, field by field", async () => {
    const reply = await ada.call("/api/account", {
      method: "PATCH",
      json: { display_name: "Ada L.", language: "zh", default_timezone: "Asia/Shanghai" },
    });
    const changed = {
      id: ada.id,
      display_name: "Ada L.",
      language: "zh",
      default_timezone: "Asia/Shanghai",
    };
    expect(reply.json).toEqual({
      ...changed,
      morning: "09:00",
      reminded_by: "both",
      link_hosts: [],
      reminder_channels: [],
      is_welcomed: false,
      zone_source: "chosen",
    });
    expect((await ada.call("/api/account", { method: "PATCH", json: {} })).json).toEqual(
      reply.json,
    );
    expect(
      (await ada.call("/api/account", { method: "PATCH", json: { language: "en" } })).json,
    ).toMatchObject({
      display_name: "Ada L.",
      language: "en",
    });
    const order = ["wechat_personal", "web"];
    expect(
      (await ada.call("/api/account", { method: "PATCH", json: { reminder_channels: order } }))
        .json,
    ).toMatchObject({
      reminder_channels: order,
    });
    expect(
      (
        await ada.call("/api/account", {
          method: "PATCH",
          json: { reminder_channels: ["web", "web"] },
        })
      ).status,
    ).toBe(400);
  });

  it("an account is made and listed by the operator", async () => {
    const made = await lab.call("/api/accounts", {
      method: "POST",
      token: operatorToken,
      json: { display_name: "Grace" },
    });
    expect([made.status, textAt(made, "display_name"), textAt(made, "default_timezone")]).toEqual([
      201,
      "Grace",
      "UTC",
    ]);
    const { accounts } = (await lab.call("/api/accounts", { token: operatorToken })).json as {
      accounts: { id: string }[];
    };
    expect(accounts.map(({ id }) => id)).toEqual(
      expect.arrayContaining([ada.id, textAt(made, "id")]),
    );
  });
});

describe("deliveries", () => {
  it("deliveries are asked for by state, and an unknown state is refused", async () => {
    expect(
      (await lab.call("/api/deliveries?status=failed,unknown&limit=5", { token: operatorToken }))
        .json,
    ).toEqual({ deliveries: [], next: null });
    const reply = await lab.call("/api/deliveries?status=lost", { token: operatorToken });
    expect([reply.status, codeOf(reply)]).toEqual([400, "invalid_request"]);
    expect(
      (
        await lab.call("/api/deliveries/d1/resend", {
          method: "POST",
          json: {},
          token: operatorToken,
        })
      ).json,
    ).toEqual({ ok: true });
  });
});

describe("too many requests", () => {
  it("too many requests from one address, with one credential or for one account wait; others do not", async () => {
    const tight = await openApi({
      db: store.db,
      limits: { perCredentialPerMinute: 5, perAccountPerMinute: 8 },
    });
    const [first, second] = [await tight.person(), await tight.person()];
    const more = await tight.access.issueToken({
      kind: "account",
      accountId: first.id,
      label: null,
      scopes: ["*"],
      expiresAt: null,
    });
    const ask = async (token: string, times: number) => {
      const statuses: number[] = [];
      for (let turn = 0; turn < times; turn += 1)
        statuses.push((await tight.call("/api/session", { token })).status);
      return statuses;
    };
    expect(await ask(first.token, 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    // Another credential of the same account has its own count, and the account's count goes over both.
    expect(await ask(more.secret, 5)).toEqual([200, 200, 200, 429, 429]);
    expect(await ask(second.token, 2)).toEqual([200, 200]);
    const refused = await tight.call("/api/session", { token: first.token });
    expect([codeOf(refused), refused.headers["retry-after"]]).toEqual(["rate_limited", "12"]);
    await tight.clock.advance(60_000);
    expect(await ask(first.token, 1)).toEqual([200]);
    await tight.close();
  });

  it("too many requests from an address are counted by the address that connects, not by the one it claims", async () => {
    const tight = await openApi({ db: store.db, limits: { perIpPerMinute: 3 } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      statuses.push(
        (await tight.call("/healthz", { headers: { "X-Forwarded-For": `203.0.113.${turn}` } }))
          .status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await tight.close();
  });

  it("too many requests to sign in are locked after five wrong ones, also when they come all at once, and honest ones cost nothing", async () => {
    const tight = await openApi({ db: store.db, limits: { signInFailuresPer15Minutes: 5 } });
    const person = await tight.person();
    const sign = (json: unknown) => tight.call("/api/session", { method: "POST", json });
    for (let turn = 0; turn < 10; turn += 1)
      expect((await sign({ token: person.token })).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => sign({ token: `guess-${turn}` })),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(45);
    // A right one can't be a guess: no caller is shut out by what others behind the same address do.
    const [right, wrong] = [await sign({ token: person.token }), await sign({ code: "nonsense" })];
    expect([right.status, wrong.status]).toEqual([200, 429]);
    await tight.clock.advance(15 * 60_000);
    expect((await sign({ token: "guess-50" })).status).toBe(401);
    await tight.close();
  });

  it("too many requests with guessed tokens are turned away after a while", async () => {
    const tight = await openApi({ db: store.db, limits: { signInFailuresPer15Minutes: 1 } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      statuses.push((await tight.call("/api/session", { token: `guess-${turn}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    await tight.close();
  });
});
