import { afterEach, beforeEach, expect, it } from "vitest";
import { call, callTools, say } from "./model-script.ts";
import { echoPrompt, startModelServer, type ModelServer } from "./model-server.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ behaviour: echoPrompt });
});
afterEach(() => server.close());

const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.baseUrl}/chat/completions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      "content-type": "application/json",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const user = { role: "user", content: "hi" };

it("the model server answers as a whole when no stream is asked for, with tool calls and usage", async () => {
  server.script(say(["Hel", "lo"]), callTools([call("look", { far: true })]));
  const spoken = (await (await post({ model: "m", messages: [user] })).json()) as object;
  expect(spoken).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  });
  const called = (await (await post({ model: "m", messages: [user] })).json()) as object;
  expect(called).toMatchObject({
    choices: [
      {
        message: {
          content: null,
          tool_calls: [{ function: { name: "look", arguments: '{"far":true}' } }],
        },
        finish_reason: "tool_calls",
      },
    ],
  });
  expect(server.requests.map((seen) => seen.state)).toEqual(["answered", "answered"]);
});

it("the model server streams events that end with usage and the closing word", async () => {
  server.script(say(["a", "b"]));
  const text = await (await post({ model: "m", messages: [user], stream: true })).text();
  const events = text.split("\n\n").filter(Boolean);
  expect(events.at(-1)).toBe("data: [DONE]");
  expect(events).toHaveLength(5);
});

it("the model server falls back on its behaviour when the script is used up", async () => {
  const answer = (await (await post({ model: "m", messages: [user] })).json()) as {
    choices: { message: { content: string } }[];
  };
  expect(JSON.parse(answer.choices[0]?.message.content ?? "")).toEqual([user]);
});

it("the model server refuses a wrong key, a wrong route and a body that is not JSON", async () => {
  expect(
    (await post({ model: "m", messages: [user] }, { authorization: "Bearer other" })).status,
  ).toBe(401);
  expect((await fetch(`${server.baseUrl}/completions`)).status).toBe(404);
  expect((await post("{")).status).toBe(400);
  expect(server.violations).toHaveLength(3);
  expect(server.requests).toHaveLength(0);
});

const assistant = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }],
};
it.each<[string, object]>([
  ["an unknown field", { account: "ada", messages: [user] }],
  ["no messages", { messages: [] }],
  ["a message without text", { messages: [{ role: "user", content: null }] }],
  [
    "a tool result without a call",
    { messages: [{ role: "tool", tool_call_id: "1", content: "" }] },
  ],
  ["a call without a result", { messages: [user, assistant] }],
  [
    "a call whose result comes too late",
    { messages: [assistant, user, { role: "tool", tool_call_id: "1", content: "" }] },
  ],
  [
    "tools without an object schema",
    { messages: [user], tools: [{ type: "function", function: { name: "f", parameters: {} } }] },
  ],
  ["stream options without a stream", { messages: [user], stream_options: {} }],
])("the model server refuses %s", async (_what, fields) => {
  expect((await post({ model: "m", ...fields })).status).toBe(400);
  expect(server.violations).toHaveLength(1);
});

it("the model server notices when the client has gone, and lists its models", async () => {
  server.script({ kind: "silence" });
  const stop = new AbortController();
  const asked = fetch(`${server.baseUrl}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [user] }),
    signal: stop.signal,
  }).catch(() => "gone");
  const seen = await server.request(0);
  expect(seen.state).toBe("open");
  stop.abort();
  expect(await asked).toBe("gone");
  expect(await seen.closed).toBe("closed_by_client");
  expect(seen.closedAt).toBeGreaterThan(0);
  expect(await (await fetch(`${server.baseUrl}/models`)).json()).toMatchObject({
    data: [{ id: "scripted" }],
  });
});
