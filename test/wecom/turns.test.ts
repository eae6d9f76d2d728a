import { describe, expect, it } from "vitest";
import { type Model, ModelFailure, type ModelMessage } from "../../src/domain/ports/model.ts";
import { openChatStates } from "../../src/main/scenes.ts";
import { createOfflineModel } from "../../src/model/offline.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { createScenesSkill } from "../../src/skills/scenes/skill.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import { createCountedChance, recordingLog, recordingMetrics } from "../support/model-ports.ts";
import { silentLog } from "../support/silent-log.ts";
import { createDirectedTurn, until, useWecom } from "../support/use-wecom.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };

describe("what a later turn sees of earlier ones", () => {
  /** Answers with how many it has answered, unless the test makes it fail or wait. */
  function model() {
    const asked: (readonly ModelMessage[])[] = [];
    const reply = async ({
      messages,
      signal,
    }: {
      messages: readonly ModelMessage[];
      signal: AbortSignal;
    }): Promise<never> => {
      const words = messages.at(-1)?.content ?? "";
      asked.push(messages.slice(1));
      if (words === "坏了") throw new Error("this model has a fault");
      if (words === "慢慢来")
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        );
      return {
        text: `答${words}`,
        toolCalls: [],
        usage: { inputTokens: 1, outputTokens: 1 },
      } as never;
    };
    const made: Model = {
      describe: { kind: "scripted", name: "counting" },
      complete: reply,
      stream: reply,
      object: reply,
    };
    return {
      asked,
      model: made,
      skills: [chatSkill({ historyMessages: 10 })],
    };
  }
  const words = (messages: readonly ModelMessage[] | undefined) =>
    messages?.map(({ role, content }) => `${role}: ${content}`);

  it("defect 10: `history_max_turns` cuts the history before a person's words, never before an answer to words that are gone", async () => {
    const { asked, ...more } = model();
    await on.open({ ...more, settings: { historyMessages: 3 } });
    for (const text of ["一", "二", "三"]) await on.finished(await on.app.text(zhang, text));
    expect(words(asked[2])).toEqual(["user: 二", "assistant: 答二", "user: 三"]);
  });

  it("defect 6: what was stopped stays said, and no apology passes for an answer", async () => {
    const { asked, ...more } = model();
    await on.open({ ...more, settings: { turnTimeoutMs: 60_000, historyMessages: 3 } });
    const slow = await on.app.text(zhang, "慢慢来");
    await until(() => asked.length === 1);
    await on.app.text(zhang, "停止");
    expect(await on.finished(slow)).toBe("已停止当前消息处理。");
    const late = await on.app.text(zhang, "慢慢来");
    await until(() => asked.length === 2);
    await on.clock.advance(60_000);
    expect(await on.finished(late)).toContain("处理得太久");
    await on.finished(await on.app.text(zhang, "还在吗"));
    // The question that failed stays, so that “again” has a meaning.
    expect(words(asked.at(-1))).toEqual([
      "user: 慢慢来",
      "user: 停止",
      "user: 慢慢来",
      "user: 还在吗",
    ]);
  });

  it("an answer that people were reading when it failed stays, with a notice, and can be continued", async () => {
    const asked: (readonly ModelMessage[])[] = [];
    const never = (): Promise<never> => Promise.reject(new Error("this test only streams"));
    const scripted: Model = {
      describe: { kind: "scripted", name: "cut" },
      complete: never,
      object: never,
      async stream({ messages, signal }, show) {
        asked.push(messages.slice(1));
        const words = messages.at(-1)?.content ?? "";
        if (words === "继续") return { text: "处处闻啼鸟", callId: "1" };
        show({ kind: "text", text: "春眠不觉晓" });
        if (words === "慢慢说")
          await new Promise((_, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason as Error)),
          );
        // A provider that breaks off, and again before its first word.
        show({ kind: "restart" });
        throw new ModelFailure("unreachable", "the line is broken");
      },
    };
    await on.open({
      model: scripted,
      skills: [chatSkill({ historyMessages: 10 })],
      settings: { turnTimeoutMs: 60_000 },
    });
    const notice = "（上面的回答没有说完就中断了，没有做任何改动。发“继续”，我接着说。）";
    const slow = await on.app.text(zhang, "慢慢说");
    await on.shown("春眠不觉晓");
    await on.clock.advance(60_000);
    expect(await on.finished(slow)).toBe(`春眠不觉晓\n\n${notice}`);
    expect(slow.seen.every((text, nth) => nth === 0 || text.startsWith("春眠"))).toBe(true);
    await on.finished(await on.app.text(zhang, "继续"));
    expect(words(asked[1])).toEqual([
      "user: 慢慢说",
      'user: {"your_earlier_reply_as_data":"春眠不觉晓"}',
      "user: 继续",
    ]);
    expect(await on.finished(await on.app.text(zhang, "快点说"))).toBe(`春眠不觉晓\n\n${notice}`);
  });
});

it("complaint 14: what a model thinks is seen, folded, until the answer is there; neither the reply nor a stop has any of it", async () => {
  const thought = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const never = (): Promise<never> => Promise.reject(new Error("this test only streams"));
  const model: Model = {
    describe: { kind: "scripted", name: "thinking" },
    complete: never,
    object: never,
    async stream({ onThought, messages, signal }, show) {
      onThought?.("先想想</think>");
      thought.resolve();
      if (messages.at(-1)?.content === "慢慢想")
        await new Promise((_, reject) => signal.addEventListener("abort", reject));
      await goOn.promise;
      show({ kind: "text", text: "春眠" });
      return { text: "春眠不觉晓", callId: "1" };
    },
  };
  await on.open({ model, skills: [chatSkill({ historyMessages: 4 })] });
  const bubble = await on.app.text(zhang, "写首诗");
  await thought.promise;
  await on.shown("<think>先想想‹/think›");
  await on.app.poll();
  expect(bubble.content).toBe("<think>先想想‹/think›");
  goOn.resolve();
  expect(await on.finished(bubble)).toBe("春眠不觉晓");
  const cut = await on.app.text(zhang, "慢慢想");
  await on.shown("<think>先想想‹/think›");
  await on.app.text(zhang, "停止");
  expect(await on.finished(cut)).toBe("已停止当前消息处理。");
});

describe("complaint 10: what runs is stopped", () => {
  it("complaint 10: a turn is stopped by the button of a busy answer, with the rights of the person who clicks it", async () => {
    const turn = createDirectedTurn();
    await on.open({ run: turn.run, settings: { sharedGroups: ["wrG1"], stopButton: true } });
    const inGroup = (userid: string) => ({ userid, chatid: "wrG1" });
    const bubble = await on.app.text(inGroup("zhangsan"), "@小助手 写小说");
    await turn.begun;
    const common = { aibotid: "AIB1", chattype: "group", chatid: "wrG1" };
    const text = { msgtype: "text", text: { content: "@小助手 还有呢" } };
    const { reply } = await on.app.send({
      msgid: "m2",
      ...common,
      from: { userid: "lisi" },
      ...text,
    });
    const card = reply?.["template_card"] as
      | { task_id: string; button_list: { key: string }[] }
      | undefined;
    expect([reply?.["msgtype"], card?.button_list[0]?.key]).toEqual([
      "stream_with_template_card",
      "stop",
    ]);
    const click = (msgid: string, userid: string) => {
      const event = {
        eventtype: "template_card_event",
        template_card_event: { event_key: "stop", task_id: card?.task_id },
      };
      return on.app.send({ msgid, ...common, from: { userid }, msgtype: "event", event });
    };
    const title = (answer: Awaited<ReturnType<typeof click>>) =>
      (answer.reply?.["template_card"] as { main_title: { title: string } } | undefined)?.main_title
        .title;
    expect(title(await click("c1", "lisi"))).toContain("只有发起人或管理员可以停止");
    expect(bubble.finished).toBe(false);
    expect(title(await click("c2", "zhangsan"))).toBe("已停止当前消息处理。");
    expect(await on.finished(bubble)).toBe("已停止当前消息处理。");
  });

  it("complaint 10: a turn is stopped also where it is the beat of a story: what was shown stays as cut off, and no character remembers it", async () => {
    const ports = {
      clock: on.clock,
      chance: createCountedChance(),
      log: recordingLog(),
      metrics: recordingMetrics(),
    };
    const offline = createOfflineModel({
      ...ports,
      ledger: openModelCalls(on.store.db, silentLog),
    });
    const held = { is: false };
    const begun = Promise.withResolvers<void>();
    const waits = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => {
        begun.resolve();
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
    const model: Model = {
      ...offline,
      complete: (request) => (held.is ? waits(request.signal) : offline.complete(request)),
      stream: async (request, show) => {
        if (!held.is) return offline.stream(request, show);
        show({ kind: "text", text: "她抬起头，" });
        return waits(request.signal);
      },
      object: (request, read) => (held.is ? waits(request.signal) : offline.object(request, read)),
    };
    await on.open({ model, skills: [createScenesSkill({ states: openChatStates() })] });
    await on.finished(await on.app.text(zhang, "/scene samples"));
    expect(
      await on.finished(await on.app.text(zhang, "/scene new Orla Finch, 沈渡: The lamp")),
    ).toContain("Orla Finch");
    const before = await on.store.db.rows("select 1 from memories");
    held.is = true;
    const bubble = await on.app.text(zhang, "/scene next");
    await begun.promise;
    await until(async () => {
      await on.clock.pass(250);
      return (
        (await on.store.db.rows("select 1 from turn_stream where text like '沈渡：%'")).length > 0
      );
    });
    expect((await on.app.text(zhang, "停止")).content).toBe("已停止当前消息处理。");
    expect(await on.finished(bubble)).toMatch(/^沈渡：[^]*\n\nStopped\.$/);
    expect(await on.store.db.rows("select 1 from memories")).toHaveLength(before.length);
    expect(await on.store.db.rows("select 1 from turn where status = 'stopped'")).toHaveLength(1);
  });
});
