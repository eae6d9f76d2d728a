import {
  streamText,
  ToolChoiceViolationError,
  type FinishReason,
  type LanguageModel,
  type ModelMessage,
  type ProviderMetadata,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import type { ModelSampling } from "../domain/ports/model.ts";
import type { Reply } from "./reply.ts";
import { mustReturnThoughts } from "./returned-thoughts.ts";
import { orAborted, startWatch, type Scope, type WatchLimits } from "./scope.ts";
import {
  streamBrokeOff,
  unreadableAnswer,
  classifyFailure,
  toTimeout,
  incompleteAnswer,
  type AttemptFailure,
} from "./classify-failure.ts";
import { estimateTokens } from "../domain/tokens.ts";
import type { CallUsage } from "./usage.ts";

export interface Called {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  /** What the provider wants back with the result, such as Gemini's signature of a thought. */
  readonly mark?: ProviderMetadata | undefined;
}

export interface Answer {
  readonly kind: "answer";
  readonly text: string;
  readonly calls: readonly Called[];
  /** Thoughts that the provider wants back with the results of the calls, or nothing. */
  readonly thoughts: string;
  /** The provider's filter stopped the answer. */
  readonly filtered: boolean;
}

export type Attempted =
  | Answer
  | { readonly kind: "setback"; readonly setback: AttemptFailure; readonly error?: unknown };

export interface AttemptOptions {
  readonly model: LanguageModel;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet | undefined;
  /** Without it the model sees the tools of the conversation but must answer in words. */
  readonly mayCall: boolean;
  readonly reply: Reply;
  readonly sampling?: ModelSampling | undefined;
  readonly scope: Scope;
  readonly limits: WatchLimits;
  readonly spent: CallUsage;
}

type Part = TextStreamPart<ToolSet>;

/** Thinking and tool arguments count too. Far above what an answer needs, far below what hurts. */
const mostReceived = 1_000_000;

/** One request to the provider. Tools are only collected here: nothing runs before the stream has come to a proper end. */
export async function attempt(options: AttemptOptions): Promise<Attempted> {
  const { scope, limits, spent } = options;
  const socket = new AbortController();
  const hangUp = (): void => socket.abort();
  scope.signal.addEventListener("abort", hangUp, { once: true });
  let silent = false;
  const watch = startWatch(limits, () => {
    silent = true;
    hangUp();
  });
  spent.attempts++;
  const listener = listen(options, () => watch.touch());
  try {
    const parts = open(options, socket.signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await nextPart(parts, socket.signal);
      scope.check();
      if (silent) return { kind: "setback", setback: toTimeout() };
      if ("error" in next)
        return {
          kind: "setback",
          setback: classifyFailure(next.error, limits.clock.now()),
          error: next.error,
        };
      const attempted = next.part === undefined ? listener.end() : listener.hear(next.part);
      if (attempted !== undefined) return attempted;
    }
  } finally {
    watch.stop();
    scope.signal.removeEventListener("abort", hangUp);
    // After a complete answer this does nothing; after anything else it closes the connection.
    hangUp();
    listener.account();
  }
}

function open(
  { model, messages, tools, mayCall, sampling }: AttemptOptions,
  abortSignal: AbortSignal,
): AsyncIterable<Part> {
  return streamText({
    model,
    messages: [...messages],
    allowSystemInMessages: true,
    ...(sampling === undefined ? {} : toCallSettings(sampling)),
    ...(tools !== undefined && { tools, toolChoice: mayCall ? "auto" : "none" }),
    maxRetries: 0,
    abortSignal,
    // Errors arrive as parts of the stream. Without this the SDK also prints them, prompt and all.
    onError: () => undefined,
  }).stream;
}

/** More stop strings are refused by some servers. The caller cuts the answer at the others. */
const mostStops = 4;

type CallSettings = {
  [Setting in keyof Omit<ModelSampling, "model" | "stop" | "topK">]?: number;
};

function toCallSettings({ model: _model, stop = [], topK, ...settings }: ModelSampling) {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(set) as CallSettings),
    ...(stop.length === 0 ? {} : { stopSequences: stop.slice(0, mostStops) }),
    // Not a setting of OpenAI's own; local servers take it.
    ...(topK === undefined ? {} : { providerOptions: { model: { top_k: topK } } }),
  };
}

/** The next part, nothing at the end, or the error that the transport met. A bug in our own code is not caught here. */
async function nextPart(
  parts: AsyncIterator<Part>,
  signal: AbortSignal,
): Promise<{ part: Part | undefined } | { error: unknown }> {
  try {
    const { done, value } = await orAborted(parts.next(), signal);
    if (done === true) return { part: undefined };
    if (value.type !== "error" || ToolChoiceViolationError.isInstance(value.error))
      return { part: value };
    return { error: value.error };
  } catch (error) {
    return { error };
  }
}

interface StreamObserver {
  /** Handles a part. Returns a result when the attempt is over before the stream is. */
  hear(part: Part): Attempted | undefined;
  end(): Attempted;
  /** Adds the tokens to the call's usage. */
  account(): void;
}

function listen(
  { reply, messages, spent, limits, mayCall }: AttemptOptions,
  touch: () => void,
): StreamObserver {
  const calls: Called[] = [];
  let received = "";
  let thoughts = "";
  let finish: FinishReason | undefined;
  let usage:
    | { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }
    | undefined;

  const token = (delta: string): void => {
    touch();
    spent.firstTokenAt ??= limits.clock.now();
    received += delta;
  };

  function hear(part: Part): Attempted | undefined {
    if (part.type === "text-delta") {
      token(part.text);
      if (reply.push(part.text))
        return {
          kind: "answer",
          text: reply.finish(),
          calls: [],
          thoughts: "",
          filtered: false,
        };
    } else if (part.type === "reasoning-delta") {
      token(part.text);
      thoughts += part.text;
      reply.think(part.text);
    } else if (part.type === "tool-input-delta") {
      token(part.delta);
    } else if (part.type === "tool-call") {
      calls.push({
        id: part.toolCallId,
        name: part.toolName,
        args: part.input,
        mark: part.providerMetadata,
      });
    } else if (part.type === "finish-step") {
      finish = part.finishReason;
      usage = part.usage;
      if (!mustReturnThoughts(part.providerMetadata)) thoughts = "";
    }
    return received.length > mostReceived
      ? { kind: "setback", setback: incompleteAnswer() }
      : undefined;
  }

  function end(): Attempted {
    if (finish === undefined) return { kind: "setback", setback: streamBrokeOff() };
    // Out of room in the middle of its calls: the last one may be half of what was meant.
    if (finish === "length" && calls.length > 0)
      return { kind: "setback", setback: unreadableAnswer() };
    const filtered = finish === "content-filter";
    return {
      kind: "answer",
      text: reply.finish(),
      calls: mayCall && !filtered ? calls : [],
      thoughts,
      filtered,
    };
  }

  function account(): void {
    if (received === "" && usage === undefined) return;
    // A provider reports usage at the end, and an aborted stream has none: the daily cap counts what was spent.
    spent.inputTokens += usage?.inputTokens ?? estimateTokens(JSON.stringify(messages));
    spent.outputTokens += usage?.outputTokens ?? estimateTokens(received);
  }

  return { hear, end, account };
}
