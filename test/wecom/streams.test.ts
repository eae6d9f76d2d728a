import { describe, expect, it } from "vitest";
import { createDirectedTurn, until, useWecom } from "../support/use-wecom.ts";
import { wecomApp } from "../vendors/wecom-app.ts";
import { testKey } from "../vendors/wecom-server.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };
const working = "正在处理中，请稍候。";

let refreshes = 0;

describe("a stream", () => {
  it("complaint 14: a stream of WeCom is open with the first answer, grows with what is shown, and ends with the whole reply; the part is sent when it was fetched", async () => {
    const turn = createDirectedTurn();
    await on.open({ run: turn.run });
    const bubble = await on.app.text(zhang, "写首诗");
    expect([bubble.finished, bubble.content]).toEqual([false, working]);
    (await turn.begun).show({ text: "春眠" });
    await on.shown("春眠");
    await on.app.poll();
    expect([bubble.finished, bubble.content]).toEqual([false, "春眠"]);
    turn.end("春眠不觉晓");
    await until(async () => (await on.statuses()).join() === "sending");
    expect(await on.finished(bubble)).toBe("春眠不觉晓");
    await on.settled("sent");
    expect(on.server.ledger).toEqual([]);
  });

  it("a stream of WeCom keeps what people have read between the end of its turn and the delivery of the reply", async () => {
    const turn = createDirectedTurn();
    await on.open({ run: turn.run });
    const bubble = await on.app.text(zhang, "写首诗");
    (await turn.begun).show({ text: "春眠" });
    await on.shown("春眠");
    await on.store.owner(async (sql) => {
      // The part can't be put into its stream yet.
      await sql.rows("select 1 from answer_stream for update");
      turn.end("春眠不觉晓");
      await until(async () => (await on.statuses()).join() === "sending");
      await on.app.poll();
      expect([bubble.finished, bubble.content]).toEqual([false, "春眠不觉晓"]);
    });
    expect(await on.finished(bubble)).toBe("春眠不觉晓");
  });

  it("defect 4, complaint 11: a message that comes again gets the same stream with its state, and one answer", async () => {
    await on.open();
    const bubble = await on.app.text(zhang, "你好", { msgid: "CAIQ/+=" });
    expect((await on.app.text(zhang, "你好", { msgid: "CAIQ/+=" })).id).toBe(bubble.id);
    expect(await on.finished(bubble)).toBe("echo: 你好");
    await on.app.text(zhang, "你好", { msgid: "CAIQ/+=" });
    expect(bubble.content).toBe("echo: 你好");
    expect(await on.store.db.rows("select 1 from turn")).toHaveLength(1);
  });

  it("a stream of WeCom is continued by another process, and after a restart in the middle of it", async () => {
    const turn = createDirectedTurn();
    const first = await on.open({ run: turn.run, name: "first" });
    const { app } = on;
    const bubble = await app.text(zhang, "写首诗");
    (await turn.begun).show({ text: "春眠" });
    await on.shown("春眠");
    const gateway = await on.open({ work: false, name: "gateway" });
    await app.poll({ sendCallback: gateway.sendCallback });
    expect(bubble.content).toBe("春眠");
    await on.close(first);
    const again = createDirectedTurn();
    const second = await on.open({ run: again.run, name: "second" });
    second.spine.wake();
    const begun = await again.begun;
    // It begins from its first word; what people have read stays until it has as much to show, and they see that it goes on.
    const isAgain = "春眠\n\n（正在重新生成，请稍候…）";
    await app.poll({ sendCallback: gateway.sendCallback });
    expect(bubble.content).toBe(isAgain);
    begun.show({ text: "春" });
    await on.shown("春");
    await app.poll({ sendCallback: gateway.sendCallback });
    expect(bubble.content).toBe(isAgain);
    begun.show({ text: "眠不觉" });
    await on.shown("春眠不觉");
    await app.poll({ sendCallback: gateway.sendCallback });
    expect(bubble.content).toBe("春眠不觉");
    again.end("春眠不觉晓");
    await until(async () => {
      second.spine.wake();
      await app.poll({ sendCallback: gateway.sendCallback });
      if (!bubble.finished) await on.clock.advance(1_000);
      return bubble.finished;
    });
    expect([bubble.content, app.violations]).toEqual(["春眠不觉晓", []]);
  });

  const refresh = (id: string) =>
    on.app.send({
      msgid: `r-${(refreshes += 1)}`,
      aibotid: "AIB1",
      chattype: "single",
      from: zhang,
      msgtype: "stream",
      stream: { id },
    });

  it("a stream of WeCom has one end: callers who ask at the same moment, or after it, get that", async () => {
    await on.open();
    const bubble = await on.app.text(zhang, "你好");
    await until(
      async () =>
        (await on.store.db.rows("select 1 from answer_stream where is_complete")).length > 0,
    );
    const end = {
      msgtype: "stream",
      stream: { id: bubble.id, finish: true, content: "echo: 你好" },
    };
    const together = await Promise.all(Array.from({ length: 5 }, () => refresh(bubble.id)));
    expect(together.map(({ reply }) => reply)).toEqual(together.map(() => end));
    await on.settled("sent");
    expect((await refresh(bubble.id)).reply).toEqual(end);
    expect(
      await on.store.db.rows("select 1 from event_log where kind = 'delivery_sent'"),
    ).toHaveLength(1);
  });

  it("a stream of WeCom stays open while our side can't look: WeCom gets the same answer as before, and asks again", async () => {
    const turn = createDirectedTurn();
    const lab = await on.open({ run: turn.run });
    const bubble = await on.app.text(zhang, "写首诗");
    (await turn.begun).show({ text: "春眠" });
    await on.shown("春眠");
    await on.app.poll();
    await on.store.owner((sql) =>
      sql.rows("alter table answer_stream rename to answer_stream_away"),
    );
    await on.app.poll();
    expect((await refresh("mw_another")).reply).toMatchObject({
      stream: { finish: false, content: working },
    });
    await on.store.owner((sql) =>
      sql.rows("alter table answer_stream_away rename to answer_stream"),
    );
    // Nor does it wait for a database that hangs.
    await on.store.owner(async (sql) => {
      await sql.rows("lock table answer_stream in access exclusive mode");
      let isAnswered = false;
      void on.app.poll().then(() => (isAnswered = true));
      await until(async () => {
        await on.clock.advance(1_000);
        return isAnswered;
      });
    });
    expect([bubble.finished, bubble.seen]).toEqual([false, [working, "春眠"]]);
    expect(lab.lines.filter((line) => line.startsWith("a stream could not be read"))).toHaveLength(
      2,
    );
    turn.end("春眠不觉晓");
    expect(await on.finished(bubble)).toBe("春眠不觉晓");
  });

  it("an unknown stream of WeCom ends with a short text", async () => {
    await on.open();
    const { reply } = await refresh("zs_1");
    expect(reply).toEqual({
      msgtype: "stream",
      stream: { id: "zs_1", finish: true, content: "任务已结束或不存在。" },
    });
  });

  it("a stream of WeCom holds 20,480 bytes and never cuts a character; the overflow follows as a supplement", async () => {
    const long = "字😀".repeat(6_000);
    const turn = createDirectedTurn();
    await on.open({
      run: (context) =>
        context.window[0]?.text === "写长一点" ? turn.run(context) : Promise.resolve("好"),
    });
    const bubble = await on.app.text(zhang, "写长一点");
    (await turn.begun).show({ text: long });
    await on.shown(long);
    await on.app.poll();
    expect(Buffer.byteLength(bubble.content)).toBeGreaterThan(19_000);
    expect(long.startsWith(bubble.content)).toBe(true);
    turn.end(long);
    await on.finished(bubble);
    await on.settled("sent", "sent", "waiting_for_user");
    await on.app.text(zhang, "更多地址", { msgid: "more" });
    await until(async () => {
      await on.app.poll();
      await on.clock.advance(250);
      return (await on.statuses()).every((status) => status === "sent");
    });
    // The last one that could go by itself said that more waits.
    const more = "\n\n（还没说完。给我发任意一条消息，我接着发。）";
    expect(on.server.ledger.map(({ text }) => text.endsWith(more))).toEqual([true, false]);
    const supplements = on.server.ledger.map(({ text }) => text.replace(more, ""));
    expect(supplements.every((text) => text.startsWith("[补充消息]\n"))).toBe(true);
    expect(bubble.content).toMatch(/\n\n（还没说完，下面接着发。）$/);
    expect(
      [
        bubble.content.replace(/\n\n（.*）$/, ""),
        ...supplements.map((text) => text.replace("[补充消息]\n", "")),
      ].join(""),
    ).toBe(long);
  });

  it("defect 1, complaint 1: an answer that takes longer than six minutes follows by the one-time address, with what was not seen", async () => {
    const turn = createDirectedTurn();
    await on.open({ run: turn.run });
    const bubble = await on.app.text(zhang, "慢慢想");
    const shown = "第一段。\n```ts\nconst a = 1;";
    (await turn.begun).show({ text: shown });
    await on.shown(shown);
    await on.clock.advance(331_000);
    await on.app.poll();
    expect([bubble.finished, bubble.content]).toEqual([
      true,
      `${shown}\n\`\`\`\n\n（处理时间较长，其余内容完成后会另外发给你。）`,
    ]);
    await on.clock.advance(120_000);
    turn.end(`${shown}\nconst b = 2;\n\`\`\`\n第二段。`);
    await on.settled("sent");
    // What was code goes on as code.
    expect(on.posts()).toEqual(["response_url: ```ts\nconst b = 2;\n```\n第二段。"]);
  });

  it("complaint 6: the answer goes another way when WeCom asks no more, and a late call is answered so", async () => {
    await on.open();
    const bubble = await on.app.text(zhang, "你好");
    await on.settled("sent");
    expect(on.posts()).toEqual(["response_url: echo: 你好"]);
    await on.app.poll();
    expect([bubble.finished, bubble.content]).toEqual([true, "（回复已另外发给你。）"]);
  });

  it("defect 6: a turn that runs into its limit ends its stream with an apology, and nothing is remembered as an answer", async () => {
    const turn = createDirectedTurn();
    await on.open({ run: turn.run, settings: { turnTimeoutMs: 60_000 } });
    const bubble = await on.app.text(zhang, "算到天荒地老");
    await turn.begun;
    await on.clock.advance(60_000);
    expect(await on.finished(bubble)).toContain("处理得太久");
    await on.settled("sent");
  });

  it("a stream of WeCom has a feedback id on the first answer only, and one that several messages share ends the older ones", async () => {
    const turn = createDirectedTurn();
    await on.open({ run: turn.run, settings: { busyPolicy: "supersede" } });
    const older = await on.app.text(zhang, "一");
    await turn.begun;
    const { reply } = await on.app.send({
      msgid: "newer",
      aibotid: "AIB1",
      chattype: "single",
      from: zhang,
      msgtype: "text",
      text: { content: "二" },
    });
    const first = reply?.["stream"] as { id: string; feedback: { id: string } } | undefined;
    expect(first?.feedback.id).toBe(first?.id);
    turn.end("好");
    expect(await on.finished(older)).toBe("已和下一条消息一起处理。");
  });

  it("complaint 7: each bot has its own address, people and streams", async () => {
    const bot = (name: string, path: string, botId: string) => ({
      name,
      path,
      keys: [testKey()],
      botId,
    });
    const lab = await on.open({
      settings: {
        bots: [
          bot("default", "/wecombot/callback", "AIB1"),
          bot("sales", "/wecombot/callback/sales", "AIB2"),
        ],
      },
    });
    const sales = wecomApp({
      clock: on.clock,
      server: on.server,
      sendCallback: lab.sendCallback,
      path: "/wecombot/callback/sales",
      botId: "AIB2",
    });
    const bubbles = [
      await on.app.text(zhang, "一", { msgid: "same" }),
      await sales.text(zhang, "二", { msgid: "same" }),
    ] as const;
    await until(async () => {
      await Promise.all([on.app.poll(), sales.poll()]);
      await on.clock.advance(1_000);
      return bubbles.every(({ finished }) => finished);
    });
    expect(bubbles.map(({ content }) => content)).toEqual(["echo: 一", "echo: 二"]);
    const stolen = {
      msgid: "x",
      aibotid: "AIB2",
      from: zhang,
      msgtype: "stream",
      stream: { id: bubbles[0].id },
    };
    expect((await sales.send(stolen)).reply).toMatchObject({
      stream: { content: "任务已结束或不存在。" },
    });
    expect((await sales.send({ ...stolen, aibotid: "AIB1" })).status).toBe(403);
    expect(
      await on.store.db.rows("select 1 from channel_identity where provider_subject = 'zhangsan'"),
    ).toHaveLength(2);
  });
});
