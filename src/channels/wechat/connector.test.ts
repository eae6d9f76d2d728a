import { describe, expect, it } from "vitest";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { OutboundAnswer, OutboundCall } from "../../domain/ports/http.ts";
import { connectorAccount, createConnector } from "./connector.ts";

const never = new AbortController().signal;
const part: Delivery = {
  id: "d1",
  accountId: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00",
  conversationId: "c1",
  turnId: null,
  messageId: null,
  channel: "wechat_personal",
  channelAccount: connectorAccount,
  scope: "user:ada",
  peer: "ada",
  source: "reply",
  text: "hello",
  payload: {},
  attempt: 1,
  idempotencyKey: "key-1",
  window: {
    lastInboundAt: "2026-01-05T09:00:00.000Z",
    sendsSinceInbound: 0,
    contextToken: "token",
  },
};

function bench(
  answer: Partial<OutboundAnswer> & { readonly json?: unknown } = {},
  allowedHosts = ["127.0.0.1"],
) {
  const clock = fakeClock();
  const states: string[] = [];
  const calls: OutboundCall[] = [];
  const connector = createConnector({
    settings: { sendUrl: "http://127.0.0.1:9/send", token: "s3cret", allowedHosts },
    http: {
      request: async (call) => {
        calls.push(call);
        return {
          status: 200,
          headers: {},
          body: Buffer.from(JSON.stringify(answer.json ?? {})),
          ...answer,
        };
      },
    },
    directory: {
      stateChanged: async (_of, { state, reason }) =>
        void states.push(reason === undefined ? state : `${state}: ${reason}`),
    },
    clock,
    log: silentLog,
  });
  return {
    clock,
    states,
    calls,
    connector,
    send: (more: Partial<Delivery> = {}) => connector.channel.send({ ...part, ...more }, never),
  };
}

describe("a part", () => {
  it("a part for the connector goes out with the newest token, the account without dashes, and one key for all its tries", async () => {
    const { calls, send } = bench({ json: { ret: 0, message_id: "wx-1" } });
    expect(await send()).toEqual({ kind: "sent", providerMessageId: "wx-1" });
    expect(calls[0]?.headers).toMatchObject({
      authorization: "Bearer s3cret",
      "idempotency-key": "key-1",
    });
    expect(JSON.parse(String(calls[0]?.body))).toEqual({
      wxid: "ada",
      account_id: "0197c7a45c7e7b6a9d550f4b3c2a1d00",
      text: "hello",
      context_token: "token",
      client_id: "key-1",
      delivery_id: "d1",
      source: "reply",
    });
  });

  it("a part for the connector waits for the person where there is no token: the vendor would take it and drop it", async () => {
    const { calls, send } = bench();
    const verdict = await send({
      window: { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null },
    });
    expect([verdict, calls]).toEqual([
      { kind: "waiting_for_user", code: "context_token_required" },
      [],
    ]);
  });

  it("a part for the connector reaches a private host only when that is on the list", async () => {
    const { calls, send } = bench({}, []);
    await send();
    expect(calls[0]?.allowedHosts).toEqual([]);
  });

  it.each([
    ["7", 7_000],
    ["999999999", 86_400_000],
    ["1e300", undefined],
    ["-5", undefined],
    ["Wed, 21 Oct 2026 07:28:00 GMT", undefined],
  ])(
    "a part for the connector is tried again as late as the connector asks: %j",
    async (after, retryAfterMs) => {
      const { send } = bench({ status: 429, headers: { "retry-after": after } });
      expect(await send()).toEqual({ kind: "not_sent", code: "http_429", retryAfterMs });
    },
  );
});

const person = (peer: string, lastInboundAt: string | null = part.window.lastInboundAt) => ({
  channelAccount: connectorAccount,
  peer,
  lastInboundAt,
});

describe("a dead login", () => {
  it.each([{ json: { errcode: -14 } }, { json: { ret: -14 } }])(
    "a connector's dead login holds up its own person and no other one: %j",
    async (answer) => {
      const { connector, send } = bench(answer);
      const { ready, readyFor } = connector.channel;
      expect(await send()).toEqual({ kind: "not_sent", code: "needs_login", isFree: true });
      expect([
        ready(connectorAccount),
        readyFor?.(person("ada")),
        readyFor?.(person("ben")),
      ]).toEqual([true, false, true]);
    },
  );

  it("a connector's dead login is tried again after a minute, then after twice as long, up to ten minutes", async () => {
    const { clock, connector, send } = bench({ json: { ret: -14 } });
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await send();
      let minutes = 0;
      for (; connector.channel.readyFor?.(person("ada")) === false; minutes += 1)
        await clock.advance(60_000);
      waits.push(minutes);
    }
    expect(waits).toEqual([1, 2, 4, 8, 10, 10]);
  });

  it("a connector's dead login is over when the person writes, whichever process took their message", async () => {
    const { connector, send } = bench({ json: { ret: -14 } });
    await send();
    expect(connector.channel.readyFor?.(person("ada", "2026-01-05T09:05:00.000Z"))).toBe(true);
    connector.heard("ada");
    expect(connector.channel.readyFor?.(person("ada"))).toBe(true);
  });

  it("a connector's dead login is the connector's state as long as no other person is known to be reached", async () => {
    const { connector, states, send } = bench({ json: { ret: -14 } });
    await send();
    connector.heard("ben");
    await send();
    connector.heard("ada");
    expect(states).toEqual([
      "needs_login: session_expired",
      "connected: some_logins_expired",
      "connected",
    ]);
  });
});

describe("the connector", () => {
  it.each([401, 403])(
    "a connector that refuses our token gets no parts for a minute, or until it is heard again: %j",
    async (status) => {
      const { clock, connector, states, send } = bench({ status });
      const isReady = (): boolean => connector.channel.ready(connectorAccount);
      expect(isReady()).toBe(true);
      expect(await send()).toEqual({ kind: "not_sent", code: `http_${status}`, isFree: true });
      expect(isReady()).toBe(false);
      await clock.advance(60_000);
      expect(isReady()).toBe(true);
      await send();
      connector.heard("ada");
      expect([isReady(), states]).toEqual([
        true,
        ["failed: token_refused", "failed: token_refused", "connected"],
      ]);
    },
  );

  it("a connector's health is reported once, and again after a minute, since another process may have reported the opposite", async () => {
    const { clock, connector, states } = bench();
    connector.heard("ada");
    connector.heard("ada");
    await clock.advance(60_000);
    connector.heard("ada");
    expect(states).toEqual(["connected", "connected"]);
  });

  it("a connector without an address to send to is not ready", () => {
    const connector = createConnector({
      settings: { sendUrl: undefined, token: undefined, allowedHosts: [] },
      http: { request: () => Promise.reject(new Error("no call was expected")) },
      directory: { stateChanged: () => Promise.resolve() },
      clock: fakeClock(),
      log: silentLog,
    });
    expect(connector.channel.ready(connectorAccount)).toBe(false);
  });
});
