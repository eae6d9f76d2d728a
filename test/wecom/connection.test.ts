import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sealBytes } from "../../src/channels/wecom/crypto.ts";
import type { WecomBot } from "../../src/channels/wecom/settings.ts";
import type { TurnContext } from "../../src/domain/skill.ts";
import { fakeMedia } from "../support/channel-ports.ts";
import { remind, timersOn } from "../support/reminder-lab.ts";
import { createDirectedTurn, until, useWecom } from "../support/use-wecom.ts";
import type { WecomLab, WecomLabOptions } from "../support/wecom-lab.ts";
import { testKey } from "../vendors/wecom-server.ts";
import type { PushedBubble } from "../vendors/wecom-chats.ts";
import { startWecomSocketServer, type WecomSocketServer } from "../vendors/wecom-socket-server.ts";
import { pngOf } from "../support/pictures.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };
const group = { userid: "lisi", chatid: "wrG1" };
const connected: WecomBot = {
  name: "default",
  path: "",
  keys: [],
  botId: "AIB1",
  connection: { botId: "AIB1", secret: "s3cret" },
};
const working = "正在处理中，请稍候。";

let wecom: WecomSocketServer;
beforeEach(async () => {
  wecom = await startWecomSocketServer({ clock: on.clock });
  wecom.bot("AIB1", "s3cret");
});
afterEach(async () => {
  await wecom.close();
  expect(wecom.violations).toEqual([]);
});

/** Time passes until it is so. */
const passes = (condition: () => boolean | Promise<boolean>): Promise<void> =>
  until(async () => {
    if (await condition()) return true;
    await on.clock.pass(100);
    return false;
  });

async function open(options: Partial<WecomLabOptions> = {}): Promise<WecomLab> {
  const { settings, ...more } = options;
  // The clock leaps while the database takes its own time: no process loses the line by that.
  const lab = await on.open({
    soleLeaseMs: 86_400_000,
    ...more,
    settings: { bots: [connected], socketUrl: wecom.url, ...settings },
  });
  await passes(() => lab.wecom.channel.ready("default"));
  return lab;
}

function say(text: string, from: { userid: string; chatid?: string } = zhang): PushedBubble {
  const bubble = wecom.text(from, text);
  if (bubble === undefined) throw new Error("the bot is not connected");
  return bubble;
}

const awaitFinished = async (bubble: PushedBubble): Promise<string> => {
  await passes(() => bubble.finished);
  return bubble.content;
};

const awaitStatuses = (...statuses: readonly string[]): Promise<void> =>
  passes(async () => (await on.statuses()).join() === statuses.join());

describe("over the long connection an answer", () => {
  it("an answer over the long connection is shown while it grows, each text after the acknowledgement of the one before, and is sent when WeCom has taken its end", async () => {
    const turn = createDirectedTurn();
    await open({ run: turn.run });
    const bubble = say("写首诗");
    await passes(() => bubble.content === working);
    const held = Promise.withResolvers<void>();
    wecom.plan("aibot_respond_msg", { held: held.promise });
    (await turn.begun).show({ text: "春" });
    await passes(() => bubble.content === "春");
    // While WeCom has not answered, what comes meanwhile is gathered.
    for (const more of ["眠", "不", "觉"]) (await turn.begun).show({ text: more });
    await passes(
      async () =>
        (await on.store.db.rows("select 1 from turn_stream where text = '春眠不觉'")).length > 0,
    );
    held.resolve();
    await passes(() => bubble.content === "春眠不觉");
    turn.end("春眠不觉晓");
    // Time stands still: however soon the end is there, it comes no closer than WeCom likes.
    await until(
      async () =>
        (await on.store.db.rows("select 1 from answer_stream where is_complete")).length > 0,
    );
    await on.clock.underWay.settled();
    expect(bubble.finished).toBe(false);
    wecom.plan("aibot_respond_msg", { errcode: 6000 }, { errcode: 45009 }, "lost");
    await awaitStatuses("sent");
    expect([bubble.finished, bubble.seen]).toEqual([
      true,
      [working, "春", "春眠不觉", "春眠不觉晓"],
    ]);
    expect(wecom.pushed).toEqual([]);
  });

  it("an answer over the long connection waits for the line: what is said while it is broken is said when it is back, in its stream", async () => {
    const turn = createDirectedTurn();
    const lab = await open({ run: turn.run });
    const bubble = say("你好");
    await turn.begun;
    wecom.refuse(503);
    wecom.cut("AIB1");
    await until(() => !lab.wecom.channel.ready("default"));
    turn.end("在");
    await until(async () => (await on.statuses()).join() === "pending");
    await on.clock.pass(10_000);
    expect(await on.statuses()).toEqual(["pending"]);
    wecom.refuse(undefined);
    expect(await awaitFinished(bubble)).toBe("在");
    await awaitStatuses("sent");
  });

  it("an answer over the long connection is gone on with by the process that takes over, which connects only then", async () => {
    const turn = createDirectedTurn();
    // Either process may run it, and the second one has to begin again what the first one had in hand.
    let newest: TurnContext | undefined;
    const run = (context: TurnContext) => turn.run((newest = context));
    const first = await open({ run, name: "first" });
    const second = await on.open({
      settings: { bots: [connected], socketUrl: wecom.url },
      run,
      name: "second",
    });
    const bubble = say("写首诗");
    (await turn.begun).show({ text: "春眠" });
    await passes(() => bubble.content === "春眠");
    expect([second.wecom.channel.ready("default"), wecom.opened]).toEqual([false, 1]);
    await on.close(first);
    await passes(() => second.wecom.channel.ready("default") && newest?.signal.aborted === false);
    newest?.show({ text: "春眠不觉", replace: true });
    await passes(() => bubble.content === "春眠不觉");
    turn.end("春眠不觉晓");
    expect(await awaitFinished(bubble)).toBe("春眠不觉晓");
    await awaitStatuses("sent");
    expect([second.wecom.channel.ready("default"), wecom.opened]).toEqual([true, 2]);
  });

  it("an answer over the long connection that its process was saying when it ended is said by the next one, since a text that is said again replaces itself", async () => {
    const first = await open({ name: "first" });
    const bubble = say("你好");
    wecom.plan("aibot_respond_msg", "silent", "silent", "silent");
    await passes(
      async () =>
        (await on.store.db.rows("select 1 from answer_stream where is_complete")).length > 0,
    );
    await first.wecom.disconnect();
    await until(async () => (await on.statuses()).join() === "pending");
    await on.close(first);
    await on.open({ settings: { bots: [connected], socketUrl: wecom.url }, name: "second" });
    expect(await awaitFinished(bubble)).toBe("echo: 你好");
    await awaitStatuses("sent");
  });

  it("an answer over the long connection has its file pushed behind its words, once, whichever process died over it", async () => {
    const media = fakeMedia();
    const png = pngOf(40);
    const files = [{ bytes: png, name: "a.png" }];
    await open({
      media,
      run: async () => ({ reply: ["看图"], disposition: "replied", reason: "reply_ready", files }),
    });
    const bubble = say("画一张");
    wecom.plan("aibot_send_msg", "taken_then_cut");
    await awaitStatuses("unknown");
    /** As a killed process leaves it. */
    const lose = () =>
      on.store.db.rows(
        "update delivery_attempt set status = 'sending', lease_until = now() - interval '1 hour', lease_holder = 'dead'",
      );
    await lose();
    await awaitStatuses("unknown");
    expect([bubble.content, wecom.pushed.map(({ type }) => type)]).toEqual(["看图", ["image"]]);
    // Of one whose words were all that went, the file is still to go.
    await on.store.db.rows("update push_rest set rest = 'file' where part like '% pushed'");
    await lose();
    await awaitStatuses("sent");
    expect([bubble.seen.at(-1), wecom.pushed.map(({ type }) => type)]).toEqual([
      "看图",
      ["image", "image"],
    ]);
  });

  it("an answer over the long connection that WeCom takes no more, or that takes too long, goes on as a message of its own", async () => {
    const turn = createDirectedTurn();
    await open({
      run: (context) =>
        context.window[0]?.text === "慢慢想" ? turn.run(context) : Promise.resolve("好"),
    });
    const slow = say("慢慢想");
    (await turn.begun).show({ text: "第一段。" });
    await passes(() => slow.content === "第一段。");
    // A heartbeat waits for its answer on the way: a leap would end the line.
    await on.clock.pass(331_000);
    expect(wecom.opened).toBe(1);
    expect(await awaitFinished(slow)).toBe(
      "第一段。\n\n（处理时间较长，其余内容完成后会另外发给你。）",
    );
    turn.end("第一段。第二段。");
    await awaitStatuses("sent");
    wecom.plan("aibot_respond_msg", { errcode: 0 }, { errcode: 846608 });
    say("你好", group);
    await awaitStatuses("sent", "sent");
    expect(wecom.pushed.map(({ chatid, chatType, text }) => [chatid, chatType, text])).toEqual([
      ["zhangsan", 1, "第二段。"],
      ["wrG1", 2, "好"],
    ]);
  });

  it("an answer over the long connection to a busy chat, a stop and a voice without words is there at once, and a copy of a message gets none of its own", async () => {
    const turn = createDirectedTurn();
    await open({ run: turn.run });
    const held = Promise.withResolvers<void>();
    wecom.plan("aibot_respond_msg", { held: held.promise });
    const running = wecom.text(zhang, "算到天荒地老", { msgid: "M1" });
    await turn.begun;
    // Its copy shows the same answer, and is the one that goes on, also where WeCom's word on the first comes after it.
    const twin = wecom.text(zhang, "算到天荒地老", { msgid: "M1" });
    const busy = say("在吗");
    await until(() => busy.finished);
    expect(busy.content).toContain("请发送停止或者stop。");
    held.resolve();
    await passes(() => twin?.content === working);
    expect(await awaitFinished(say("停止"))).toBe("已停止当前消息处理。");
    await passes(() => twin?.finished === true);
    expect([running?.id === twin?.id, twin?.content]).toEqual([
      true,
      expect.stringContaining("已停止当前消息处理。"),
    ]);
    const voice = wecom.say(zhang, { msgtype: "voice", voice: {} });
    await passes(() => voice?.finished === true);
    expect(voice?.content).toContain("我现在无法处理语音消息");
    const copy = wecom.text(zhang, "算到天荒地老", { msgid: "M1" });
    await passes(() => copy?.finished === true);
    expect([copy?.id, await on.store.db.rows("select 1 from turn")]).toEqual([
      running?.id,
      [expect.anything()],
    ]);
  });
});

describe("over the long connection", () => {
  it("a reminder is pushed whenever it fires, before any robot", async () => {
    const lab = await open({
      timers: timersOn(on.clock),
      settings: { fallbackUrl: on.server.robotUrl() },
    });
    await awaitFinished(say("你好"));
    await awaitStatuses("sent");
    const [talk] = await on.store.db.rows<{ id: string; account: string }>(
      "select id, account_id as account from conversation",
    );
    const at = new Date(on.clock.now() + 5 * 3_600_000).toISOString().slice(0, 19);
    await remind(on.store.db, {
      accountId: talk?.account ?? "",
      conversationId: talk?.id ?? null,
      content: "开会",
      at,
      now: on.clock.now(),
    });
    await on.clock.advance(5 * 3_600_000);
    lab.spine.wake();
    await awaitStatuses("sent", "sent");
    expect(wecom.pushed).toMatchObject([
      { chatid: "zhangsan", chatType: 1, text: expect.stringContaining("开会") as string },
    ]);
    expect(on.posts()).toEqual([]);
  });

  it("pictures with a key of their own, mixed messages, voices, files and quotes come as by callback", async () => {
    const media = fakeMedia();
    const seen: unknown[] = [];
    const run = async ({ window }: TurnContext): Promise<string> => {
      for (const { text, attachments = [], quote } of window)
        seen.push([text, attachments.map(({ state }) => state), quote !== undefined]);
      return "看到了";
    };
    await open({ media, run });
    const key = Buffer.alloc(32, 9);
    const png = pngOf(40);
    on.server.files.set("/p", { bytes: sealBytes(key, png) });
    const image = { url: `${on.server.url}/p`, aeskey: key.toString("base64") };
    const text = { content: "看这个" };
    const mixed = {
      msg_item: [
        { msgtype: "text", text },
        { msgtype: "image", image },
      ],
    };
    for (const content of [
      { msgtype: "image", image },
      { msgtype: "mixed", mixed },
      { msgtype: "voice", voice: { content: "说的话" } },
      { msgtype: "text", text, quote: { msgtype: "image", image } },
    ]) {
      const bubble = wecom.say(zhang, content);
      await passes(() => bubble?.finished === true);
    }
    expect(seen).toEqual([
      ["[image]", ["kept"], false],
      ["看这个", ["kept"], false],
      ["说的话", ["said"], false],
      ["看这个", ["kept"], true],
    ]);
    expect(
      [...media.kept.values()].every(
        ({ bytes, type }) => type === "image/png" && png.equals(bytes),
      ),
    ).toBe(true);
  });

  it("people are greeted, a clicked card says that it was heard, ratings are kept, and bare control characters break nothing", async () => {
    await open();
    await awaitFinished(say("你好"));
    wecom.event(zhang, { eventtype: "enter_chat" });
    wecom.event(zhang, {
      eventtype: "template_card_event",
      template_card_event: { event_key: "yes", task_id: "hello_mw_t1" },
    });
    wecom.event(zhang, { eventtype: "feedback_event", feedback_event: { id: "f1", type: 1 } });
    // WeCom takes no answer to an event that is five seconds old: time stands still.
    await until(() => wecom.welcomes.length === 1 && wecom.cards.length === 1);
    expect([wecom.welcomes[0], wecom.cards[0]]).toEqual([
      expect.stringContaining("你好，欢迎来找我聊天"),
      expect.objectContaining({ task_id: "hello_mw_t1" }),
    ]);
    await passes(
      async () =>
        (await on.store.db.rows("select 1 from event_log where kind = 'note_received'")).length ===
        2,
    );
    const body = {
      msgid: "M9",
      aibotid: "AIB1",
      chattype: "single",
      from: zhang,
      msgtype: "text",
      text: { content: "一~二" },
    };
    const frame = JSON.stringify({
      cmd: "aibot_msg_callback",
      headers: { req_id: "req-raw" },
      body,
    });
    wecom.raw("AIB1", frame.replace("~", "\u0001\n"));
    await passes(
      async () =>
        (await on.store.db.rows("select 1 from message where direction = 'inbound'")).length === 2,
    );
    wecom.raw("AIB1", "no JSON at all");
  });

  it("a busy answer's button and a welcome's are cards of their own; a click is its words, and its answer is pushed", async () => {
    const turn = createDirectedTurn();
    const run = (context: TurnContext) =>
      context.window[0]?.text === "写小说" ? turn.run(context) : Promise.resolve("没有提醒");
    await open({ run, settings: { stopButton: true, welcomeButtons: ["今天有什么提醒"] } });
    const bubble = say("写小说");
    await turn.begun;
    expect(await awaitFinished(say("在吗"))).toContain("请发送停止或者stop。");
    await passes(() => wecom.pushed.length === 1);
    wecom.event(zhang, {
      eventtype: "template_card_event",
      template_card_event: { event_key: "stop", task_id: wecom.cards[0]?.["task_id"] },
    });
    await until(() => wecom.cards.length === 2);
    expect(await awaitFinished(bubble)).toContain("已停止当前消息处理。");
    wecom.event(zhang, { eventtype: "enter_chat" });
    await until(() => wecom.cards.length === 3);
    const { task_id: taskId, button_list: buttons } = wecom.cards[2] as {
      task_id: string;
      button_list: { key: string }[];
    };
    wecom.event(zhang, {
      eventtype: "template_card_event",
      template_card_event: { event_key: buttons[0]?.key, task_id: taskId },
    });
    await awaitStatuses("sent");
    expect(wecom.pushed.map(({ type, chatType, text }) => [type, chatType, text])).toEqual([
      ["template_card", 1, ""],
      ["markdown", 1, "没有提醒"],
    ]);
  });

  it("bots of both transports stand side by side, and settings that are read again change connections, secrets and keys", async () => {
    wecom.bot("AIB2", "old");
    const byCallback: WecomBot = {
      name: "default",
      path: "/wecombot/callback",
      keys: [testKey()],
      botId: "AIB1",
    };
    const sales = (secret: string): WecomBot => ({
      name: "sales",
      path: "",
      keys: [],
      botId: "AIB2",
      connection: { botId: "AIB2", secret },
    });
    const turn = createDirectedTurn();
    const run = (context: TurnContext) =>
      context.window[0]?.text === "慢慢来"
        ? turn.run(context)
        : Promise.resolve(`echo: ${context.window[0]?.text}`);
    const lab = await on.open({
      run,
      settings: { bots: [byCallback, sales("old")], socketUrl: wecom.url },
    });
    await passes(() => lab.wecom.channel.ready("sales"));
    const bubble = wecom.text(zhang, "一", { botId: "AIB2" });
    expect(await on.finished(await on.app.text(zhang, "二"))).toBe("echo: 二");
    await passes(() => bubble?.finished === true);
    expect([bubble?.content, wecom.isLive("AIB1")]).toEqual(["echo: 一", false]);

    const settings = { ...lab.settings, welcome: "换了" };
    wecom.bot("AIB2", "new");
    await lab.wecom.renew({
      ...settings,
      bots: [{ ...byCallback, keys: [testKey("another")] }, sales("new")],
    });
    await passes(() => lab.wecom.channel.ready("sales"));
    wecom.event(zhang, { eventtype: "enter_chat" }, { botId: "AIB2" });
    await until(() => wecom.welcomes.length === 1);
    expect([
      wecom.welcomes,
      (await on.app.send({ msgid: "x", aibotid: "AIB1", from: zhang })).status,
    ]).toEqual([["换了"], 401]);
    // A bot that goes leaves no person waiting.
    const open = wecom.text({ userid: "lisi" }, "慢慢来", { botId: "AIB2" });
    (await turn.begun).show({ text: "先想" });
    await passes(() => open?.content === "先想");
    const renewed = lab.wecom.renew({ ...settings, bots: [byCallback] });
    await passes(() => open?.finished === true);
    await renewed;
    expect(open?.content).toBe("先想\n\n（这个机器人已停用，没有说完的内容不再更新。）");
    expect([lab.wecom.channel.ready("sales"), wecom.isLive("AIB2")]).toEqual([false, false]);
  });
});
