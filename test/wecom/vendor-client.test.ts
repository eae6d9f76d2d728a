import { WSClient, type WsFrame } from "@wecom/aibot-node-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { startWecomSocketServer, type WecomSocketServer } from "../vendors/wecom-socket-server.ts";

/** The vendor's own client at our fake of the vendor: the fake speaks as the vendor means it. */
let server: WecomSocketServer;
const clients: WSClient[] = [];
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const zhang = { userid: "zhangsan" };

beforeEach(async () => {
  server = await startWecomSocketServer({ clock: systemClock, paced: false });
  server.bot("AIB1", "s3cret");
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await server.close();
  expect(server.violations).toEqual([]);
});

function client(secret = "s3cret"): WSClient {
  const made = new WSClient({
    botId: "AIB1",
    secret,
    wsUrl: server.url,
    logger: quiet,
    maxReconnectAttempts: 0,
    maxAuthFailureAttempts: 0,
  });
  made.on("error", () => undefined);
  clients.push(made);
  return made;
}

const once = (from: WSClient, event: string): Promise<WsFrame> =>
  new Promise((resolve) => {
    from.once(event as "message", (frame) => resolve(frame));
  });

async function connected(): Promise<WSClient> {
  const made = client();
  const ready = once(made, "authenticated");
  made.connect();
  await ready;
  return made;
}

it("is let in with the right secret and refused with another", async () => {
  await connected();
  const wrong = client("guessed");
  const failed = new Promise<Error>((resolve) => {
    wrong.on("error", resolve);
  });
  wrong.connect();
  expect((await failed).message).toContain("40001");
});

it("answers a message bit by bit, greets, changes a card, pushes and sends a file, and the fake finds no fault", async () => {
  const bot = await connected();
  const message = once(bot, "message.text");
  const bubble = server.text(zhang, "你好");
  const frame = await message;
  await bot.replyStream(frame, "s1", "你", false, undefined, { id: "f1" });
  await bot.replyStream(frame, "s1", "你好！", true);
  expect(bubble).toMatchObject({ id: "s1", content: "你好！", finished: true, seen: ["你", "你好！"] });

  const entered = once(bot, "event.enter_chat");
  server.event(zhang, { eventtype: "enter_chat" });
  await bot.replyWelcome(await entered, { msgtype: "text", text: { content: "欢迎" } });
  expect(server.welcomes).toEqual(["欢迎"]);

  const clicked = once(bot, "event.template_card_event");
  server.event(zhang, { eventtype: "template_card_event", template_card_event: { event_key: "k", task_id: "t1" } });
  await bot.updateTemplateCard(await clicked, { card_type: "button_interaction", task_id: "t1" });
  expect(server.cards).toMatchObject([{ task_id: "t1" }]);

  await bot.sendMessage("zhangsan", { msgtype: "markdown", markdown: { content: "到点了" } });
  await expect(bot.sendMessage("stranger", { msgtype: "markdown", markdown: { content: "?" } })).rejects.toMatchObject({ errcode: 93006 });
  const bytes = Buffer.alloc(1_300_000, "pdf");
  const { media_id: mediaId } = await bot.uploadMedia(bytes, { type: "file", filename: "报告.pdf" });
  await bot.sendMediaMessage("zhangsan", "file", mediaId);
  expect(server.pushed.map(({ type, text, file }) => [type, text, file?.filename, file?.bytes.equals(bytes)])).toEqual([
    ["markdown", "到点了", undefined, undefined],
    ["file", "", "报告.pdf", true],
  ]);
});

it("is told when another connection takes its place, and stays away", async () => {
  const first = await connected();
  const told = once(first, "event.disconnected_event");
  await connected();
  expect((await told).body).toMatchObject({ event: { eventtype: "disconnected_event" } });
  expect([first.isConnected, server.opened]).toEqual([false, 2]);
});
