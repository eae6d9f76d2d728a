import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type IlinkBench, openIlinkBench } from "../../../../test/support/ilink-bench.ts";
import type { Bot } from "../../../../test/vendors/ilink-people.ts";
import { ledgerChannel } from "../../../../test/vendors/ledger-channel.ts";
import type { Delivery, Verdict } from "../../../domain/delivery.ts";
import { createSharedChannel } from "../wire.ts";

let bench: IlinkBench;
let bot: Bot;
let reading: { close(): Promise<void> };
beforeEach(async () => {
  bench = await openIlinkBench();
  bot = await bench.linked();
  reading = bench.poll();
  bench.server.says(bot, { text: "hi" });
  await bench.ports.whenTaken(1);
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const send = (more: Partial<Delivery> = {}): Promise<Verdict> =>
  bench.ilink.channel.send(bench.part(bot, more), new AbortController().signal);
const listSeen = (): (string | undefined)[] => bench.server.people.ledger.map(({ text }) => text);
const sends = (): number =>
  bench.server.calls.filter(({ endpoint }) => endpoint === "sendmessage").length;

describe("a part", () => {
  it("a part by iLink is sent when the vendor says `{}`, and with its id when there is one", async () => {
    expect(await send({ text: "one" })).toEqual({ kind: "sent", providerMessageId: undefined });
    bench.server.people.answersWithId = true;
    expect(await send({ text: "two", idempotencyKey: "key-2" })).toEqual({
      kind: "sent",
      providerMessageId: "9000000000000000002",
    });
    expect(listSeen()).toEqual(["one", "two"]);
    expect(bench.server.people.ledger[0]).toMatchObject({ to: bot.userId, clientId: "key-1" });
  });

  it("a part by iLink goes out under the same client_id however often it is tried", async () => {
    bench.server.plan("sendmessage", { status: 503, headers: { "retry-after": "7" } });
    expect(await send()).toEqual({ kind: "not_sent", code: "http_503", retryAfterMs: 7_000 });
    expect(await send({ attempt: 2 })).toMatchObject({ kind: "sent" });
    expect(await send({ attempt: 3 })).toMatchObject({ kind: "sent" });
    expect(listSeen()).toEqual(["hello"]);
    expect(bench.server.people.repeats).toBe(1);
  });

  it("a part by iLink has at most 1,800 characters and is not sent again in doubt", () => {
    expect(bench.ilink.channel).toMatchObject({
      name: "wechat_personal",
      unknownSends: "keep",
      limits: { partLength: 1_800, partUnit: "characters" },
    });
  });
});

describe("the vendor's answer", () => {
  it.each(["prepare failed", "unknown error", "rate limited", "", undefined])(
    "iLink's answer -2 with %j waits for the person",
    async (errmsg) => {
      bench.server.plan("sendmessage", {
        json: { ret: -2, ...(errmsg === undefined ? {} : { errmsg }) },
      });
      expect(await send()).toEqual({ kind: "waiting_for_user", code: "vendor_window" });
      expect(listSeen()).toEqual([]);
    },
  );

  it.each([
    [
      { json: { ret: -3, errmsg: "invalid argument" } },
      { kind: "refused", code: "invalid_argument" },
    ],
    [{ json: { ret: -7 } }, { kind: "not_sent", code: "ret_-7" }],
    [{ status: 500 }, { kind: "unknown", code: "http_500" }],
    [
      { status: 503, headers: { "retry-after": "7" } },
      { kind: "not_sent", code: "http_503", retryAfterMs: 7_000 },
    ],
    [
      { status: 429, headers: { "retry-after": "1e300" } },
      { kind: "not_sent", code: "http_429", retryAfterMs: undefined },
    ],
    [{ json: { ret: "error" } }, { kind: "unknown", code: "no_code" }],
    [{ status: 408 }, { kind: "not_sent", code: "http_408" }],
    [{ status: 425 }, { kind: "not_sent", code: "http_425" }],
    [{ status: 429 }, { kind: "not_sent", code: "http_429" }],
    [{ status: 404 }, { kind: "refused", code: "http_404" }],
    ["cut", { kind: "unknown", code: "reset" }],
  ] as const)("iLink's answer %j means %j", async (answer, verdict) => {
    bench.server.plan("sendmessage", answer);
    expect(await send()).toMatchObject(verdict);
  });

  it("iLink's answer that never comes leaves the outcome unknown", async () => {
    bench.server.plan("sendmessage", "hold");
    const verdict = send();
    await bench.server.arrived("sendmessage", 1);
    await bench.clock.advance(15_000);
    expect(await verdict).toEqual({ kind: "unknown", code: "timeout" });
  });

  it("a verdict of not sent needs no answer of the vendor where nothing left: the host is gone", async () => {
    const credentials = {
      botToken: bot.token,
      botId: bot.botId,
      baseUrl: "http://127.0.0.1:1",
      userId: bot.userId,
    };
    const away = await openIlinkBench({ moreHosts: ["http://127.0.0.1:1"] });
    try {
      const gone = await away.linked();
      await away.ports.secrets.put(`wechat_ilink:${gone.botId}`, JSON.stringify(credentials));
      await away.ilink.login.start("0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1dff");
      expect(await away.ilink.channel.send(away.part(gone), new AbortController().signal)).toEqual({
        kind: "not_sent",
        code: "connect",
      });
    } finally {
      await away.close();
    }
  });

  it("iLink's answer -14 is a lost login: loud, nothing is lost, and no part is tried until there is a new one", async () => {
    bench.server.kill(bot);
    expect(await send()).toEqual({ kind: "not_sent", code: "needs_login" });
    expect(bench.ports.accounts[0]).toMatchObject({ state: "needs_login", reason: "token_dead" });
    expect(bench.errors.filter((line) => line.includes("no longer accepts"))).toHaveLength(1);
    expect(bench.ilink.channel.ready(bot.botId)).toBe(false);
    expect(await send()).toEqual({ kind: "not_sent", code: "needs_login" });
    expect(sends()).toBe(1);
  });
});

describe("the window", () => {
  const window = (sendsSinceInbound: number): Delivery["window"] => ({
    lastInboundAt: new Date(bench.clock.now()).toISOString(),
    sendsSinceInbound,
    contextToken: "ctx-1",
  });

  it("iLink's window takes ten parts after a message, the last two for reminders and notices; then the vendor is not called", async () => {
    const verdicts: string[] = [];
    const parts = [
      ...Array.from({ length: 9 }, () => "reply"),
      "reminder",
      "notice",
      "reminder",
    ] as Delivery["source"][];
    let sent = 0;
    for (const [at, source] of parts.entries()) {
      const verdict = await send({ source, idempotencyKey: `key-${at}`, window: window(sent) });
      if (verdict.kind === "sent") sent += 1;
      verdicts.push(verdict.kind === "waiting_for_user" ? verdict.code : verdict.kind);
    }
    expect(verdicts).toEqual([
      ...Array.from({ length: 8 }, () => "sent"),
      "quota_used",
      "sent",
      "sent",
      "quota_used",
    ]);
    expect(sends()).toBe(10);
    expect(bench.server.people.ledger).toHaveLength(10);
  });

  it("iLink's window is open for a day, to the millisecond, and opens again with the next message and its token", async () => {
    const lastInboundAt = new Date(bench.clock.now()).toISOString();
    const from = (contextToken: string): Partial<Delivery> => ({
      window: { lastInboundAt, sendsSinceInbound: 0, contextToken },
    });
    // Polling for a whole day is not needed here.
    await reading.close();
    await bench.clock.advance(86_399_999);
    expect(await send({ ...from("ctx-1"), idempotencyKey: "a" })).toMatchObject({ kind: "sent" });
    await bench.clock.advance(1);
    expect(await send({ ...from("ctx-1"), idempotencyKey: "b" })).toEqual({
      kind: "waiting_for_user",
      code: "window_closed",
    });
    bench.poll();
    bench.server.says(bot, { text: "again" });
    await bench.ports.whenTaken(2);
    expect(bench.ports.taken[1]?.payload).toMatchObject({ context_token: "ctx-2" });
    const reopened = {
      lastInboundAt: new Date(bench.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: "ctx-2",
    };
    expect(await send({ window: reopened, idempotencyKey: "b" })).toMatchObject({ kind: "sent" });
    expect(sends()).toBe(2);
  });

  it.each([
    { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null },
    { lastInboundAt: "2026-01-05T09:00:00.000Z", sendsSinceInbound: 0, contextToken: null },
  ])(
    "iLink's window is closed for a person who never wrote or whose token is missing: %j",
    async (never) => {
      expect(await send({ window: never })).toEqual({
        kind: "waiting_for_user",
        code: "never_wrote",
      });
      expect(sends()).toBe(0);
    },
  );
});

it("a part goes by our own login or by an outside connector, whichever the account belongs to", async () => {
  const connector = ledgerChannel({
    name: "wechat_personal",
    limits: { partLength: 2_000, sendTimeoutMs: 1 },
  });
  const shared = createSharedChannel(bench.ilink, connector);
  const signal = new AbortController().signal;
  expect(await shared.send(bench.part(bot, { text: "ours" }), signal)).toMatchObject({
    kind: "sent",
  });
  expect(
    await shared.send(bench.part(bot, { text: "theirs", channelAccount: "connector" }), signal),
  ).toMatchObject({ kind: "sent" });
  expect([listSeen(), connector.ledger.map(({ text }) => text)]).toEqual([["ours"], ["theirs"]]);
  connector.isReady = false;
  expect([
    shared.ready(bot.botId),
    shared.ready("connector"),
    shared.ready("unknown@im.bot"),
  ]).toEqual([true, false, false]);
  expect([shared.carriesFilesFor?.(bot.botId), shared.carriesFilesFor?.("connector")]).toEqual([
    true,
    false,
  ]);
  expect(shared).toMatchObject({
    name: "wechat_personal",
    limits: { partLength: 1_800, paceMs: 1_000 },
    unknownSends: "keep",
  });
});

describe("a file", () => {
  const png = Buffer.from("\x89PNG\r\n\x1a\n and then some", "latin1");
  const put = (bytes: Uint8Array, type: string, name?: string): Promise<string> =>
    bench.media.put(bytes, { type, name, channel: "wechat_personal" });

  it.each([
    ["image/png", 2],
    ["video/mp4", 5],
    ["application/pdf", 4],
    ["audio/mpeg", 4],
  ] as const)("a file by iLink of type %s arrives and can be opened", async (type, item) => {
    const id = await put(png, type, "name.bin");
    expect(await send({ text: "", payload: { media: { id } } })).toMatchObject({ kind: "sent" });
    expect(bench.server.people.ledger).toHaveLength(1);
    const [seen] = bench.server.people.ledger;
    expect(Buffer.from(seen?.file ?? [])).toEqual(png);
    expect(seen?.item["type"]).toBe(item);
    if (item === 4)
      expect(seen?.item["file_item"]).toMatchObject({
        file_name: "name.bin",
        len: String(png.length),
      });
  });

  it.each([0, 15, 16, 17])("a file by iLink of %i bytes has the right sizes", async (length) => {
    const id = await put(new Uint8Array(length), "application/octet-stream");
    expect(await send({ text: "", payload: { media: { id } } })).toMatchObject({ kind: "sent" });
    expect(bench.server.people.ledger[0]?.file).toHaveLength(length);
  });

  it("a file by iLink is uploaded up to three times when the store fails, and not at all again when it refuses", async () => {
    const id = await put(png, "image/png");
    bench.server.cdn.plan.push({ status: 500 }, "no_header");
    const sending = send({ text: "", payload: { media: { id } } });
    await bench.passUntil(sending);
    expect(await sending).toMatchObject({ kind: "sent" });
    bench.server.cdn.plan.push({ status: 403, reason: "no" });
    expect(await send({ idempotencyKey: "other", payload: { media: { id } } })).toEqual({
      kind: "refused",
      code: "upload_http_403",
    });
    expect(bench.server.cdn.requests).toHaveLength(4);
    expect(bench.server.people.ledger).toHaveLength(1);
  });

  it("a file by iLink with words comes after them, and the words are said once however often the file is tried", async () => {
    const id = await put(png, "image/png");
    const captioned = { text: "look", payload: { media: { id } } };
    bench.server.plan("sendmessage", { json: { ret: -3 } });
    expect(await send(captioned)).toEqual({ kind: "refused", code: "invalid_argument" });
    expect(listSeen()).toEqual([]);
    const gate = bench.server.people.receive.bind(bench.server.people);
    let failed = false;
    bench.server.people.receive = (to, message) => {
      const isFile = JSON.stringify(message).includes("image_item");
      if (!isFile || failed) return gate(to, message);
      failed = true;
      return { ret: -9 };
    };
    expect(await send(captioned)).toEqual({ kind: "not_sent", code: "ret_-9" });
    expect(await send({ ...captioned, attempt: 2 })).toMatchObject({ kind: "sent" });
    expect(listSeen()).toEqual(["look", undefined]);
    expect(bench.server.people.repeats).toBe(0);
  });

  it("a file by iLink that is gone is refused, and one that can't be announced is not sent", async () => {
    expect(await send({ payload: { media: { id: "gone" } } })).toEqual({
      kind: "refused",
      code: "media_gone",
    });
    const id = await put(png, "image/png");
    bench.server.plan("getuploadurl", { json: { ret: 0 } }, "cut");
    expect(await send({ payload: { media: { id } } })).toEqual({
      kind: "not_sent",
      code: "no_upload_address",
    });
    expect(await send({ payload: { media: { id } } })).toEqual({
      kind: "not_sent",
      code: "upload_unanswered",
    });
  });
});

describe("typing", () => {
  const listTyping = (): unknown[] =>
    bench.server.calls
      .filter(({ endpoint }) => endpoint === "sendtyping")
      .map(({ body }) => [body["ilink_user_id"], body["status"]]);

  it("iLink's typing state is shown every five seconds with one ticket, and taken back at the end", async () => {
    const typing = bench.ilink.typing.begin({
      channelAccount: bot.botId,
      peer: bot.userId,
      contextToken: "ctx-1",
    });
    await bench.server.arrived("sendtyping", 1);
    await bench.passUntil(bench.server.arrived("sendtyping", 2));
    await typing.end();
    expect(listTyping()).toEqual([
      [bot.userId, 1],
      [bot.userId, 1],
      [bot.userId, 2],
    ]);
    const configs = bench.server.calls.filter(({ endpoint }) => endpoint === "getconfig");
    expect(configs.map(({ body }) => body["context_token"])).toEqual(["ctx-1"]);
  });

  it("iLink's typing state is left alone when there is no ticket, and no part fails for it", async () => {
    bench.server.plan("getconfig", { status: 500 });
    const typing = bench.ilink.typing.begin({ channelAccount: bot.botId, peer: bot.userId });
    await bench.server.arrived("getconfig", 1);
    await typing.end();
    expect(listTyping()).toEqual([]);
  });
});
