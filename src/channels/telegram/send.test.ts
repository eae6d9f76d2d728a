import { afterEach, beforeEach, expect, it } from "vitest";
import {
  botId,
  openTelegramBench,
  partTo,
  type TelegramBench,
} from "../../../test/support/telegram-bench.ts";
import type { Delivery } from "../../domain/delivery.ts";

const never = new AbortController().signal;
let bench: TelegramBench;
beforeEach(async () => {
  bench = await openTelegramBench();
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});
const send = (delivery: Delivery) => bench.telegram.channel.send(delivery, never);
const lastSeen = () => bench.server.seen.at(-1);

it("a reply is sent with its formatting and without a preview of its links", async () => {
  await send(partTo("user:5", { text: "**Now** at `https://example.org`" }));
  expect(lastSeen()?.fields).toEqual({
    chat_id: 5,
    text: "Now at https://example.org",
    entities: [
      { type: "bold", offset: 0, length: 3 },
      { type: "code", offset: 7, length: 19 },
    ],
    link_preview_options: { is_disabled: true },
  });
});

it("a reply whose formatting Telegram refuses is sent as it was written, once", async () => {
  bench.server.plan(botId, { kind: "error", code: 400 });
  expect(await send(partTo("user:5", { text: "**Now**" }))).toMatchObject({ kind: "sent" });
  expect(bench.server.seen.map(({ text }) => text)).toEqual(["**Now**"]);
});

it("a message to a group that has become a supergroup goes to its new id", async () => {
  const moved = { migrate_to_chat_id: -100_555 };
  bench.server.plan(botId, { kind: "error", code: 400, parameters: moved });
  expect(await send(partTo("group:-77:topic:4:user:5"))).toEqual({
    kind: "sent",
    providerMessageId: "-100555:1",
  });
  expect(lastSeen()?.fields).toMatchObject({ chat_id: -100_555, message_thread_id: 4 });
});

it("an answer in a group answers the message that it is for", async () => {
  const scope = "group:-77:user:5";
  bench.telegram.channel
    .typing?.({
      channelAccount: botId,
      peer: scope,
      scope,
      vendorId: "-77:12",
      contextToken: undefined,
      turnId: "t",
      shown: () => "",
    })
    .end();
  await send(partTo(scope));
  expect(lastSeen()?.fields["reply_parameters"]).toEqual({
    message_id: 12,
    allow_sending_without_reply: true,
  });
});

it.each([
  ["image/png", "sendPhoto"],
  ["audio/ogg", "sendVoice"],
  ["video/mp4", "sendVideo"],
  ["audio/mpeg", "sendAudio"],
  ["application/pdf", "sendDocument"],
])("a file of type %s goes by %s, with its caption", async (type, method) => {
  const bytes = Buffer.from("\u0000bytes\r\nof a file", "latin1");
  const id = await bench.media.put(bytes, { type, name: '计划 "1".pdf', channel: "telegram" });
  const part = partTo("user:5", { text: "**here**", payload: { media: { id } } });
  expect(await send(part)).toMatchObject({ kind: "sent" });
  expect(lastSeen()).toMatchObject({ method, text: "here" });
  expect(lastSeen()?.file?.equals(bytes)).toBe(true);
});

it("a file that is gone or has too long a caption is refused", async () => {
  expect(await send(partTo("user:5", { payload: { media: { id: "none" } } }))).toEqual({
    kind: "refused",
    code: "media_gone",
  });
  const id = await bench.media.put(Buffer.from("x"), { type: "image/png", channel: "telegram" });
  const long = partTo("user:5", { text: "x".repeat(1_025), payload: { media: { id } } });
  expect(await send(long)).toEqual({ kind: "refused", code: "caption_not_possible" });
});

const due = (id: string) => ({
  id,
  account: "a",
  due: "2026-01-05T08:00:00",
  content: "water",
  zone: "UTC",
  missed_more: false,
});
const reminding = (...items: readonly ReturnType<typeof due>[]) =>
  partTo("user:5", {
    source: "reminder",
    payload: { pieces: [{ kind: "reminders", language: "zh", zone: "UTC", items }] },
  });
const buttons = () => JSON.stringify(lastSeen()?.fields["reply_markup"] ?? null);

it("a reminder has buttons for done and later, a change one for undo, and other messages none", async () => {
  await send(reminding(due("1")));
  expect(buttons()).toContain("mw:done:zh");
  expect(buttons()).toContain("10 分钟后");
  await send(reminding(due("1"), due("2")));
  expect(buttons()).toBe("null");
  await send(partTo("user:5", { payload: { undoable: true } }));
  expect(buttons()).toContain("mw:undo:en");
  await send(partTo("user:5"));
  expect(buttons()).toBe("null");
});

it("a group takes twenty messages a minute; the next one waits without a call", async () => {
  for (let nth = 0; nth < 20; nth += 1) await send(partTo("group:-77:user:5"));
  const before = bench.server.calls.length;
  expect(await send(partTo("group:-77:user:5"))).toEqual({
    kind: "not_sent",
    code: "busy",
    retryAfterMs: 60_000,
  });
  expect(bench.server.calls.length).toBe(before);
});

it("thirty messages go in a second, and the next one in the next", async () => {
  bench.server.limitRates(bench.clock);
  const all = Array.from({ length: 31 }, (_, nth) => send(partTo(`user:${nth + 1}`)));
  await bench.server.until(() => bench.server.calls.length === 30);
  await bench.clock.whenWaiting(1);
  await bench.clock.advance(1_000);
  expect(new Set((await Promise.all(all)).map(({ kind }) => kind))).toEqual(new Set(["sent"]));
});

it("a chat that had too many messages says when the next may come", async () => {
  bench.server.limitRates(bench.clock);
  for (let nth = 0; nth < 3; nth += 1) await send(partTo("user:5"));
  expect(await send(partTo("user:5"))).toEqual({
    kind: "not_sent",
    code: "busy",
    retryAfterMs: 3_000,
  });
});

it("a bot whose token was revoked sends nothing until it works again", async () => {
  bench.server.revoked.add(botId);
  expect(await send(partTo("user:5"))).toEqual({ kind: "not_sent", code: "token_refused" });
  expect(bench.telegram.channel.ready(botId)).toBe(false);
  bench.server.revoked.clear();
  await bench.clock.whenWaiting(1);
  await bench.clock.advance(60_000);
  await bench.server.until(() => bench.server.calls.some(({ method }) => method === "getMe"));
  expect(await send(partTo("user:5"))).toMatchObject({ kind: "sent" });
});
