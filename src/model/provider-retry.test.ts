import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { useProviderBench } from "../../test/support/provider-bench.ts";
import { call, callTools, say, type Script } from "../../test/vendors/model-script.ts";
import { OutboundFailure } from "../domain/ports/http.ts";
import type { Log } from "../domain/ports/log.ts";
import { ModelFailure } from "../domain/ports/model.ts";

const bench = useProviderBench();
const forty = Array.from({ length: 40 }, (_, index) => `word${index} `);

/** A log that moves the clock by each announced pause. Time passes only while the code waits, never while a request is under way. */
function passingPauses(): Log {
  const { log, clock } = bench();
  return {
    ...log,
    warn: (fields, sentence) => {
      log.warn(fields, sentence);
      if (typeof fields["delayMs"] === "number") void clock.advance(fields["delayMs"]);
    },
  };
}

describe("a stream that breaks off after forty tokens", () => {
  const cuts: [string, Script][] = [
    ["by a reset", say(forty, { ending: "reset" })],
    ["by an end without a finish reason", say(forty, { ending: "end" })],
  ];
  it.each(cuts)(
    "a stream that breaks off %s is retried from scratch and never appended to",
    async (_how, cut) => {
      const { server, model, request, onChunk, shown, chunks, ledger } = bench();
      server.script(cut, say("From the start."));
      const answer = await model().stream(request(), onChunk);
      expect(answer.text).toBe("From the start.");
      expect(shown()).toBe("From the start.");
      expect(chunks.filter((chunk) => chunk.kind === "restart")).toHaveLength(1);
      expect(chunks.length).toBeGreaterThan(30);
      expect(ledger.onlyEnd()).toMatchObject({ outcome: "ok", attempts: 2 });
    },
  );

  it("a stream that breaks off twice is given up", async () => {
    const { server, model, request, ledger } = bench();
    server.script(say(forty, { ending: "reset" }), say(forty, { ending: "end" }));
    await expect(model().complete(request())).rejects.toMatchObject({ code: "unreachable" });
    expect(ledger.onlyEnd()).toMatchObject({
      outcome: "failed",
      errorCode: "unreachable",
      attempts: 2,
    });
  });

  it("a stream that breaks off without any text shown does not mention a restart", async () => {
    const { server, model, request, onChunk, chunks } = bench();
    server.script(say([], { ending: "reset" }), say("Fine."));
    await model().stream(request(), onChunk);
    expect(chunks).toEqual([{ kind: "text", text: "Fine." }]);
  });

  it("a stream that breaks off does not run the tool calls that it brought", async () => {
    const { server, model, request } = bench();
    let runs = 0;
    const tool = {
      name: "book",
      description: "books",
      parameters: { type: "object" },
      run: async () => {
        runs++;
        return null;
      },
    };
    const booked = [call("book", {})];
    server.script(callTools(booked, { ending: "reset" }), callTools(booked, { ending: "end" }));
    await expect(model().complete(request({ tools: [tool] }))).rejects.toMatchObject({
      code: "unreachable",
    });
    server.script(callTools(booked, { finish: "length" }), callTools(booked, { finish: "length" }));
    await expect(model().complete(request({ tools: [tool] }))).rejects.toMatchObject({
      code: "bad_output",
    });
    expect(runs).toBe(0);
  });

  it("a stream that breaks off in a later round repeats that round only: tools that ran do not run again", async () => {
    const { server, model, request } = bench();
    let runs = 0;
    const tool = {
      name: "look",
      description: "looks",
      parameters: { type: "object" },
      run: async () => ({ runs: ++runs }),
    };
    server.script(callTools([call("look", {})]), say(forty, { ending: "reset" }), say("Seen."));
    expect((await model().complete(request({ tools: [tool] }))).text).toBe("Seen.");
    expect(runs).toBe(1);
    expect(server.requests[2]?.body).toEqual(server.requests[1]?.body);
  });
});

describe("a busy provider", () => {
  it.each([429, 500, 502, 503, 504, 529])(
    "a busy provider with status %i is asked again after a growing pause",
    async (status) => {
      const { server, model, request, metrics, ledger } = bench();
      server.script({ kind: "status", status }, { kind: "status", status }, say("There you are."));
      expect((await model({ log: passingPauses() }).complete(request())).text).toBe(
        "There you are.",
      );
      expect(ledger.onlyEnd()).toMatchObject({ attempts: 3, totalMs: 750 + 1_500 });
      expect(metrics.counts.get("model_retries_total reason=overloaded")).toBe(2);
    },
  );

  it("a busy provider is asked once by a caller that can do without the answer", async () => {
    const { server, model, request, ledger } = bench();
    server.script({ kind: "status", status: 503 });
    await expect(model().complete(request({ optional: true }))).rejects.toMatchObject({
      code: "overloaded",
    });
    expect(ledger.onlyEnd()).toMatchObject({ attempts: 1 });
  });

  it("a busy provider is not asked before the pause is over", async () => {
    const { server, clock, log, model, request } = bench();
    server.script({ kind: "status", status: 429, retryAfter: "17" }, say("Now."));
    const pausing = Promise.withResolvers<void>();
    const answer = model({ log: { ...log, warn: () => pausing.resolve() } }).complete(request());
    await pausing.promise;
    await clock.advance(16_999);
    expect(server.requests).toHaveLength(1);
    await clock.advance(1);
    expect((await answer).text).toBe("Now.");
  });

  it.each([
    ["the seconds that it asks for", () => "17", 17_000],
    ["until the date that it names", (now: number) => new Date(now + 25_000).toUTCString(), 25_000],
    ["the usual pause if its wish makes no sense", () => "soon", 750],
    ["the usual pause if its date is past", () => new Date(0).toUTCString(), 750],
  ])("a busy provider is given %s", async (_what, retryAfter, totalMs) => {
    const { server, clock, model, request, ledger } = bench();
    server.script(
      { kind: "status", status: 503, retryAfter: retryAfter(clock.now()) },
      say("Now."),
    );
    await model({ log: passingPauses() }).complete(request());
    expect(ledger.onlyEnd()).toMatchObject({ attempts: 2, totalMs });
  });

  it("a busy provider is given up as overloaded when the budget is spent, with a handful of requests", async () => {
    const { server, model, request, ledger } = bench();
    server.script(
      ...Array.from({ length: 9 }, (): Script => ({
        kind: "status",
        status: 529,
        retryAfter: "0",
      })),
    );
    const answer = model({ log: passingPauses() }).complete(request());
    await expect(answer).rejects.toMatchObject({ name: "ModelFailure", code: "overloaded" });
    expect(ledger.onlyEnd()).toMatchObject({
      outcome: "failed",
      errorCode: "overloaded",
      attempts: 9,
      totalMs: 59_250,
    });
  });

  it("a provider that only fails keeps no call waiting for more than twenty seconds, as the product is set", async () => {
    const { server, model, request, ledger } = bench();
    const { default: schema } = (await import("../../meanwhile.schema.json", {
      with: { type: "json" },
    })) as {
      default: {
        properties: { model: { properties: { retry_budget_seconds: { default: number } } } };
      };
    };
    const retryBudgetMs = schema.properties.model.properties.retry_budget_seconds.default * 1_000;
    server.script(...Array.from({ length: 5 }, (): Script => ({ kind: "status", status: 500 })));
    await expect(
      model({ log: passingPauses(), retryBudgetMs }).complete(request()),
    ).rejects.toMatchObject({ code: "overloaded" });
    const { attempts, totalMs } = ledger.onlyEnd();
    expect(attempts).toBeGreaterThan(3);
    expect(totalMs).toBeLessThanOrEqual(20_000);
  });

  it("a busy provider that asks for more time than there is makes room for the fallback model at once", async () => {
    const { server, model, request } = bench();
    server.script(
      { kind: "status", status: 429, retryAfter: "3600" },
      say("The understudy speaks."),
    );
    expect((await model({ fallback: "spare" }).complete(request())).text).toBe(
      "The understudy speaks.",
    );
    expect(server.requests.map((seen) => seen.body.model)).toEqual(["big", "spare"]);
  });

  it("a busy provider whose fallback is busy too is given up: the fallback is asked once", async () => {
    const { server, model, request } = bench();
    server.script(
      { kind: "status", status: 429, retryAfter: "3600" },
      { kind: "status", status: 429, retryAfter: "1" },
    );
    await expect(model({ fallback: "spare" }).complete(request())).rejects.toMatchObject({
      code: "overloaded",
    });
    expect(server.requests).toHaveLength(2);
  });

  it("a busy provider that says so inside the stream is treated alike", async () => {
    const { server, model, request, onChunk, shown } = bench();
    const error = { error: { message: "busy", type: "overloaded", code: 503 } };
    server.script({ kind: "raw", body: `data: ${JSON.stringify(error)}\n\n` }, say("Later."));
    await model({ log: passingPauses() }).stream(request(), onChunk);
    expect(shown()).toBe("Later.");
  });
});

describe("a provider that says no", () => {
  it.each([
    [400, "refused"],
    [401, "key_refused"],
    [403, "key_refused"],
    [404, "model_unknown"],
    [413, "refused"],
    [422, "refused"],
  ])("a provider that refuses with status %i is believed at once, as %s", async (status, code) => {
    const { server, model, request } = bench();
    server.script({ kind: "status", status });
    await expect(model().complete(request())).rejects.toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });

  it.each([302, 307])(
    "a provider that points elsewhere with status %i is not followed",
    async (status) => {
      const { server, model, request } = bench();
      server.script({ kind: "status", status, location: "/v1/elsewhere" });
      await expect(model().complete(request())).rejects.toMatchObject({ code: "address_wrong" });
      expect(server.requests).toHaveLength(1);
    },
  );

  it("a provider whose filter ends the answer without a word counts as refusing", async () => {
    const { server, model, request } = bench();
    server.script(say([], { finish: "content_filter" }));
    await expect(model().complete(request())).rejects.toMatchObject({ code: "refused" });
  });
});

describe("settings that only the operator can mend", () => {
  const listReports = () =>
    bench().log.lines.filter(
      ({ level, sentence }) => level === "error" || sentence === "the model answers again",
    );

  it("settings that only the operator can mend are reported once for all calls that fail by them, and once when they are mended", async () => {
    const { server, model, request } = bench();
    const one = model();
    expect(one.trouble?.()).toBeUndefined();
    server.script({ kind: "status", status: 401 }, { kind: "status", status: 401 });
    for (const _ of [1, 2])
      await expect(one.complete(request())).rejects.toMatchObject({ code: "key_refused" });
    expect(one.trouble?.()).toBe("key_refused");
    server.script({ kind: "status", status: 404 });
    await expect(one.complete(request())).rejects.toMatchObject({ code: "model_unknown" });
    expect(one.trouble?.()).toBe("model_unknown");
    server.script(say("Here."), say("Still here."));
    for (const _ of [1, 2]) await one.complete(request());
    expect(one.trouble?.()).toBeUndefined();
    expect(listReports().map(({ level, fields }) => [level, fields["reason"]])).toEqual([
      ["error", "key_refused"],
      ["error", "model_unknown"],
      ["info", "model_unknown"],
    ]);
  });

  it("settings that only the operator can mend are kept apart by model: one that answers says nothing about another", async () => {
    const { server, model, request } = bench();
    const one = model({ classifier: "misspelt" });
    server.script({ kind: "status", status: 404 }, say("Here."), { kind: "status", status: 404 });
    await expect(one.complete(request({ purpose: "summary" }))).rejects.toMatchObject({
      code: "model_unknown",
    });
    await one.complete(request());
    expect(one.trouble?.()).toBe("model_unknown");
    await expect(one.complete(request({ purpose: "summary" }))).rejects.toMatchObject({
      code: "model_unknown",
    });
    expect(listReports()).toHaveLength(1);
  });

  it("settings that only the operator can mend are not blamed for a provider that is busy or silent", async () => {
    const { server, model, request } = bench();
    const one = model({ retryBudgetMs: 0 });
    server.script({ kind: "status", status: 503 });
    await expect(one.complete(request())).rejects.toMatchObject({ code: "overloaded" });
    expect(one.trouble?.()).toBeUndefined();
  });
});

describe("a provider that can't be reached", () => {
  it("a provider that can't be reached is tried twice", async () => {
    const { server, model, request, ledger, log } = bench();
    await server.close();
    await expect(model().complete(request())).rejects.toMatchObject({ code: "address_wrong" });
    expect(ledger.onlyEnd().attempts).toBe(2);
    expect(log.lines[0]?.fields).toMatchObject({ systemCode: "ECONNREFUSED" });
  });

  it.each([
    ["blocked", "address_wrong", 1],
    ["redirect", "address_wrong", 1],
    ["too_large", "bad_output", 1],
    ["timeout", "timeout", 2],
    ["resolve", "unreachable", 2],
    ["reset", "unreachable", 2],
  ] as const)(
    "a provider that can't be reached because the way out says %s fails as %s after %i attempts",
    async (code, expected, attempts) => {
      const { model, request, ledger } = bench();
      const fetch = () =>
        Promise.reject(
          new TypeError("fetch failed", {
            cause: new OutboundFailure({ phase: "before", code, message: code }),
          }),
        );
      await expect(model({ fetch }).complete(request())).rejects.toMatchObject({ code: expected });
      expect(ledger.onlyEnd().attempts).toBe(attempts);
    },
  );
});

describe("garbage", () => {
  it.each([
    ["nothing at all", "", "unreachable"],
    ["bad JSON", "data: {nonsense\n\n", "bad_output"],
    ["another shape", 'data: {"choices": 7}\n\n', "bad_output"],
    ["a page", "<html>Welcome to nginx</html>", "unreachable"],
  ])(
    "garbage from a provider such as %s is tried once more and then given up",
    async (_what, body, code) => {
      const { server, model, request } = bench();
      server.script({ kind: "raw", body }, { kind: "raw", body });
      await expect(model().complete(request())).rejects.toMatchObject({
        name: "ModelFailure",
        code,
      });
      expect(server.requests).toHaveLength(2);
    },
  );

  it("an empty answer is repaired once", async () => {
    const { server, model, request, ledger } = bench();
    server.script(say(""), say("Sorry, here it is."));
    expect((await model().complete(request())).text).toBe("Sorry, here it is.");
    expect(server.requests[1]?.body.messages.at(-1)?.content).toMatch(/empty/);
    expect(ledger.onlyEnd()).toMatchObject({ outcome: "ok", attempts: 2 });
  });

  it("an answer that is empty twice is given up", async () => {
    const { server, model, request } = bench();
    server.script(say(""), say(" \n "));
    await expect(model().complete(request())).rejects.toMatchObject({ code: "bad_output" });
  });
});

describe("the key", () => {
  it("the provider's key is in no error, however it is looked at", async () => {
    const { server, model, request } = bench();
    const scripts: Script[] = [401, 400, 404].map((status) => ({ kind: "status", status }));
    server.script(...scripts);
    for (const _ of scripts) {
      const error = await model()
        .complete(request())
        .catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(ModelFailure);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(server.apiKey);
    }
  });
});

it("an error thrown by the caller's own callback is passed on as it is, and the connection is closed", async () => {
  const { server, model, request, ledger } = bench();
  server.script(say(["One"], { ending: "hang" }));
  const mistake = new RangeError("a bug of the caller");
  const answer = model().stream(request(), () => {
    throw mistake;
  });
  await expect(answer).rejects.toBe(mistake);
  expect(await server.requests[0]?.closed).toBe("closed_by_client");
  expect(ledger.onlyEnd()).toMatchObject({ outcome: "failed", errorCode: "internal" });
});
