import { describe, expect, it } from "vitest";
import {
  ModelFailure,
  type ModelChunk,
  type ModelRequest,
  type ModelTool,
} from "../domain/ports/model.ts";
import { createScriptedModel } from "./scripted.ts";

function ask(fields: Partial<ModelRequest> = {}): ModelRequest {
  return {
    purpose: "chat",
    messages: [{ role: "user", content: "hi" }],
    sourceEventIds: [],
    accountId: "ada",
    signal: new AbortController().signal,
    ...fields,
  };
}

describe("a scripted model", () => {
  it("a scripted model gives its answers in order, remembers the requests and notices leftovers", async () => {
    const model = createScriptedModel([
      { kind: "text", text: "one" },
      { kind: "chunks", chunks: ["t", "wo"] },
    ]);
    const chunks: ModelChunk[] = [];
    expect((await model.complete(ask({ purpose: "first" }))).text).toBe("one");
    expect(() => model.assertUsedUp()).toThrow(/1 scripted answers/);
    expect(
      (await model.stream(ask({ purpose: "second" }), (chunk) => chunks.push(chunk))).text,
    ).toBe("two");
    expect(chunks).toEqual([
      { kind: "text", text: "t" },
      { kind: "text", text: "wo" },
    ]);
    model.assertUsedUp();
    expect(model.requests.map((seen) => `${seen.method} ${seen.request.purpose}`)).toEqual([
      "complete first",
      "stream second",
    ]);
    await expect(model.complete(ask())).rejects.toThrow(/no answer/);
  });

  it("a scripted model asks a function when the script is used up", async () => {
    const model = createScriptedModel([], (request) => ({
      kind: "text",
      text: `for ${request.accountId}`,
    }));
    expect((await model.complete(ask())).text).toBe("for ada");
  });

  it("a scripted model runs tools and goes on; a refusal is kept as a result", async () => {
    const tool: ModelTool = {
      name: "double",
      description: "doubles",
      parameters: { type: "object" },
      run: async (args) => {
        if (typeof args !== "number") throw new TypeError("not a number");
        return args * 2;
      },
    };
    const model = createScriptedModel([
      {
        kind: "tools",
        calls: [
          { name: "double", args: 4 },
          { name: "double", args: "x" },
        ],
      },
      { kind: "text", text: "done" },
    ]);
    expect((await model.complete(ask({ tools: [tool] }))).text).toBe("done");
    expect(model.requests[0]?.toolResults).toEqual([8, new TypeError("not a number")]);
  });

  it("a scripted model runs no tool after an abort", async () => {
    const stop = new AbortController();
    let runs = 0;
    const tool: ModelTool = {
      name: "stopper",
      description: "stops",
      parameters: { type: "object" },
      run: async () => {
        runs++;
        stop.abort();
        return null;
      },
    };
    const once = { name: "stopper", args: {} };
    const model = createScriptedModel([{ kind: "tools", calls: [once, once] }]);
    await expect(model.complete(ask({ tools: [tool], signal: stop.signal }))).rejects.toMatchObject(
      { code: "aborted" },
    );
    expect(runs).toBe(1);
  });

  it("a scripted model hangs until it is aborted", async () => {
    const model = createScriptedModel([{ kind: "hang", shown: "so far" }]);
    const stop = new AbortController();
    const chunks: ModelChunk[] = [];
    const answer = expect(
      model.stream(ask({ signal: stop.signal }), (chunk) => chunks.push(chunk)),
    ).rejects.toMatchObject({
      code: "aborted",
    });
    await model.request(0);
    stop.abort();
    await answer;
    expect(chunks).toEqual([{ kind: "text", text: "so far" }]);
  });

  it("a scripted model can go on after an abort, as a badly behaved provider would", async () => {
    const release = Promise.withResolvers<void>();
    const model = createScriptedModel([
      { kind: "ignoreAbort", release: release.promise, text: "too late" },
    ]);
    const stop = new AbortController();
    const answer = model.complete(ask({ signal: stop.signal }));
    stop.abort();
    release.resolve();
    expect((await answer).text).toBe("too late");
  });

  it("a scripted model fails as scripted, and takes back what it showed", async () => {
    const failure = new ModelFailure("overloaded", "busy");
    const model = createScriptedModel([
      { kind: "fail", failure, shown: "half" },
      { kind: "restart", shown: "half", text: "whole" },
    ]);
    await expect(model.complete(ask())).rejects.toBe(failure);
    const chunks: ModelChunk[] = [];
    expect((await model.stream(ask(), (chunk) => chunks.push(chunk))).text).toBe("whole");
    expect(chunks).toEqual([
      { kind: "text", text: "half" },
      { kind: "restart" },
      { kind: "text", text: "whole" },
    ]);
  });

  it("a scripted model gives objects through the caller's parser", async () => {
    const model = createScriptedModel([{ kind: "text", text: '{"n":1}' }]);
    expect(await model.object(ask(), (value) => (value as { n: number }).n)).toBe(1);
  });
});
