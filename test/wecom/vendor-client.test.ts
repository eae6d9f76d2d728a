import { WSClient, type WsFrame } from "@wecom/aibot-node-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { openConnectionBench } from "../support/wecom-connection-bench.ts";
import { startWecomSocketServer, type WecomSocketServer } from "../vendors/wecom-socket-server.ts";

/** The vendor's own client at our fake of the vendor: the fake speaks as the vendor means it. */
let server: WecomSocketServer;
const clients: WSClient[] = [];
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
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

async function connect(): Promise<WSClient> {
  const made = client();
  const ready = once(made, "authenticated");
  made.connect();
  await ready;
  return made;
}

it("the vendor's client is let in with the right secret and refused with another", async () => {
  await connect();
  const wrong = client("guessed");
  const failed = new Promise<Error>((resolve) => {
    wrong.on("error", resolve);
  });
  wrong.connect();
  expect((await failed).message).toContain("40001");
});

it("the vendor's client answers a message bit by bit, greets, changes a card, pushes and sends a file, and the fake finds no fault", async () => {
  const bot = await connect();
  const message = once(bot, "message.text");
  const bubble = server.text(zhang, "你好");
  const frame = await message;
  await bot.replyStream(frame, "s1", "你", false, undefined, { id: "f1" });
  await bot.replyStream(frame, "s1", "你好！", true);
  expect(bubble).toMatchObject({
    id: "s1",
    content: "你好！",
    finished: true,
    seen: ["你", "你好！"],
  });

  const entered = once(bot, "event.enter_chat");
  server.event(zhang, { eventtype: "enter_chat" });
  await bot.replyWelcome(await entered, { msgtype: "text", text: { content: "欢迎" } });
  expect(server.welcomes).toEqual(["欢迎"]);

  const clicked = once(bot, "event.template_card_event");
  server.event(zhang, {
    eventtype: "template_card_event",
    template_card_event: { event_key: "k", task_id: "t1" },
  });
  await bot.updateTemplateCard(await clicked, { card_type: "button_interaction", task_id: "t1" });
  expect(server.cards).toMatchObject([{ task_id: "t1" }]);

  await bot.sendMessage("zhangsan", { msgtype: "markdown", markdown: { content: "到点了" } });
  await expect(
    bot.sendMessage("stranger", { msgtype: "markdown", markdown: { content: "?" } }),
  ).rejects.toMatchObject({ errcode: 93006 });
  const bytes = Buffer.alloc(1_300_000, "pdf");
  const { media_id: mediaId } = await bot.uploadMedia(bytes, {
    type: "file",
    filename: "报告.pdf",
  });
  await bot.sendMediaMessage("zhangsan", "file", mediaId);
  expect(
    server.pushed.map(({ type, text, file }) => [
      type,
      text,
      file?.filename,
      file?.bytes.equals(bytes),
    ]),
  ).toEqual([
    ["markdown", "到点了", undefined, undefined],
    ["file", "", "报告.pdf", true],
  ]);
});

it("the vendor's client is notified when another connection takes its place, and stays away", async () => {
  const first = await connect();
  const told = once(first, "event.disconnected_event");
  await connect();
  expect((await told).body).toMatchObject({ event: { eventtype: "disconnected_event" } });
  expect([first.isConnected, server.opened]).toEqual([false, 2]);
});

/** The names in a frame, by command: what they hold differs from call to call. */
function shapes({ frames }: WecomSocketServer): Record<string, unknown> {
  const names = (value: unknown): unknown =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? typeof value
      : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, names(inner)]));
  return Object.fromEntries(
    frames.map(({ cmd, body }) => [
      `${cmd} ${typeof body["msgtype"] === "string" ? body["msgtype"] : ""}`,
      names(body),
    ]),
  );
}

it("the vendor's client says each thing in the same form as ours does, which adds to a push what kind of chat is meant", async () => {
  const card = {
    card_type: "button_interaction",
    main_title: { title: "t" },
    button_list: [],
    task_id: "hello_mw_t1",
  };
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
  const bot = await connect();
  const heard = ["message.text", "event.enter_chat", "event.template_card_event"].map((event) =>
    once(bot, event),
  );
  const ask = (where: WecomSocketServer): void => {
    where.text(zhang, "你好");
    where.event(zhang, { eventtype: "enter_chat" });
    where.event(zhang, {
      eventtype: "template_card_event",
      template_card_event: { event_key: "k", task_id: "hello_mw_t1" },
    });
  };
  ask(server);
  const [message, entered, clicked] = await Promise.all(heard);
  if (message === undefined || entered === undefined || clicked === undefined)
    throw new Error("not all came");
  await bot.replyStream(message, "s1", "好", false, undefined, { id: "f1" });
  await bot.replyWelcome(entered, { msgtype: "text", text: { content: "欢迎" } });
  await bot.updateTemplateCard(clicked, card, ["zhangsan"]);
  await bot.sendMessage("zhangsan", { msgtype: "markdown", markdown: { content: "到点了" } });
  const { media_id: mediaId } = await bot.uploadMedia(bytes, { type: "image", filename: "a.png" });
  await bot.sendMediaMessage("zhangsan", "image", mediaId);

  const ours = await openConnectionBench();
  ours.ports.paired.set("zhangsan", "a");
  await ours.connect();
  ask(ours.server);
  await ours.soon(() => ours.server.frames.length === 4);
  const picture = await ours.media.put(bytes, { type: "image/png", channel: "wecom" });
  await ours.wecom.channel.send(
    ours.part({ payload: { media: { id: picture } } }),
    new AbortController().signal,
  );
  const theirs = shapes(server);
  for (const push of ["aibot_send_msg markdown", "aibot_send_msg image"])
    theirs[push] = { ...(theirs[push] as object), chat_type: "number" };
  expect(shapes(ours.server)).toEqual(theirs);
  await ours.close();
  expect(ours.server.violations).toEqual([]);
});
