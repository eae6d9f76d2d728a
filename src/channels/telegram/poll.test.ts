import { afterEach, beforeEach, expect, it } from "vitest";
import {
  botId,
  openTelegramBench,
  type TelegramBench,
} from "../../../test/support/telegram-bench.ts";
import { telegramUpdates } from "../../../test/vendors/telegram/updates.ts";

let bench: TelegramBench;
let polling: { close(): Promise<void> } | undefined;
const open = async (updates: "polling" | "webhook"): Promise<void> => {
  bench = await openTelegramBench({
    bots: [{ id: botId, token: `${botId}:AAtest-token-of-a-bot-0123456789`, updates }],
  });
  bench.ports.paired.set("700000001", "account-of-ada");
  await bench.ports.directory.link({
    channel: "telegram",
    channelAccount: botId,
    accountId: "",
    state: "connecting",
    reason: null,
  });
};
beforeEach(() => open("polling"));
afterEach(async () => {
  await polling?.close();
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});
const listCalls = (method: string) => bench.server.calls.filter((call) => call.method === method);
const offset = () => bench.ports.marksKept.get(`telegram|${botId}|offset`);
const text = (id: number) => ({
  message: {
    ...(telegramUpdates["text"] as { message: object }).message,
    message_id: id,
  },
});

it("a poll keeps the offset with its messages and confirms them with the next one", async () => {
  const first = bench.server.queue(botId, text(1));
  polling = bench.telegram.start();
  await bench.ports.whenTaken(1);
  expect(offset()).toBe(String(first + 1));
  await bench.server.until(() => bench.server.waiting(botId) === 0);
  const second = bench.server.queue(botId, text(2));
  await bench.ports.whenTaken(2);
  expect(offset()).toBe(String(second + 1));
  expect(listCalls("setMyCommands")).toHaveLength(2);
});

it("a poll goes on after a restart where it was, and takes nothing twice", async () => {
  bench.server.queue(botId, text(1));
  polling = bench.telegram.start();
  await bench.ports.whenTaken(1);
  await polling.close();
  bench.server.queue(botId, text(2));
  polling = bench.telegram.start();
  await bench.ports.whenTaken(2);
  expect(bench.ports.outcomes.map(({ kind }) => kind)).toEqual(["accepted", "accepted"]);
});

it("a batch that could not be kept comes again, and its offset has not moved", async () => {
  bench.ports.takeFailures.push(new Error("the database is away"));
  bench.server.queue(botId, text(1));
  polling = bench.telegram.start();
  await bench.clock.whenWaiting(1);
  expect([offset(), bench.server.waiting(botId)]).toEqual([undefined, 1]);
  await bench.clock.advance(2_000);
  await bench.ports.whenTaken(1);
  expect(offset()).toBeDefined();
});

it("an update that is not meant for us does not hold up the poll", async () => {
  bench.server.queue(botId, { channel_post: { text: "news" } });
  bench.server.queue(botId, { message: { message_id: 1 } });
  bench.server.queue(botId, text(3));
  polling = bench.telegram.start();
  await bench.ports.whenTaken(1);
  await bench.server.until(() => bench.server.waiting(botId) === 0);
});

it.each([[null], [{}], ["<html>"], [[{ message: {} }]]])(
  "an answer to a poll that holds no update we could confirm (%j) is asked again after a pause",
  async (result) => {
    bench.server.answersPolls.push(result, result);
    bench.server.queue(botId, text(1));
    polling = bench.telegram.start();
    for (const polls of [1, 2]) {
      await bench.clock.whenWaiting(1);
      expect(listCalls("getUpdates")).toHaveLength(polls);
      await bench.clock.advance(2_000);
    }
    await bench.ports.whenTaken(1);
  },
);

it("another program that polls the same bot is reported, and does not end the polls", async () => {
  polling = bench.telegram.start();
  await bench.server.until(() => listCalls("getUpdates").length === 1);
  const rival = await fetch(`${bench.server.url}/bot${bench.server.tokenOf(botId)}/getUpdates`, {
    method: "POST",
    body: "{}",
  });
  expect(rival.status).toBe(200);
  await bench.clock.whenWaiting(1);
  expect(bench.ports.accounts).toMatchObject([{ state: "failed", reason: "another_poller" }]);
  bench.server.queue(botId, text(1));
  await bench.clock.advance(2_000);
  await bench.ports.whenTaken(1);
  await bench.server.until(() => bench.server.waiting(botId) === 0);
  expect(bench.ports.accounts).toMatchObject([{ state: "connected" }]);
});

it("a webhook of an earlier setting is removed before the first poll", async () => {
  await fetch(`${bench.server.url}/bot${bench.server.tokenOf(botId)}/setWebhook`, {
    method: "POST",
    body: '{"url":"https://elsewhere.example/hook"}',
  });
  bench.server.queue(botId, text(1));
  polling = bench.telegram.start();
  await bench.ports.whenTaken(1);
  expect(bench.server.webhooks.size).toBe(0);
});

it("a bot with a webhook tells Telegram its address and its secret", async () => {
  await bench.close();
  await open("webhook");
  polling = bench.telegram.start();
  await bench.server.until(() => listCalls("setWebhook").length === 1);
  expect(listCalls("setWebhook")[0]?.fields).toMatchObject({
    url: `https://meanwhile.example/webhooks/telegram/${botId}`,
    secret_token: "a-secret-of-the-webhook",
    allowed_updates: [
      "message",
      "edited_message",
      "callback_query",
      "message_reaction",
      "chat_member",
    ],
  });
  expect(listCalls("getUpdates")).toEqual([]);
});
