import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webChannel } from "../../src/channels/web/channel.ts";
import { channelName, connectorAccount, createConnector } from "../../src/channels/wechat/connector.ts";
import { systemClock } from "../../src/cli/system.ts";
import type { Channel } from "../../src/domain/channel.ts";
import type { Delivery, Verdict } from "../../src/domain/delivery.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { silentLog } from "../support/silent-log.ts";
import { type ConnectorAnswer, wechatConnector } from "../vendors/wechat-connector.ts";

/** A channel beside the fake of its vendor. Another channel joins the laws by adding a bench to the table. */
interface ChannelBench {
  readonly channel: Channel;
  readonly channelAccount: string;
  /** What the vendor's side holds: the truth about what people saw. */
  ledger(): readonly string[];
  /** How the vendor can be made to answer, and the verdict that is true then. Empty for a channel without a vendor. */
  readonly cases: readonly VendorCase[];
  /** Nobody listens any more. Undefined for a channel without a vendor. */
  readonly vanish: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

interface VendorCase {
  readonly name: string;
  readonly arrange: () => void;
  readonly verdict: Verdict["kind"];
  readonly code?: string;
}

const table: readonly { readonly name: string; open(): Promise<ChannelBench> }[] = [
  { name: "web", open: openWeb },
  { name: "wechat_personal through an outside connector", open: openWechat },
];

async function openWeb(): Promise<ChannelBench> {
  const shown: string[] = [];
  const channel = webChannel();
  const noted: Channel = {
    ...channel,
    send: async (delivery, signal) => {
      const verdict = await channel.send(delivery, signal);
      if (verdict.kind === "sent") shown.push(delivery.text);
      return verdict;
    },
  };
  return { channel: noted, channelAccount: "web", ledger: () => shown, cases: [], vanish: undefined, close: async () => undefined };
}

async function openWechat(): Promise<ChannelBench> {
  const servers = loopbackServers();
  const vendor = await wechatConnector(servers);
  const http = safeHttp({ clock: systemClock });
  const connector = createConnector({
    settings: { sendUrl: vendor.url, token: undefined, allowedHosts: ["127.0.0.1"] },
    http,
    directory: { stateChanged: () => Promise.resolve() },
    clock: systemClock,
    log: silentLog,
  });
  const answers = (
    name: string,
    answer: ConnectorAnswer,
    { kind: verdict, code }: { kind: Verdict["kind"]; code?: string },
  ): VendorCase => ({
    name,
    arrange: () => {
      connector.heard();
      vendor.plan.push(answer);
    },
    verdict,
    ...(code === undefined ? {} : { code }),
  });
  const texts = ["prepare failed", "", "unknown error", "rate limited"];
  return {
    channel: connector.channel,
    channelAccount: connectorAccount,
    ledger: () => vendor.ledger.map(({ text }) => text),
    cases: [
      ...texts.map((errmsg) =>
        answers(`ret -2 "${errmsg}"`, { body: { ret: -2, errmsg } }, { kind: "waiting_for_user", code: "window_closed" }),
      ),
      answers("errcode -14", { body: { ret: 0, errcode: -14 } }, { kind: "not_sent", code: "needs_login" }),
      answers("ret -3", { body: { ret: -3 } }, { kind: "refused", code: "invalid_argument" }),
      answers("an unknown code", { body: { errcode: 45009 } }, { kind: "not_sent", code: "ret_45009" }),
      answers("ok: false", { body: { ok: false } }, { kind: "not_sent", code: "connector_error" }),
      answers("200 without sense", { body: "<html>", headers: {} }, { kind: "unknown", code: "unreadable_answer" }),
      answers("taken, then 500", { status: 500, body: { error: "later" } }, { kind: "unknown", code: "http_500" }),
      answers("taken, then cut off", { cut: true }, { kind: "unknown" }),
      answers("429", { status: 429, headers: { "retry-after": "7" }, body: {} }, { kind: "not_sent", code: "http_429" }),
      answers("401", { status: 401, body: {} }, { kind: "not_sent", code: "http_401" }),
      answers("404", { status: 404, body: {} }, { kind: "refused", code: "http_404" }),
      answers("a redirect", { status: 302, headers: { location: "http://127.0.0.1/" }, body: {} }, { kind: "unknown" }),
    ],
    vanish: () => servers.close(),
    async close() {
      await http.close();
      await servers.close();
    },
  };
}

const delivery = (bench: ChannelBench, text: string): Delivery => ({
  id: `d-${text}`,
  accountId: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00",
  conversationId: "c",
  turnId: null,
  messageId: "m",
  channel: bench.channel.name,
  channelAccount: bench.channelAccount,
  scope: "user:ada",
  peer: "ada",
  source: "reply",
  text,
  payload: {},
  attempt: 1,
  idempotencyKey: `key-${Buffer.from(text).toString("hex")}`,
  window: { lastInboundAt: "2026-01-05T09:00:00.000Z", sendsSinceInbound: 0, contextToken: "token" },
});

const never = new AbortController().signal;

describe.each(table)("the channel $name", ({ open }) => {
  let bench: ChannelBench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.close());

  it("has limits that a part can be made for, and a policy for sends that nobody knows the end of", () => {
    const { limits, unknownSends } = bench.channel;
    expect(limits.partLength).toBeGreaterThanOrEqual(4);
    expect(limits.sendTimeoutMs).toBeGreaterThan(0);
    expect(limits.paceMs).toBeGreaterThanOrEqual(0);
    expect(["resend", "keep"]).toContain(unknownSends);
  });

  it("says `sent` for what its vendor holds, word by word", async () => {
    const text = '你好 😀 \u202e "quoted" \\ </script>';
    expect(await bench.channel.send(delivery(bench, text), never)).toMatchObject({ kind: "sent" });
    expect(bench.ledger()).toContain(text);
  });

  it("never says more than is known, whatever the vendor answers", async () => {
    for (const [nth, { name, arrange, verdict, code }] of bench.cases.entries()) {
      arrange();
      const text = `case ${nth}`;
      const found = await bench.channel.send(delivery(bench, text), never);
      expect({ name, ...found }).toMatchObject({ name, kind: verdict, ...(code === undefined ? {} : { code }) });
      // `sent` needs the vendor's word, and what was not sent is not there.
      if (found.kind !== "unknown") expect([name, bench.ledger().includes(text)]).toEqual([name, found.kind === "sent"]);
    }
  });

  it("knows that nothing was sent when nobody answers the door", async () => {
    const alone = await open();
    await alone.vanish?.();
    const verdict = await alone.channel.send(delivery(alone, "nobody there"), never);
    expect(verdict.kind).toBe(alone.vanish === undefined ? "sent" : "not_sent");
    await alone.close();
  });
});

describe("wechat_personal through an outside connector", () => {
  it("is not ready while its login is dead, is again when the connector is heard, and sends nothing without a token", async () => {
    const states: string[] = [];
    const connector = createConnector({
      settings: { sendUrl: "http://127.0.0.1:9/send", token: undefined, allowedHosts: ["127.0.0.1"] },
      http: { request: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{"errcode":-14}') }) },
      directory: { stateChanged: async (_of, { state }) => void states.push(state) },
      clock: systemClock,
      log: silentLog,
    });
    const bench = { channel: connector.channel, channelAccount: connectorAccount } as ChannelBench;
    expect(connector.channel.name).toBe(channelName);
    expect(connector.channel.ready(connectorAccount)).toBe(true);
    await connector.channel.send(delivery(bench, "a"), never);
    expect(connector.channel.ready(connectorAccount)).toBe(false);
    connector.heard();
    expect([connector.channel.ready(connectorAccount), states]).toEqual([true, ["needs_login", "connected"]]);
    const mute = { ...delivery(bench, "b"), window: { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null } };
    expect(await connector.channel.send(mute, never)).toEqual({ kind: "waiting_for_user", code: "context_token_required" });
  });

  it("does not call a private host that is not on its list", async () => {
    const servers = loopbackServers();
    const vendor = await wechatConnector(servers);
    const http = safeHttp({ clock: systemClock });
    const connector = createConnector({
      settings: { sendUrl: vendor.url, token: undefined, allowedHosts: [] },
      http,
      directory: { stateChanged: () => Promise.resolve() },
      clock: systemClock,
      log: silentLog,
    });
    const bench = { channel: connector.channel, channelAccount: connectorAccount } as ChannelBench;
    expect(await connector.channel.send(delivery(bench, "a"), never)).toEqual({ kind: "not_sent", code: "blocked" });
    expect(vendor.calls).toEqual([]);
    await http.close();
    await servers.close();
  });
});
