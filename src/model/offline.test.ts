import { describe, expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { countedChance, memoryLedger, recordingLog, recordingMetrics } from "../../test/support/model-ports.ts";
import type { ModelChunk, ModelMessage, ModelRequest } from "../domain/model.ts";
import { createOfflineModel, type OfflineOptions } from "./offline.ts";

function bench(options: Partial<OfflineOptions> = {}) {
  const ledger = memoryLedger();
  const ports = { ledger, clock: fakeClock(), chance: countedChance(0), log: recordingLog(), metrics: recordingMetrics() };
  return { ledger, model: createOfflineModel({ ...ports, ...options }) };
}

const ask = (words: string | readonly ModelMessage[], fields: Partial<ModelRequest> = {}): ModelRequest => ({
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
    ["你好", "语言模型"],
    ["hello there", "language model"],
    ["ok 明天见", "语言模型"],
    ["Was heißt das?", "language model"],
  ])("%j is answered in its language", async (words, expected) => {
    const { text } = await bench().model.complete(ask(words));
    expect(text).toContain(expected);
    expect(text).toContain("MEANWHILE_MODEL_BASE_URL");
    expect(text).toContain("MEANWHILE_MODEL_API_KEY");
  });

  it("the reply fits what was written: a greeting, a question, thanks, anything else", async () => {
    for (const words of [
      ["你好呀", "你好，今天天气怎么样？", "谢谢你", "买牛奶"],
      ["hey", "hey, what's the weather?", "thanks a lot", "buy milk"],
    ]) {
      const replies = await Promise.all(words.map(async (word) => (await bench().model.complete(ask(word))).text));
      expect(new Set(replies).size).toBe(4);
    }
  });

  it("what stands in for a model is not counted as one", async () => {
    const metrics = recordingMetrics();
    await bench({ metrics }).model.complete(ask("hello"));
    expect(metrics.counts.get("model_calls_total purpose=chat outcome=ok source=offline")).toBe(1);
  });

  it("chance varies the words, not the message", async () => {
    const one = await bench({ chance: countedChance(0) }).model.complete(ask("hello"));
    const other = await bench({ chance: countedChance(0.9) }).model.complete(ask("hello"));
    expect(one.text).not.toBe(other.text);
  });

  it("a message without letters is answered by the hint, then by what was written before", async () => {
    expect((await bench({ language: "zh" }).model.complete(ask("👍"))).text).toContain("语言模型");
    const before: ModelMessage[] = [
      { role: "user", content: "早" },
      { role: "assistant", content: "…" },
      { role: "user", content: "???" },
    ];
    expect((await bench().model.complete(ask(before))).text).toContain("语言模型");
    expect((await bench().model.complete(ask("…"))).text).toContain("language model");
  });

  it("the explanation is given once in a conversation, then only in short", async () => {
    const { model } = bench();
    const first = await model.complete(ask("hello"));
    const second = await model.complete(
      ask([
        { role: "user", content: "hello" },
        { role: "assistant", content: first.text },
        { role: "user", content: "are you sure?" },
      ]),
    );
    expect(second.text).toContain("no language model is connected");
    expect(second.text).not.toContain("MEANWHILE_MODEL");
  });

  it("says what works, as it was told by those who know", async () => {
    const abilities = { zh: ["提醒"], en: ["reminders"] };
    expect((await bench({ abilities }).model.complete(ask("hi"))).text).toContain("What works without one: reminders.");
    expect((await bench({ abilities }).model.complete(ask("嗨"))).text).toContain("现在就能用的：提醒。");
  });

  it("the reply streams in a few pieces that make up the whole", async () => {
    const chunks: ModelChunk[] = [];
    const { text } = await bench().model.stream(ask("hello"), (chunk) => chunks.push(chunk));
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.map((chunk) => (chunk.kind === "text" ? chunk.text : "")).join("")).toBe(text);
  });

  it("an abort between two pieces stops it", async () => {
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

  it("what needs understanding is refused", async () => {
    const { model } = bench();
    await expect(model.object(ask("hello"), () => true)).rejects.toMatchObject({ name: "ModelFailure", code: "refused" });
    await expect(model.complete(ask("hello", { purpose: "summary" }))).rejects.toMatchObject({ code: "refused" });
  });

  it("calls are recorded like any other, and cost nothing", async () => {
    const { model, ledger } = bench();
    const { callId } = await model.complete(ask("hello"));
    expect(ledger.calls[0]).toMatchObject({ id: callId, model: "offline", purpose: "chat", sourceEventIds: [3], conversationId: null });
    expect(ledger.onlyEnd()).toMatchObject({ outcome: "ok", attempts: 1, inputTokens: 0, outputTokens: 0 });
  });
});
