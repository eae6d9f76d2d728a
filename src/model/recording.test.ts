import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useProviderBench } from "../../test/support/provider-bench.ts";
import { call, callTools, say } from "../../test/vendors/model-script.ts";
import { canonicalJson } from "../domain/canonical-json.ts";

const bench = useProviderBench();

describe("the record of a call", () => {
  it("the record of a call is begun before the network is touched, with all that the model is given", async () => {
    const { server, model, request, ledger, clock } = bench();
    server.script(say("Hi."));
    const seen: number[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      seen.push(ledger.calls.length);
      return globalThis.fetch(input, init);
    };
    const answer = await model({ fetch }).complete(request());
    expect(seen).toEqual([1]);
    const prompt = {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello?" },
      ],
    };
    expect(ledger.calls).toEqual([
      {
        id: answer.callId,
        accountId: "ada",
        conversationId: "lane",
        turnId: "turn",
        purpose: "chat",
        model: "big",
        promptHash: createHash("sha256")
          .update(
            '{"messages":[{"content":"Be brief.","role":"system"},{"content":"Hello?","role":"user"}]}',
          )
          .digest("hex"),
        prompt,
        sourceEventIds: [4, 7],
        chatId: null,
        viewer: null,
        startedAt: new Date(clock.now()).toISOString(),
      },
    ]);
  });

  it("the record of a call adds up the usage of all rounds and says when the first token came", async () => {
    const { server, clock, model, request, ledger, onChunk, whenShown, metrics } = bench();
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const look = {
      name: "look",
      description: "looks",
      parameters: { type: "object" },
      run: async () => null,
    };
    server.script(
      callTools([call("look", {})], {
        chunks: ["Hm."],
        before: () => gates[0]?.promise ?? Promise.resolve(),
        usage: { input: 100, output: 5 },
      }),
      say("Yes.", {
        before: (index) =>
          index === 1 ? (gates[1]?.promise ?? Promise.resolve()) : Promise.resolve(),
        usage: { input: 120, output: 9 },
      }),
    );
    const answer = model().stream(request({ tools: [look] }), onChunk);
    await server.request(0);
    await clock.advance(1_500);
    gates[0]?.resolve();
    await whenShown("Yes.");
    await clock.advance(2_000);
    gates[1]?.resolve();
    await answer;
    expect(ledger.onlyEnd()).toEqual({
      outcome: "ok",
      errorCode: undefined,
      attempts: 2,
      inputTokens: 220,
      outputTokens: 14,
      firstTokenMs: 1_500,
      totalMs: 3_500,
    });
    expect(metrics.counts.get("model_tokens_total direction=input")).toBe(220);
  });

  it("the record of a call estimates what a provider does not report", async () => {
    const { server, model, request, ledger } = bench();
    server.script(say("今天天气好 and so on", { usage: null }));
    await model().complete(request());
    expect(ledger.onlyEnd().outputTokens).toBe(5 + 3);
    expect(ledger.onlyEnd().inputTokens).toBeGreaterThan(5);
  });

  it("the record of a call that can't be begun keeps the call from being made", async () => {
    const { server, model, request, ledger } = bench();
    const closed = { ...ledger, started: () => Promise.reject(new Error("no database")) };
    await expect(model({ ledger: closed }).complete(request())).rejects.toThrow("no database");
    expect(server.requests).toHaveLength(0);
  });

  it("the record of a call that can't be ended does not spoil the answer", async () => {
    const { server, model, request, ledger, log } = bench();
    server.script(say("Still here."));
    const failing = {
      ...ledger,
      started: async () => undefined,
      ended: () => Promise.reject(new Error("no database")),
    };
    expect((await model({ ledger: failing }).complete(request())).text).toBe("Still here.");
    expect(log.lines.some((line) => line.level === "error")).toBe(true);
  });
});

describe("the daily cap", () => {
  it("the daily cap lets calls through until it is reached; then none is made, for this account and this day only", async () => {
    const { server, clock, model, request, ledger } = bench();
    const capped = model({ dailyTokenCap: 30 });
    server.script(
      say("a", { usage: { input: 10, output: 10 } }),
      say("b", { usage: { input: 10, output: 10 } }),
    );
    await capped.complete(request());
    await capped.complete(request());
    await expect(capped.complete(request())).rejects.toMatchObject({
      name: "ModelFailure",
      code: "spend_cap",
    });
    expect(server.requests).toHaveLength(2);
    expect(ledger.calls).toHaveLength(2);
    server.script(say("someone else"));
    expect((await capped.complete(request({ accountId: "bob" }))).text).toBe("someone else");
    await clock.advance(15 * 3_600_000);
    server.script(say("tomorrow"));
    expect((await capped.complete(request())).text).toBe("tomorrow");
  });
});

it("canonical JSON does not depend on the order of keys and leaves out what is undefined", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: undefined, A: true })).toBe(
    '{"A":true,"b":[1,{"c":"x","d":null}]}',
  );
});
