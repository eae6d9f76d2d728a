import type { ServerResponse } from "node:http";

export interface ScriptedCall {
  readonly name: string;
  /** Sent as it stands: bad JSON is possible. */
  readonly arguments: string;
  /** Gemini's `extra_content`, which it wants back. */
  readonly extra?: unknown;
}

export interface ScriptedUsage {
  readonly input: number;
  readonly output: number;
}

/** What the server does with one request. Nothing here waits for time: a promise of the test's releases what hangs. */
export type Script =
  | {
      readonly kind: "answer";
      /** Text deltas, one event each. */
      readonly chunks?: readonly string[];
      readonly reasoning?: readonly string[];
      /** What the server calls it; DeepSeek's name by default. */
      readonly reasoningField?: "reasoning" | "reasoning_content";
      readonly calls?: readonly ScriptedCall[];
      /** Usually worked out: `tool_calls` when there are calls, else `stop`. */
      readonly finish?: string;
      readonly usage?: ScriptedUsage | null;
      /** Awaited before the nth chunk, and once more (with the number of chunks) before the end. */
      readonly before?: (index: number) => Promise<void>;
      /** How the answer stops early, after all chunks and calls: hangs for ever, resets the socket, or ends without a finish reason. */
      readonly ending?: "hang" | "reset" | "end";
    }
  /** Not even headers, until the client goes away. */
  | { readonly kind: "silence" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfter?: string;
      readonly location?: string;
      readonly body?: string;
    }
  /** These bytes, with status 200. */
  | { readonly kind: "raw"; readonly body: string; readonly contentType?: string };

type Answer = Extract<Script, { kind: "answer" }>;
type Options = Omit<Answer, "kind" | "chunks">;

export const say = (text: string | readonly string[], options: Options = {}): Script => ({
  kind: "answer",
  chunks: typeof text === "string" ? [text] : text,
  ...options,
});

/** Arguments are written as JSON unless they are text already. */
export const call = (name: string, args: unknown): ScriptedCall => ({
  name,
  arguments: typeof args === "string" ? args : JSON.stringify(args),
});

export const callTools = (
  calls: readonly ScriptedCall[],
  options: Options & { readonly chunks?: readonly string[] } = {},
): Script => ({
  kind: "answer",
  calls,
  ...options,
});

/** Bytes of an error answer as OpenAI words it. It repeats the key, as some providers do: nothing of it may reach a log. */
export const errorBody = (message: string): string =>
  JSON.stringify({ error: { message, type: "scripted_error", code: null } });

const finishOf = (answer: Answer): string =>
  answer.finish ?? ((answer.calls ?? []).length > 0 ? "tool_calls" : "stop");
const usageOf = (answer: Answer) => {
  const { input, output } = answer.usage ?? { input: 11, output: 7 };
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
};
const head = (model: string, streamed: boolean) => ({
  id: "chatcmpl-scripted",
  object: streamed ? "chat.completion.chunk" : "chat.completion",
  created: 1_767_600_000,
  model,
});
const wireCall = (called: ScriptedCall, index: number) => ({
  id: `call_${index}`,
  type: "function",
  function: { name: called.name, arguments: called.arguments },
  ...(called.extra !== undefined && { extra_content: called.extra }),
});

export interface Playing {
  readonly response: ServerResponse;
  readonly model: string;
  /** Resolves when the client has gone. */
  readonly gone: Promise<void>;
  /** Counts what was sent, for the record. */
  readonly sent: () => void;
  /** We are about to break the connection ourselves. */
  readonly breaking: () => void;
}

export async function playStream(answer: Answer, playing: Playing): Promise<void> {
  const { response, model, gone } = playing;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
  const send = (delta: object, finish: string | null = null): void => {
    response.write(
      `data: ${JSON.stringify({ ...head(model, true), choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
    playing.sent();
  };
  for (const text of answer.reasoning ?? [])
    send({ [answer.reasoningField ?? "reasoning_content"]: text });
  const chunks = answer.chunks ?? [];
  for (const [index, content] of chunks.entries()) {
    await Promise.race([answer.before?.(index), gone]);
    if (response.destroyed) return;
    send(index === 0 ? { role: "assistant", content } : { content });
  }
  await Promise.race([answer.before?.(chunks.length), gone]);
  for (const [index, called] of (answer.calls ?? []).entries())
    send({ tool_calls: [{ index, ...wireCall(called, index) }] });
  if (answer.ending === "hang") return gone;
  if (answer.ending === "reset") return flushThenReset(playing);
  if (answer.ending !== "end") finishStream(answer, { send, response, model });
  response.end();
}

function finishStream(
  answer: Answer,
  {
    send,
    response,
    model,
  }: { send: (delta: object, finish: string) => void; response: ServerResponse; model: string },
): void {
  send({}, finishOf(answer));
  if (answer.usage !== null)
    response.write(
      `data: ${JSON.stringify({ ...head(model, true), choices: [], usage: usageOf(answer) })}\n\n`,
    );
  response.write("data: [DONE]\n\n");
}

/** The bytes written so far reach the client first; then the connection breaks. */
function flushThenReset({ response, breaking }: Playing): Promise<void> {
  return new Promise((resolve) => {
    response.write(": cut\n\n", () => {
      breaking();
      response.socket?.end(() => response.destroy());
      resolve();
    });
  });
}

export async function playWhole(answer: Answer, playing: Playing): Promise<void> {
  const { response, model, gone } = playing;
  await Promise.race([answer.before?.(0), gone]);
  if (answer.ending === "hang") return gone;
  if (answer.ending !== undefined) {
    playing.breaking();
    response.destroy();
    return;
  }
  const calls = (answer.calls ?? []).map(wireCall);
  const message = {
    role: "assistant",
    content: (answer.chunks ?? []).join("") || null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choices = [{ index: 0, message, finish_reason: finishOf(answer) }];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      ...head(model, false),
      choices,
      ...(answer.usage !== null && { usage: usageOf(answer) }),
    }),
  );
  playing.sent();
}
