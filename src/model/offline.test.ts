import { describe, expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import {
  createCountedChance,
  memoryLedger,
  recordingLog,
  recordingMetrics,
} from "../../test/support/model-ports.ts";
import type { ModelChunk, ModelMessage, ModelRequest } from "../domain/ports/model.ts";
import { createOfflineModel, type OfflineOptions } from "./offline.ts";

function bench(options: Partial<OfflineOptions> = {}) {
  const ledger = memoryLedger();
  const ports = {
    ledger,
    clock: fakeClock(),
    chance: createCountedChance(0),
    log: recordingLog(),
    metrics: recordingMetrics(),
  };
  return { ledger, model: createOfflineModel({ ...ports, ...options }) };
}

const ask = (
  words: string | readonly ModelMessage[],
  fields: Partial<ModelRequest> = {},
): ModelRequest => ({
  purpose: "chat",
  messages: [
    { role: "system", content: "You are 小满." },
    ...(typeof words === "string" ? [{ role: "user" as const, content: words }] : words),
  ],
  sourceEventIds: [3],
  accountId: "ada",
  signal: new AbortController().signal,
  ...fields,
});

describe("without a model", () => {
  it.each([
    ["谢谢你！", "不客气"],
    ["好的谢谢", "不客气"],
    ["Thanks a lot!", "You're welcome"],
    ["知道了", "好的"],
    ["got it", "OK"],
    ["👍", "OK"],
    ["再见", "再见"],
    ["good night", "Bye"],
    ["你好呀", "你好"],
    ["how are you?", "fine"],
    ["在吗", "我在"],
    ["你是谁", "Meanwhile"],
    ["sorry", "No problem"],
    ["哈哈哈", "😄"],
    ["you're a lifesaver", "Thank you"],
    ["you are such a star!", "Thank you"],
    ["brb", "Bye"],
    ["gotta run", "Bye"],
    ["早上好，今天忙吗", "我很好"],
    ["最近累不累", "我很好"],
    ["are you busy today?", "fine"],
    ["i'm fine too", "Glad"],
    ["I'm fine, thanks", "Glad"],
    ["我也很好", "那就好"],
    ["今天好开心", "那就好"],
    ["no", "All right"],
    ["no thanks", "All right"],
    ["不用了谢谢", "好"],
    ["I am tired", "Take care"],
    ["I'm so tired today", "Take care"],
    ["I feel sad", "Take care"],
    ["我好累", "照顾好自己"],
    ["好无聊啊", "照顾好自己"],
    ["我饿了", "照顾好自己"],
    ["I feel weird", "I'm here"],
    ["我好激动啊", "那就好"],
    ["我感觉很奇怪", "我在"],
    ["我回来了", "欢迎回来"],
    ["i'm back", "Welcome back"],
    ["不客气", "😊"],
    ["you're welcome", "😊"],
    ["新年快乐！", "祝你"],
    ["happy birthday", "Thank you"],
    ["Happy New Year!", "Thank you"],
    ["我爱你", "谢谢"],
    ["太好了", "谢谢"],
    ["我很喜欢你", "谢谢"],
  ])(
    "%j is answered without a model as a person would, without a word about models",
    async (words, expected) => {
      const { text } = await bench().model.complete(ask(words));
      expect(text).toContain(expected);
      expect(text).not.toMatch(/模型|model/);
    },
  );

  it.each([
    ["你能干嘛", "撤销"],
    ["你都有什么功能？", "撤销"],
    ["what can you do?", "undo"],
    ["/help", "undo"],
  ])("%j without a model lists what works, with sentences to send", async (words, expected) => {
    const { text } = await bench().model.complete(ask(words));
    expect(text.split("\n").length).toBeGreaterThan(5);
    expect(text).toContain(expected);
    expect(text).not.toMatch(/MEANWHILE_/);
  });

  it("the time and the day are given in the person's zone", async () => {
    const person = { language: "zh", timezone: "Asia/Shanghai" } as const;
    const { model } = bench({ clock: fakeClock(Date.parse("2026-06-08T12:30:00Z")) });
    expect((await model.complete(ask("现在几点了", { person }))).text).toBe(
      "2026年6月8日星期一 20:30",
    );
    expect(
      (
        await model.complete(
          ask("what day is it?", { person: { language: "en", timezone: "Europe/Paris" } }),
        )
      ).text,
    ).toBe("Monday, 8 June 2026 at 14:30");
  });

  it("a word that every language shares is answered in the person's own", async () => {
    const person = { language: "zh", timezone: "Asia/Shanghai" } as const;
    expect((await bench().model.complete(ask("hi", { person }))).text).toContain("你好");
    expect((await bench().model.complete(ask("who won the game?", { person }))).text).toContain(
      "language model",
    );
  });

  it("small talk with anything else beside it is not answered as small talk", async () => {
    for (const words of [
      "thanks, and who won the game?",
      "你好，今天天气怎么样？",
      "I love pizza",
      "谢谢你昨天的提醒",
      "I am tired of waiting for the bus",
      "no one told me",
      "我好像把钥匙丢在家里了",
      "我不知道明天几点开会",
      "新年快乐怎么用英语说",
      "I feel like eating pizza tonight",
      "okbye",
      "thanks thanks thanks thanks thanks thanks thanks",
    ]) {
      expect((await bench().model.complete(ask(words))).text).toMatch(/语言模型|language model/);
    }
  });

  it.each(["yes that's right", "Exactly!", "that works for me", "没错，就这样"])(
    "a yes that answers no question is acknowledged without a model: %s",
    async (words) => {
      expect((await bench().model.complete(ask(words))).text).toMatch(/^(?:OK\.|好的。|👌)$/u);
    },
  );

  it.each(["[voice message]", "[sticker]\n[its address has expired; the person is told]"])(
    "a message without words is answered in the language of the words before it: %s",
    async (label) => {
      const messages = ["明天早上9点提醒我交房租", label].map(
        (content) => ({ role: "user", content }) as const,
      );
      expect((await bench().model.complete(ask(messages))).text).toContain("用文字告诉我");
    },
  );

  it("a file that could not be fetched is not said to have come, without a model either", async () => {
    const words =
      "[voice message]\n[it could not be fetched just now; it can be sent again later; the person is told]";
    expect((await bench().model.complete(ask(words))).text).toBe(
      "I couldn't open that. You can also tell me in words.",
    );
  });

  it.each([
    ["[voice message]", "voice message"],
    ["[poll: Where do we eat?]", "poll"],
    ["[event: picnic]", "event"],
    ["[group invitation: hiking]", "group invitation"],
    ["[order: 2 items]", "order or product"],
    ["[sticker]\n[you can't see pictures]", "sticker"],
    ["[location: 48.1; 11.5]", "location"],
  ])("the offline replies name %j as what it is", async (words, expected) => {
    expect((await bench().model.complete(ask(words))).text).toContain(`I got your ${expected}`);
  });

  it("a long row of one character that almost is small talk is read to its end", async () => {
    expect((await bench().model.complete(ask(`${"哈".repeat(38)}x`))).text).toContain("语言模型");
  });

  it("the offline replies are not counted as a model", async () => {
    const metrics = recordingMetrics();
    await bench({ metrics }).model.complete(ask("hello"));
    expect(metrics.counts.get("model_calls_total purpose=chat outcome=ok source=offline")).toBe(1);
  });

  it("chance varies the words, not the message", async () => {
    const one = await bench({ chance: createCountedChance(0) }).model.complete(ask("hello"));
    const other = await bench({ chance: createCountedChance(0.9) }).model.complete(ask("hello"));
    expect(one.text).not.toBe(other.text);
  });

  it("a message without letters is answered in the set language, then in that of what was written before", async () => {
    expect((await bench({ language: "zh" }).model.complete(ask("👍"))).text).toBe("好的。");
    const before: ModelMessage[] = [
      { role: "user", content: "早" },
      { role: "assistant", content: "…" },
      { role: "user", content: "???" },
    ];
    expect((await bench().model.complete(ask(before))).text).toContain("语言模型");
    expect((await bench().model.complete(ask("…"))).text).toContain("language model");
  });

  it("the missing model is mentioned once in a conversation, in one sentence, without names of settings", async () => {
    const { model } = bench();
    const first = await model.complete(ask("who won the game?"));
    expect(first.text).toBe(
      "No language model is connected here yet, so beyond reminders and plans I can't follow. Send “help” to see what I can do.",
    );
    const second = await model.complete(
      ask([
        { role: "user", content: "who won the game?" },
        { role: "assistant", content: first.text },
        { role: "user", content: "are you sure?" },
      ]),
    );
    expect(second.text).toBe("I didn't understand that. Send “help” to see what I can do.");
  });

  it("help says what works, as it was given", async () => {
    const abilities = { zh: ["提醒"], en: ["reminders"] };
    expect((await bench({ abilities }).model.complete(ask("help"))).text).toBe(
      "I can help you with this:\n· reminders",
    );
    expect((await bench({ abilities }).model.complete(ask("帮助"))).text).toBe(
      "我可以帮你：\n· 提醒",
    );
  });

  it("the reply streams in a few pieces that make up the whole", async () => {
    const chunks: ModelChunk[] = [];
    const { text } = await bench().model.stream(ask("hello"), (chunk) => chunks.push(chunk));
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map((chunk) => (chunk.kind === "text" ? chunk.text : "")).join("")).toBe(text);
  });

  it("an abort between two pieces stops the reply", async () => {
    const { model, ledger } = bench();
    const stop = new AbortController();
    const chunks: ModelChunk[] = [];
    const answer = model.stream(ask("hello", { signal: stop.signal }), (chunk) => {
      chunks.push(chunk);
      stop.abort();
    });
    await expect(answer).rejects.toMatchObject({ name: "ModelFailure", code: "aborted" });
    expect(chunks).toHaveLength(1);
    expect(ledger.onlyEnd().outcome).toBe("aborted");
  });

  it("the offline model refuses requests that need understanding", async () => {
    const { model } = bench();
    await expect(model.object(ask("hello"), () => true)).rejects.toMatchObject({
      name: "ModelFailure",
      code: "refused",
    });
    await expect(model.complete(ask("hello", { purpose: "summary" }))).rejects.toMatchObject({
      code: "refused",
    });
  });

  it("calls are recorded like any other, and cost nothing", async () => {
    const { model, ledger } = bench();
    const { callId } = await model.complete(ask("hello"));
    expect(ledger.calls[0]).toMatchObject({
      id: callId,
      model: "offline",
      purpose: "chat",
      sourceEventIds: [3],
      conversationId: null,
    });
    expect(ledger.onlyEnd()).toMatchObject({
      outcome: "ok",
      attempts: 1,
      inputTokens: 0,
      outputTokens: 0,
    });
  });
});
