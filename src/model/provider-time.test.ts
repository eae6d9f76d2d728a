import { describe, expect, it } from "vitest";
import { useProviderBench } from "../../test/support/provider-bench.ts";
import { call, callTools, say } from "../../test/vendors/model-script.ts";

const bench = useProviderBench();

describe("a model that never answers", () => {
  it("L16: a model that never answers is hung up on after the first-token time, tried once more, and then given up", async () => {
    const { server, clock, model, request, ledger } = bench();
    server.script({ kind: "silence" }, { kind: "silence" });
    const answer = expect(model().complete(request())).rejects.toMatchObject({
      name: "ModelFailure",
      code: "timeout",
    });
    const first = await server.request(0);
    await clock.advance(29_999);
    expect(first.state).toBe("open");
    await clock.advance(1);
    expect(await first.closed).toBe("closed_by_client");
    const second = await server.request(1);
    await clock.advance(30_000);
    await answer;
    expect(await second.closed).toBe("closed_by_client");
    expect(ledger.onlyEnd()).toMatchObject({
      outcome: "failed",
      errorCode: "timeout",
      attempts: 2,
      totalMs: 60_000,
    });
    expect(ledger.onlyEnd().firstTokenMs).toBeUndefined();
  });

  it("a model that never answers after sending headers is hung up on just the same", async () => {
    const { server, clock, model, request } = bench();
    server.script(say([], { ending: "hang" }), say("Better."));
    const answer = model().complete(request());
    const first = await server.request(0);
    await clock.advance(30_000);
    expect(await first.closed).toBe("closed_by_client");
    expect((await answer).text).toBe("Better.");
  });
});

describe("a model that falls silent in the middle", () => {
  it("a model that falls silent in the middle is hung up on after the idle time; the new attempt replaces what was shown", async () => {
    const { server, clock, model, request, onChunk, whenShown, chunks } = bench();
    server.script(say(["Half an"], { ending: "hang" }), say(["A whole", " answer."]));
    const answer = model().stream(request(), onChunk);
    await whenShown("Half an");
    const first = await server.request(0);
    await clock.advance(19_999);
    expect(first.state).toBe("open");
    await clock.advance(1);
    expect(await first.closed).toBe("closed_by_client");
    expect((await answer).text).toBe("A whole answer.");
    expect(chunks).toEqual([
      { kind: "text", text: "Half an" },
      { kind: "restart" },
      { kind: "text", text: "A whole" },
      { kind: "text", text: " answer." },
    ]);
  });

  it("a model is left alone as long as tokens keep coming, up to the total", async () => {
    const { server, clock, model, request, onChunk, whenShown, ledger } = bench();
    const gates = Array.from({ length: 9 }, () => Promise.withResolvers<void>());
    const letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
    server.script(say(letters, { before: (index) => gates[index]?.promise ?? Promise.resolve() }));
    const answer = expect(model().stream(request(), onChunk)).rejects.toMatchObject({
      code: "timeout",
    });
    const seen = await server.request(0);
    for (const [index] of letters.entries()) {
      gates[index]?.resolve();
      await whenShown(letters.slice(0, index + 1).join(""));
      if (index < 7) await clock.advance(15_000);
    }
    expect(seen.state).toBe("open");
    await clock.advance(15_000);
    await answer;
    expect(await seen.closed).toBe("closed_by_client");
    expect(ledger.onlyEnd()).toMatchObject({ attempts: 1, totalMs: 120_000, firstTokenMs: 0 });
  });
});

describe("the caller's abort", () => {
  it("the caller's abort closes the connection before the first token, at once and without a retry", async () => {
    const { server, stop, model, request, ledger } = bench();
    server.script({ kind: "silence" });
    const answer = expect(model().complete(request())).rejects.toMatchObject({
      name: "ModelFailure",
      code: "aborted",
    });
    const seen = await server.request(0);
    stop.abort();
    await answer;
    expect(await seen.closed).toBe("closed_by_client");
    expect(server.requests).toHaveLength(1);
    expect(ledger.onlyEnd()).toMatchObject({
      outcome: "aborted",
      errorCode: "aborted",
      attempts: 1,
    });
  });

  it("the caller's abort closes the connection in the middle of a stream; nothing is shown afterwards", async () => {
    const { server, stop, model, request, onChunk, whenShown, chunks, ledger } = bench();
    server.script(say(["Once upon"], { ending: "hang" }));
    const answer = expect(model().stream(request(), onChunk)).rejects.toMatchObject({
      code: "aborted",
    });
    await whenShown("Once upon");
    stop.abort();
    await answer;
    expect(await (await server.request(0)).closed).toBe("closed_by_client");
    expect(chunks).toEqual([{ kind: "text", text: "Once upon" }]);
    expect(ledger.onlyEnd().outputTokens).toBeGreaterThan(0);
  });

  it("the caller's abort ends the call even if the transport ignores it", async () => {
    const { stop, model, request } = bench();
    const asked = Promise.withResolvers<void>();
    const deaf: typeof fetch = () => {
      asked.resolve();
      return Promise.withResolvers<Response>().promise;
    };
    const answer = expect(model({ fetch: deaf }).complete(request())).rejects.toMatchObject({
      code: "aborted",
    });
    await asked.promise;
    stop.abort();
    await answer;
  });

  it("the caller's abort that came before the call means no call and no record", async () => {
    const { server, stop, model, request, ledger } = bench();
    stop.abort();
    await expect(model().complete(request())).rejects.toMatchObject({ code: "aborted" });
    expect(server.requests).toHaveLength(0);
    expect(ledger.calls).toHaveLength(0);
  });

  it("the caller's abort between two tools keeps the second from running", async () => {
    const { server, stop, model, request } = bench();
    const ran: string[] = [];
    const tool = (name: string) => ({
      name,
      description: name,
      parameters: { type: "object" },
      run: async () => {
        ran.push(name);
        stop.abort();
        return null;
      },
    });
    server.script(callTools([call("one", {}), call("two", {})]));
    const tools = [tool("one"), tool("two")];
    await expect(model().complete(request({ tools }))).rejects.toMatchObject({ code: "aborted" });
    expect(ran).toEqual(["one"]);
    expect(server.requests).toHaveLength(1);
  });

  it("the caller's abort does not wait for a tool that ignores it", async () => {
    const { server, stop, model, request } = bench();
    const started = Promise.withResolvers<AbortSignal>();
    const deaf = {
      name: "deaf",
      description: "never ends",
      parameters: { type: "object" },
      run: (_args: unknown, signal: AbortSignal) => {
        started.resolve(signal);
        return Promise.withResolvers<null>().promise;
      },
    };
    server.script(callTools([call("deaf", {})]));
    const answer = expect(model().complete(request({ tools: [deaf] }))).rejects.toMatchObject({
      code: "aborted",
    });
    const signal = await started.promise;
    stop.abort();
    await answer;
    expect(signal.aborted).toBe(true);
  });

  it("the caller's abort ends the wait for a busy provider", async () => {
    const { server, stop, log, model, request } = bench();
    server.script({ kind: "status", status: 503 });
    const waiting = Promise.withResolvers<void>();
    const telling = { ...log, warn: () => waiting.resolve() };
    const answer = expect(model({ log: telling }).complete(request())).rejects.toMatchObject({
      code: "aborted",
    });
    await waiting.promise;
    stop.abort();
    await answer;
    expect(server.requests).toHaveLength(1);
  });
});

it("a tool that takes too long ends with the total time", async () => {
  const { server, clock, model, request } = bench();
  const started = Promise.withResolvers<void>();
  const slow = {
    name: "slow",
    description: "never ends",
    parameters: { type: "object" },
    run: () => {
      started.resolve();
      return Promise.withResolvers<null>().promise;
    },
  };
  server.script(callTools([call("slow", {})]));
  const answer = expect(model().complete(request({ tools: [slow] }))).rejects.toMatchObject({
    code: "timeout",
  });
  await started.promise;
  await clock.advance(120_000);
  await answer;
});
