import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engine } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { record } from "../../src/store/log/record.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  operatorToken,
  type Person,
} from "../support/api.ts";
import type { OpenStore } from "../support/stores.ts";
import { toDraft } from "../support/stored-event.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
let bob: Person;
const asOperator = { token: operatorToken };
const talk = "0197c7a4-5c7e-7b6a-9d55-00000000a001";
const turn = "0197c7a4-5c7e-7b6a-9d55-00000000a002";
const part = "0197c7a4-5c7e-7b6a-9d55-00000000a003";

/** A finished turn of Ada's whose answer could not be delivered, and a message that waits. */
async function seed(): Promise<void> {
  const rows = [
    `insert into channel (provider_type, channel_account, connection_state, reason, state_since, created_at, updated_at)
     values ('whatsapp', '1', 'needs_login', 'token_expired', now(), now(), now())`,
    `insert into channel_identity (id, account_id, provider_type, channel_account, provider_subject, created_at, updated_at)
     values ('i1', '${ada.id}', 'whatsapp', '1', 'US.1', now(), now())`,
    `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, latest_inbound_seq, last_closed_inbound_seq, created_at, updated_at)
     values ('${talk}', '${ada.id}', 'whatsapp', '1', 'user:US.1', 'US.1', 2, 1, now(), now())`,
    `insert into message (id, conversation_id, account_id, event_id, direction, seq, provider_type, channel_account, causal_inbound_event_id, text, payload, ended_as, created_at)
     values ('m1', '${talk}', '${ada.id}', 1, 'inbound', 1, 'whatsapp', '1', 'v1', 'secret words', '{}', 'answered', now()),
            ('m2', '${talk}', '${ada.id}', 3, 'inbound', 2, 'whatsapp', '1', 'v2', 'more secret words', '{}', null, now())`,
    `insert into turn (id, conversation_id, account_id, trigger_id, trigger_type, mode, skill, status, attempt, input_from_seq, input_to_seq, started_at, completed_at)
     values ('${turn}', '${talk}', '${ada.id}', 'x', 'inbound', 'reply', 'chat', 'committed', 1, 1, 1, now(), now())`,
    `insert into output_disposition (turn_id, conversation_id, account_id, disposition, reason_code, created_at)
     values ('${turn}', '${talk}', '${ada.id}', 'replied', 'reply_ready', now())`,
    `insert into staged_command (id, turn_id, conversation_id, account_id, domain, operation, idempotency_key, command_payload, status, created_at)
     values ('s1', '${turn}', '${talk}', '${ada.id}', 'reminder', 'create', 'k1', '{"title":"secret"}', 'materialized', now())`,
    `insert into model_call (id, account_id, conversation_id, turn_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, outcome, input_tokens, output_tokens, total_ms)
     values ('c1', '${ada.id}', '${talk}', '${turn}', 'chat', 'a-model', 'h', '[]', '{1}', now(), 'done', 120, 30, 900)`,
    `insert into message (id, conversation_id, account_id, event_id, turn_id, segment_index, direction, provider_type, channel_account, text, payload, created_at)
     values ('m3', '${talk}', '${ada.id}', 2, '${turn}', 1, 'outbound', 'whatsapp', '1', 'secret answer', '{}', now())`,
    `insert into delivery_attempt (id, account_id, conversation_id, turn_id, message_id, provider_type, channel_account, scope, peer, ordinal, delivery_source,
       status, error_code, text, payload, provider_idempotency_key, created_at, updated_at)
     values ('${part}', '${ada.id}', '${talk}', '${turn}', 'm3', 'whatsapp', '1', 'user:US.1', 'US.1', 2, 'reply', 'failed', 'vendor_refused', 'secret answer', '{}', 'd1', now(), now())`,
  ];
  for (const row of rows) await store.owner((sql) => sql.rows(row));
}

beforeAll(async () => {
  store = await openPostgresStore();
  lab = await openApi({ db: store.db });
  [ada, bob] = [await lab.person(), await lab.person()];
  await seed();
});
afterAll(async () => {
  await lab.close();
  await store.close();
});

describe("what goes in and out", () => {
  it("the activity is shown to the account it belongs to, with its words and its outcome", async () => {
    const { json } = await ada.call("/api/activity");
    expect(json).toMatchObject({
      waiting_messages: 1,
      running_turns: 0,
      outbox: { failed: 1, pending: 0 },
      inbox: [
        { id: "m2", text: "more secret words", end: null },
        { id: "m1", text: "secret words", end: "answered" },
      ],
      lanes: [{ conversation_id: talk, waiting: 1, failures: 0, running_turn_id: null }],
      turns: [
        {
          id: turn,
          text: "secret words",
          skill: "chat",
          status: "committed",
          disposition: "replied",
          commands: 1,
          input_tokens: 120,
        },
      ],
      deliveries: [
        { id: part, status: "failed", error_code: "vendor_refused", text: "secret answer" },
      ],
    });
    expect((await ada.call("/api/activity?status=sent,read")).json).toMatchObject({
      deliveries: [],
    });
    expect((await ada.call("/api/activity?status=failed")).json).toMatchObject({
      deliveries: [{ id: part }],
    });
    expect((await ada.call("/api/activity?status=nowhere")).status).toBe(400);
  });

  it("the log of messages is searched by words, app, state and time, page by page, and is its owner's alone", async () => {
    interface Log {
      readonly messages: readonly { readonly text: string; readonly state: string | null }[];
      readonly next: string | null;
    }
    const read = async (query = "", who = ada): Promise<Log> =>
      (await who.call(`/api/messages/log${query}`)).json as Log;
    const texts = async (query: string): Promise<string[]> =>
      (await read(query)).messages.map(({ text }) => text).toSorted();
    const everything = ["more secret words", "secret answer", "secret words"];
    expect(await texts("")).toEqual(everything);
    expect(await texts("?q=WORDS%20secret")).toEqual(["more secret words", "secret words"]);
    expect(await texts("?q=%25")).toEqual([]);
    expect(await texts("?channel=whatsapp")).toEqual(everything);
    expect(await texts("?channel=web")).toEqual([]);
    expect(await texts("?state=trouble")).toEqual(["secret answer"]);
    expect(await texts("?state=waiting")).toEqual(["more secret words"]);
    const now = (days: number): string =>
      encodeURIComponent(new Date(Date.now() + days * 86_400_000).toISOString());
    expect(await texts(`?from=${now(-1)}&to=${now(1)}`)).toEqual(everything);
    expect(await texts(`?to=${now(-1)}`)).toEqual([]);
    expect((await read("", bob)).messages).toEqual([]);
    expect((await ada.call("/api/messages/log?before=nonsense")).status).toBe(400);
    expect((await ada.call("/api/messages/log?from=yesterday")).status).toBe(400);
  });

  it("the activity shows one turn from its input to its deliveries", async () => {
    expect((await ada.call(`/api/turns/${turn}`)).json).toMatchObject({
      turn: { id: turn, reason: "reply_ready" },
      input: [{ id: "m1", seq: 1, text: "secret words" }],
      commands: [{ domain: "reminder", operation: "create", payload: { title: "secret" } }],
      model_calls: [
        {
          purpose: "chat",
          model: "a-model",
          input_tokens: 120,
          output_tokens: 30,
          total_ms: 900,
          sources: 1,
        },
      ],
      deliveries: [{ id: part }],
    });
  });

  it("the activity is shown to operators without anyone's words, and to others not at all", async () => {
    const seen = await lab.call("/api/operator/activity", asOperator);
    expect(seen.json).toMatchObject({
      waiting_messages: 1,
      deliveries: [{ id: part, text: null }],
      inbox: [{ text: null }, { text: null }],
    });
    const opened = await lab.call(`/api/operator/turns/${turn}`, asOperator);
    expect(opened.json).toMatchObject({
      input: [{ seq: 1, text: null }],
      commands: [{ payload: null }],
    });
    expect(seen.text + opened.text).not.toContain("secret");
    expect((await bob.call("/api/activity")).json).toMatchObject({
      waiting_messages: 0,
      inbox: [],
      turns: [],
      deliveries: [],
      lanes: [],
    });
    expect((await bob.call(`/api/turns/${turn}`)).status).toBe(404);
    expect((await bob.call("/api/operator/activity")).status).toBe(403);
    expect((await bob.call(`/api/operator/turns/${turn}`)).status).toBe(403);
  });

  it("the account that owns a part that did not arrive decides about it, and no other", async () => {
    for (const what of ["resend", "discard"]) {
      const decide = (who: Person) =>
        who.call(`/api/activity/deliveries/${part}/${what}`, { method: "POST", json: {} });
      expect((await decide(bob)).status).toBe(404);
      expect((await decide(ada)).status).toBe(200);
    }
  });
});

describe("the chat apps of one person", () => {
  it("the chat apps of one person show how they are doing and what went wrong last", async () => {
    expect((await ada.call("/api/channels/mine")).json).toMatchObject({
      can_link_wechat: false,
      channels: [
        {
          channel: "whatsapp",
          state: "needs_login",
          reason: "token_expired",
          is_yours: false,
          is_paired: true,
          conversation_id: talk,
          last_trouble: { status: "failed", error_code: "vendor_refused" },
        },
      ],
    });
    expect((await bob.call("/api/channels/mine")).json).toMatchObject({
      channels: [{ is_paired: false, conversation_id: null, last_trouble: null }],
    });
  });

  it("the chat apps of one person take a test message from the person who talks there, into the outbox, and from no other", async () => {
    const json = { channel: "whatsapp", channel_account: "1" };
    expect((await bob.call("/api/channels/test", { method: "POST", json })).status).toBe(404);
    const headers = { "Accept-Language": "zh" };
    const answer = await ada.call("/api/channels/test", { method: "POST", json, headers });
    expect(answer).toMatchObject({ status: 202, json: { conversation_id: talk } });
    const { delivery_id: deliveryId } = answer.json as { delivery_id: string };
    const outcome = `/api/channels/test/${deliveryId}`;
    expect((await ada.call(outcome)).json).toEqual({ status: "pending", error_code: null });
    expect((await bob.call(outcome)).status).toBe(404);
    const [queued] = await store.db.rows(
      "select status, peer, delivery_source, text from delivery_attempt where delivery_source = 'notice'",
    );
    expect(queued).toMatchObject({
      status: "pending",
      peer: "US.1",
      text: "这是一条测试消息。你在这里看到它，说明这个渠道可以用。",
    });
    await store.db.rows(
      "update delivery_attempt set status = 'failed', error_code = 'token_refused' where id = $1",
      [deliveryId],
    );
    expect((await ada.call(outcome)).json).toEqual({
      status: "failed",
      error_code: "token_refused",
    });
  });

  it("the chat apps of one person are unlinked by the account that linked them, and the server's own by none", async () => {
    const linked = { channel: "wechat_personal", channel_account: "mine@im.bot" };
    const facts = [
      {
        kind: "channel_linked",
        stream: "channel:mine",
        payload: { account_id: ada.id, state: "connected" },
      },
      {
        kind: "identity_bound",
        stream: `account:${ada.id}`,
        payload: { id: "i-mine", account_id: ada.id, provider_subject: "wx-1" },
      },
    ].map(({ payload, ...fact }) =>
      toDraft({
        ...fact,
        at: "2026-01-05T09:00:00.000Z",
        accountId: ada.id,
        payload: {
          provider_type: linked.channel,
          channel_account: linked.channel_account,
          ...payload,
        },
      }),
    );
    await store.db.transaction(engine, (sql) => record(sql, productProjector(), facts));
    const unlink = async (who: Person, json: object): Promise<number> =>
      (await who.call("/api/channels/unlink", { method: "POST", json })).status;
    expect(await unlink(ada, { channel: "whatsapp", channel_account: "1" })).toBe(404);
    expect([
      await unlink(bob, linked),
      await unlink(ada, linked),
      await unlink(ada, linked),
    ]).toEqual([404, 204, 404]);
    const { channels } = (await ada.call("/api/channels/mine")).json as {
      channels: { channel: string }[];
    };
    expect(channels.map(({ channel }) => channel)).toEqual(["whatsapp"]);
    expect(
      await store.db.rows("select lifecycle from channel_identity where id = 'i-mine'"),
    ).toEqual([{ lifecycle: "removed" }]);
  });

  it("the chat apps of one person have addresses for vendors, which say whether a vendor could reach them", async () => {
    const { json } = await lab.call("/api/channels/setup", asOperator);
    expect(json).toMatchObject({ is_public: false, webhooks: [], switched_off: [] });
    expect((await ada.call("/api/channels/setup")).status).toBe(403);
  });
});
