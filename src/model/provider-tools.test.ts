import { describe, expect, it } from "vitest";
import { useProviderBench } from "../../test/support/provider-bench.ts";
import { call, callTools, say, type ScriptedCall } from "../../test/vendors/model-script.ts";
import type { ChatBody } from "../../test/vendors/model-server.ts";
import { Refusal } from "../domain/errors.ts";
import type { Json } from "../domain/json.ts";
import { ModelFailure, type ModelTool } from "../domain/ports/model.ts";

const bench = useProviderBench();

const tool = (name: string, run: (args: unknown) => Json | Promise<Json>): ModelTool => ({
  name,
  description: `The tool ${name}.`,
  parameters: { type: "object", properties: { title: { type: "string" } } },
  run: async (args) => run(args),
});

/** A tool that notes what it was given. */
function notebook(name = "note") {
  const given: unknown[] = [];
  return { given, tool: tool(name, (args) => ({ noted: given.push(args) })) };
}

const results = (body: ChatBody | undefined): unknown[] =>
  (body?.messages ?? [])
    .filter((message) => message.role === "tool")
    .map((message) => JSON.parse(message.content ?? "") as unknown);

describe("tool calls", () => {
  it("tool calls run in order, one at a time, and their results go back to the model", async () => {
    const { server, model, request } = bench();
    const order: string[] = [];
    const slow = tool("slow", async () => {
      order.push("slow begins");
      await new Promise((resolve) => setImmediate(resolve));
      order.push("slow ends");
      return { ok: 1 };
    });
    const quick = tool("quick", () => {
      order.push("quick");
      return ["a", null];
    });
    server.script(callTools([call("slow", { title: "x" }), call("quick", {})]), say("Both done."));
    expect((await model().complete(request({ tools: [slow, quick] }))).text).toBe("Both done.");
    expect(order).toEqual(["slow begins", "slow ends", "quick"]);
    expect(server.requests[0]?.body.tools?.map((one) => one.function.name)).toEqual([
      "slow",
      "quick",
    ]);
    expect(results(server.requests[1]?.body)).toEqual([{ ok: 1 }, ["a", null]]);
  });

  it("the thoughts before a tool call go back with its result as the provider named them, and not where it named them otherwise", async () => {
    const { server, model, request } = bench();
    const tools = [notebook().tool];
    const calls = [call("note", {})];
    server.script(
      callTools(calls, { reasoning: ["First ", "I note it."] }),
      callTools(calls, { reasoning: ["Once more."] }),
      say("Done."),
      callTools(calls, { reasoning: ["Hidden."], reasoningField: "reasoning" }),
      say("Done."),
    );
    await model().complete(request({ tools }));
    await model().complete(request({ tools }));
    const thoughts = server.requests.map(({ body }) =>
      body.messages.flatMap(({ reasoning_content: thought }) => thought ?? []),
    );
    const both = ["First I note it.", "Once more."];
    expect(thoughts).toEqual([[], both.slice(0, 1), both, [], []]);
  });

  it("the signature of a thought goes back with the tool call that it came with", async () => {
    const { server, model, request } = bench();
    const mark = { google: { thought_signature: "c2ln" } };
    server.script(callTools([{ ...call("note", {}), extra: mark }]), say("Done."));
    await model().complete(request({ tools: [notebook().tool] }));
    const [called] = server.requests[1]?.body.messages.flatMap((one) => one.tool_calls ?? []) ?? [];
    expect(called?.extra_content).toEqual(mark);
  });

  it("tool calls get their arguments as parsed JSON, and an empty text as no arguments", async () => {
    const { server, model, request } = bench();
    const note = notebook();
    server.script(callTools([call("note", { title: "牛奶" }), call("note", "")]), say("ok"));
    await model().complete(request({ tools: [note.tool] }));
    expect(note.given).toEqual([{ title: "牛奶" }, {}]);
  });

  it("the text of earlier rounds beside tool calls is shown, then replaced by the last round's", async () => {
    const { server, model, request, onChunk, chunks } = bench();
    server.script(callTools([call("note", {})], { chunks: ["Let me look."] }), say("It is noted."));
    const answer = await model().stream(request({ tools: [notebook().tool] }), onChunk);
    expect(answer.text).toBe("It is noted.");
    expect(chunks).toEqual([
      { kind: "text", text: "Let me look." },
      { kind: "restart" },
      { kind: "text", text: "It is noted." },
    ]);
  });
});

describe("a tool call that can't be run tells the model so", () => {
  const hostile: [string, ScriptedCall, string][] = [
    ["an unknown tool", call("drop_table", {}), "unknown_tool"],
    ["a name that is no name", call("../../etc/passwd; ls", {}), "unknown_tool"],
    ["a name from every object", call("constructor", {}), "unknown_tool"],
    ["bad JSON", call("note", "{title: oops"), "bad_arguments"],
    ["a list for arguments", call("note", [1, 2]), "bad_arguments"],
    ["a word for arguments", call("note", '"word"'), "bad_arguments"],
  ];
  it.each(hostile)(
    "a tool call that can't be run reports it to the model: %s",
    async (_what, called, error) => {
      const { server, model, request } = bench();
      const note = notebook();
      server.script(callTools([called, call("note", { title: "good" })]), say("I see."));
      expect((await model().complete(request({ tools: [note.tool] }))).text).toBe("I see.");
      expect(note.given).toEqual([{ title: "good" }]);
      expect(results(server.requests[1]?.body)).toMatchObject([{ error }, { noted: 1 }]);
    },
  );

  it("a refusal of a tool is reported to the model with its code and sentence", async () => {
    const { server, model, request } = bench();
    const strict = tool("strict", () => {
      throw new Refusal("invalid_request", undefined, "The title is missing.");
    });
    server.script(callTools([call("strict", {})]), say("Which title?"));
    await model().complete(request({ tools: [strict] }));
    expect(results(server.requests[1]?.body)).toEqual([
      { error: "invalid_request", message: "The title is missing." },
    ]);
  });

  it("a bug of a tool is reported to the model without its words", async () => {
    const { server, model, request, log } = bench();
    const broken = tool("broken", () => {
      throw new TypeError("secret detail");
    });
    server.script(callTools([call("broken", {})]), say("That did not work."));
    await model().complete(request({ tools: [broken] }));
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain("secret detail");
    expect(log.lines).toContainEqual({
      level: "error",
      fields: { tool: "broken", errorName: "TypeError" },
      sentence: "a tool failed",
    });
  });
});

describe("storms of tool calls", () => {
  it("a storm of tool calls in one answer is cut from two hundred to the cap, and then the model must speak", async () => {
    const { server, model, request } = bench();
    const note = notebook();
    server.script(
      callTools(Array.from({ length: 200 }, (_, index) => call("note", { index }))),
      say("Enough."),
    );
    expect((await model().complete(request({ tools: [note.tool] }))).text).toBe("Enough.");
    expect(note.given).toEqual(Array.from({ length: 16 }, (_, index) => ({ index })));
    const told = results(server.requests[1]?.body);
    expect(told).toHaveLength(17);
    expect(told.at(-1)).toMatchObject({ error: "too_many_calls" });
    expect(server.requests[1]?.body.tool_choice).toBe("none");
  });

  it("a storm of tool calls over rounds ends after eight rounds, and then the model must speak", async () => {
    const { server, model, request } = bench();
    const note = notebook();
    server.script(
      ...Array.from({ length: 8 }, () => callTools([call("note", {})])),
      say("Done at last."),
    );
    expect((await model().complete(request({ tools: [note.tool] }))).text).toBe("Done at last.");
    expect(note.given).toHaveLength(8);
    expect(server.requests.map((seen) => seen.body.tool_choice)).toEqual([
      ...Array.from({ length: 8 }, () => "auto"),
      "none",
    ]);
  });

  it("a tool call that ignores its abort is given up; nothing more runs", async () => {
    const { server, model, request } = bench();
    const note = notebook();
    server.script(
      ...Array.from({ length: 4 }, () => callTools([call("note", {}), call("note", {})])),
    );
    const answer = model({ maxToolRounds: 2 }).complete(request({ tools: [note.tool] }));
    await expect(answer).rejects.toMatchObject({ name: "ModelFailure", code: "bad_output" });
    expect(note.given).toHaveLength(4);
  });

  it("tool calls where no tool was offered count as an empty answer", async () => {
    const { server, model, request } = bench();
    server.script(callTools([call("note", {})]), say("In words, then."));
    expect((await model().complete(request())).text).toBe("In words, then.");
  });
});

describe("an object", () => {
  const parse = (value: unknown): { intent: string } => {
    const intent =
      typeof value === "object" && value !== null && "intent" in value ? value.intent : undefined;
    if (typeof intent !== "string") throw new Error("intent: expected a string");
    return { intent };
  };

  it.each([
    ["alone", '{"intent":"add"}'],
    ["in a fence", 'Sure!\n```json\n{"intent": "add"}\n```\nAnything else?'],
    ["in prose", 'The answer is {"intent":"add"} as you asked.'],
    ["after thoughts", '<think>{"intent":"wrong"}</think>{"intent":"add"}'],
  ])("an object in an answer is read from the text: %s", async (_how, text) => {
    const { server, model, request } = bench();
    server.script(say(text));
    expect(await model().object(request(), parse)).toEqual({ intent: "add" });
  });

  it("an object in the wrong form is asked for once more, saying what was wrong", async () => {
    const { server, model, request, ledger } = bench();
    server.script(say('{"intent": 7}'), say('{"intent":"add"}'));
    expect(await model().object(request(), parse)).toEqual({ intent: "add" });
    const messages = server.requests[1]?.body.messages ?? [];
    expect(messages.at(-2)).toEqual({ role: "assistant", content: '{"intent": 7}' });
    expect(messages.at(-1)?.content).toContain("intent: expected a string");
    expect(ledger.onlyEnd()).toMatchObject({ outcome: "ok", attempts: 2 });
  });

  it("an object in the wrong form twice is given up", async () => {
    const { server, model, request } = bench();
    server.script(say("I would rather chat."), say("{}"));
    const failure = await model()
      .object(request(), parse)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelFailure);
    expect(failure).toMatchObject({ code: "bad_output" });
  });

  it("an object in an answer has one repair in all, whatever it is for", async () => {
    const { server, model, request } = bench();
    server.script(say(""), say("not JSON"));
    await expect(model().object(request(), parse)).rejects.toMatchObject({ code: "bad_output" });
    expect(server.requests).toHaveLength(2);
  });
});
