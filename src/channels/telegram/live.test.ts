import { afterEach, beforeEach, expect, it } from "vitest";
import {
  botId,
  openTelegramBench,
  type TelegramBench,
} from "../../../test/support/telegram-bench.ts";

let bench: TelegramBench;
beforeEach(async () => {
  bench = await openTelegramBench();
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

let shown = "";
const begin = (scope: string) => {
  shown = "";
  return bench.telegram.channel.typing?.({
    channelAccount: botId,
    peer: "5",
    scope,
    vendorId: "5:12",
    contextToken: undefined,
    turnId: "t",
    shown: () => shown,
  });
};
const listCalls = (method: string) => bench.server.calls.filter((call) => call.method === method);
/** Time goes on until so many calls were made. */
const look = async (method: string, count: number): Promise<void> => {
  while (listCalls(method).length < count) {
    await bench.clock.whenWaiting(1);
    await bench.clock.advance(250);
  }
};

it("an answer is shown as a draft while it is written, under one id, and typing before that", async () => {
  const typing = begin("user:5");
  await bench.server.until(() => listCalls("sendChatAction").length === 1);
  shown = "Once **upon**";
  await look("sendMessageDraft", 1);
  shown = "Once **upon** a time";
  await look("sendMessageDraft", 2);
  typing?.end();
  expect(listCalls("sendMessageDraft").map(({ fields }) => fields)).toEqual([
    {
      chat_id: 5,
      draft_id: 12,
      text: "Once upon",
      entities: [{ type: "bold", offset: 5, length: 4 }],
    },
    expect.objectContaining({ draft_id: 12, text: "Once upon a time" }),
  ]);
  expect(bench.server.seen).toEqual([]);
});

it("a draft is shown although Telegram has not answered yet that the bot types", async () => {
  const answered = Promise.withResolvers<void>();
  bench.server.typing.until = answered.promise;
  const typing = begin("user:5");
  await bench.server.until(() => listCalls("sendChatAction").length === 1);
  shown = "Once";
  await look("sendMessageDraft", 1);
  typing?.end();
  answered.resolve();
});

it("a long answer is shown up to Telegram's limit, and no character is cut", async () => {
  const typing = begin("user:5");
  await bench.server.until(() => listCalls("sendChatAction").length === 1);
  shown = `x${"😀".repeat(3_000)}`;
  await look("sendMessageDraft", 1);
  typing?.end();
  const text = String(listCalls("sendMessageDraft")[0]?.fields["text"]);
  expect([text.length, text.isWellFormed()]).toEqual([4_095, true]);
});

it("a draft that Telegram refuses ends the drafts of its own answer only; three in a row end those of the bot", async () => {
  const listDrafts = () => listCalls("sendMessageDraft").map(({ fields }) => fields["text"]);
  const write = async (text: string, drafts: number): Promise<void> => {
    const typing = begin("user:5");
    shown = text;
    if (drafts > listDrafts().length) await look("sendMessageDraft", drafts);
    for (let passed = 0; passed < 2_000; passed += 250) await bench.clock.advance(250);
    shown += " more";
    for (let passed = 0; passed < 2_000; passed += 250) await bench.clock.advance(250);
    typing?.end();
  };
  const refuse = () => (bench.server.refusedDrafts.left = 1);
  refuse();
  await write("odd", 1);
  expect(listDrafts()).toEqual(["odd"]);
  await write("plain", 2);
  expect(listDrafts().slice(1, 2)).toEqual(["plain"]);
  const before = listDrafts().length;
  for (const nth of [1, 2, 3]) {
    refuse();
    await write(`odd ${nth}`, before + nth);
  }
  await write("never shown", 0);
  expect(listDrafts().slice(before)).toEqual(["odd 1", "odd 2", "odd 3"]);
});

it("an answer in a group is not shown before it is complete, only that it is being written", async () => {
  const typing = begin("group:-7:topic:3:user:5");
  shown = "Once upon";
  await bench.server.until(() => listCalls("sendChatAction").length === 1);
  await bench.clock.whenWaiting(1);
  await bench.clock.advance(5_000);
  await bench.server.until(() => listCalls("sendChatAction").length === 2);
  typing?.end();
  expect(listCalls("sendMessageDraft")).toEqual([]);
  expect(listCalls("sendChatAction")[0]?.fields).toEqual({
    chat_id: -7,
    message_thread_id: 3,
    action: "typing",
  });
});

it("drafts stay within Telegram's rate, whatever the model's speed", async () => {
  bench.server.limitRates(bench.clock);
  const typing = begin("user:5");
  await bench.server.until(() => listCalls("sendChatAction").length === 1);
  for (let nth = 1; nth <= 10; nth += 1) {
    shown += "word ";
    await look("sendMessageDraft", nth);
  }
  typing?.end();
  expect(listCalls("sendMessageDraft")).toHaveLength(10);
});
