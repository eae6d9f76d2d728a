import { describe, expect, it } from "vitest";
import { useProviderBench } from "../../test/support/provider-bench.ts";
import { say } from "../../test/vendors/model-script.ts";

const bench = useProviderBench();

describe("a plain answer", () => {
  it("a plain answer streams the text in order and gives it whole at the end", async () => {
    const { server, model, request, onChunk, chunks } = bench();
    server.script(say(["Good ", "morning", "."]));
    const answer = await model().stream(request(), onChunk);
    expect(answer.text).toBe("Good morning.");
    expect(chunks.map((chunk) => (chunk.kind === "text" ? chunk.text : "!")).join("|")).toBe(
      "Good| morning|.",
    );
    expect(server.requests[0]?.body).toMatchObject({
      model: "big",
      stream: true,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello?" },
      ],
    });
    expect(await server.requests[0]?.closed).toBe("answered");
  });

  it("a plain answer is given by complete as well", async () => {
    const { server, model, request } = bench();
    server.script(say("你好。"));
    expect((await model().complete(request())).text).toBe("你好。");
  });

  it("a plain answer keeps system messages in their place", async () => {
    const { server, model, request } = bench();
    server.script(say("ok"));
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
      { role: "system", content: "c" },
      { role: "user", content: "d" },
    ] as const;
    await model().complete(request({ messages }));
    expect(server.requests[0]?.body.messages).toEqual(messages);
  });
});

describe("a picture", () => {
  it("a picture in a prompt goes to a model that sees, beside the words, and is recorded by its hash alone", async () => {
    const { server, model, request, ledger } = bench();
    server.script(say("A cat."));
    const images = [{ type: "image/png", bytes: Buffer.from("picture") }];
    const seeing = model({ images: true });
    expect(seeing.describe).toEqual({ kind: "provider", name: "big", images: true });
    await seeing.complete(
      request({ messages: [{ role: "user", content: "What is it?", images }] }),
    );
    expect(server.requests[0]?.body.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,cGljdHVyZQ==" } },
        ],
      },
    ]);
    expect(ledger.calls[0]?.prompt).toEqual({
      messages: [
        {
          role: "user",
          content: "What is it?",
          images: [
            { type: "image/png", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
          ],
        },
      ],
    });
  });
});

describe("which model is asked", () => {
  it("the main model is asked for the purposes handed in and the classifier for the others", async () => {
    const { server, model, request } = bench();
    server.script(say("a"), say("b"), say("c"));
    const both = model({ classifier: "small" });
    await both.complete(request({ purpose: "chat" }));
    await both.complete(request({ purpose: "parse_turn" }));
    await model().complete(request({ purpose: "parse_turn" }));
    expect(server.requests.map((seen) => seen.body.model)).toEqual(["big", "small", "big"]);
  });

  it("a model for stories is asked for calls of stories alone", async () => {
    const { server, model, request } = bench();
    server.script(say("a"), say("b"), say("c"));
    const own = model({ stories: "novelist" });
    await own.complete(request({ purpose: "narrative", chatId: "story" }));
    await own.complete(request({ purpose: "digest", chatId: "story" }));
    await own.complete(request({ purpose: "chat" }));
    expect(server.requests.map((seen) => seen.body.model)).toEqual(["novelist", "novelist", "big"]);
  });
});

describe("the thoughts of the model", () => {
  it("L17: the thoughts of the model are not shown, wherever the chunks break", async () => {
    const { server, model, request, onChunk, shown, chunks } = bench();
    server.script(say(["<th", "ink>secret", " plan</thi", "nk>\n\nHel", "lo", " <", "3"]));
    const answer = await model().stream(request(), onChunk);
    expect(answer.text).toBe("Hello <3");
    expect(shown()).toBe("Hello <3");
    expect(JSON.stringify(chunks)).not.toContain("secret");
  });

  it("the thoughts of the model do not count as an answer", async () => {
    const { server, model, request } = bench();
    server.script(say("<think>only this</think>  "), say("Here I am."));
    expect((await model().complete(request())).text).toBe("Here I am.");
  });

  it("the thoughts of the model sent as reasoning count as a sign of life, are not part of the answer, and reach the caller that shows thoughts apart", async () => {
    const { server, model, request, onChunk, chunks } = bench();
    server.script(
      say("Yes.", { reasoning: ["hm", "hm hm"] }),
      say("Yes.", { reasoning: ["so", " so"] }),
    );
    await model().stream(request(), onChunk);
    expect(chunks).toEqual([{ kind: "text", text: "Yes." }]);
    const thoughts: string[] = [];
    await model().stream({ ...request(), onThought: (text) => void thoughts.push(text) }, onChunk);
    expect(thoughts.join("")).toBe("so so");
    expect(chunks).toHaveLength(2);
  });
});

describe("too long an answer", () => {
  it("too long an answer is cut with an ellipsis on a whole character, and the connection is closed", async () => {
    const { server, model, request, onChunk, shown } = bench();
    const family = "👨‍👩‍👧‍👦";
    server.script(say([family.repeat(3), family.repeat(3), "never ending"], { ending: "hang" }));
    const answer = await model({ maxChars: family.length * 4 + 3 }).stream(request(), onChunk);
    expect(answer.text).toBe(`${family.repeat(4)}…`);
    expect(shown()).toBe(answer.text);
    expect(await server.requests[0]?.closed).toBe("closed_by_client");
  });

  it("an answer of a megabyte ends at the cap", async () => {
    const { server, model, request, onChunk, shown } = bench();
    server.script(say(["x".repeat(1_048_576)], { ending: "hang" }));
    const answer = await model().stream(request(), onChunk);
    expect(answer.text).toBe(`${"x".repeat(31_999)}…`);
    expect(shown()).toBe(answer.text);
    expect(await server.requests[0]?.closed).toBe("closed_by_client");
  });

  it("L17: too long an answer in thoughts alone is given up as senseless", async () => {
    const { server, model, request } = bench();
    server.script({
      kind: "answer",
      reasoning: Array.from({ length: 11 }, () => "r".repeat(100_000)),
      ending: "hang",
    });
    await expect(model().complete(request())).rejects.toMatchObject({
      name: "ModelFailure",
      code: "bad_output",
    });
    expect(await server.requests[0]?.closed).toBe("closed_by_client");
  });
});

describe("two calls at once over one model", () => {
  it("two calls at once over one model do not share failures", async () => {
    const { server, model, request, stop } = bench();
    const gate = Promise.withResolvers<void>();
    server.script(
      say(["slow ", "but fine"], {
        before: (index) => (index === 1 ? gate.promise : Promise.resolve()),
      }),
    );
    const shared = model();
    const good = shared.complete(request());
    await server.request(0);
    server.script({ kind: "status", status: 401 });
    await expect(shared.complete(request())).rejects.toMatchObject({ code: "key_refused" });
    const aborted = new AbortController();
    server.script({ kind: "silence" });
    const third = shared.complete(request({ signal: aborted.signal }));
    await server.request(2);
    aborted.abort();
    await expect(third).rejects.toMatchObject({ code: "aborted" });
    gate.resolve();
    expect((await good).text).toBe("slow but fine");
    expect(stop.signal.aborted).toBe(false);
  });
});
