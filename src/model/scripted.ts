import {
  ModelFailure,
  type Model,
  type ModelAnswer,
  type ModelChunk,
  type ModelRequest,
} from "../domain/ports/model.ts";
import type { Json } from "../domain/json.ts";

/** One answer of a scripted model. */
export type ScriptedAnswer =
  | { readonly kind: "text"; readonly text: string }
  /**
   * Text in pieces; each waits for `before`, if there is one, so that a test can act between two.
   */
  | {
      readonly kind: "chunks";
      readonly chunks: readonly string[];
      readonly before?: (index: number) => Promise<void>;
    }
  /** Runs these tools of the request, one after another, and then goes on with the next answer of the script. */
  | {
      readonly kind: "tools";
      readonly calls: readonly { readonly name: string; readonly args: unknown }[];
    }
  /** Shows some text and never ends by itself. */
  | { readonly kind: "hang"; readonly shown?: string }
  | { readonly kind: "fail"; readonly failure: Error; readonly shown?: string }
  /** Goes on after an abort: ends with the text once `release` resolves, whatever the signal says. */
  | { readonly kind: "ignoreAbort"; readonly release: Promise<void>; readonly text: string }
  /** Shows the beginning of an answer, takes it back, and gives another. */
  | { readonly kind: "restart"; readonly shown: string; readonly text: string };

export interface ScriptedRequest {
  readonly method: "complete" | "stream" | "object";
  readonly request: ModelRequest;
  /** The tools' results, in the order in which they ran. A refusal is its error. */
  readonly toolResults: readonly (Json | Error)[];
}

export interface ScriptedModel extends Model {
  readonly requests: readonly ScriptedRequest[];
  /** Adds answers to the end of the script. */
  script(...answers: readonly ScriptedAnswer[]): void;
  /** Resolves when the nth request (from 0) has come in. */
  request(index: number): Promise<ScriptedRequest>;
  /** Throws if the script has unused answers. */
  assertUsedUp(): void;
}

type Behaviour = (request: ModelRequest) => ScriptedAnswer;

/** A model inside the test's own process. When the script is used up, `otherwise` decides; without it the request is an error. */
export function createScriptedModel(
  answers: readonly ScriptedAnswer[] = [],
  otherwise?: Behaviour,
): ScriptedModel {
  const queue = [...answers];
  const requests: (ScriptedRequest & { toolResults: (Json | Error)[] })[] = [];
  const awaited: { readonly index: number; readonly tell: (seen: ScriptedRequest) => void }[] = [];

  const next = (request: ModelRequest): ScriptedAnswer => {
    const answer = queue.shift() ?? otherwise?.(request);
    if (answer === undefined)
      throw new Error(`The script has no answer for a request of purpose ${request.purpose}.`);
    return answer;
  };

  async function run(
    method: ScriptedRequest["method"],
    request: ModelRequest,
    onChunk: (chunk: ModelChunk) => void,
  ): Promise<ModelAnswer> {
    const seen = { method, request, toolResults: [] };
    const index = requests.push(seen) - 1;
    for (const waiter of awaited) if (waiter.index === index) waiter.tell(seen);
    stopIfAborted(request);
    let answer = next(request);
    while (answer.kind === "tools") {
      await runTools(answer.calls, seen);
      answer = next(request);
    }
    return { text: await play(answer, { request, onChunk }), callId: `scripted-${index}` };
  }

  return {
    describe: { kind: "scripted", name: "scripted" },
    requests,
    complete: (request) => run("complete", request, () => undefined),
    stream: (request, onChunk) => run("stream", request, onChunk),
    object: async (request, parse) =>
      parse(JSON.parse((await run("object", request, () => undefined)).text)),
    script: (...more) => void queue.push(...more),
    request: (index) => {
      const seen = requests[index];
      return seen === undefined
        ? new Promise((tell) => awaited.push({ index, tell }))
        : Promise.resolve(seen);
    },
    assertUsedUp: () => {
      if (queue.length > 0)
        throw new Error(
          `${queue.length} scripted answers were not asked for; the next is of kind ${queue[0]?.kind}.`,
        );
    },
  };
}

function stopIfAborted({ signal }: ModelRequest): void {
  if (signal.aborted) throw new ModelFailure("aborted", "The call was stopped.");
}

async function runTools(
  calls: readonly { readonly name: string; readonly args: unknown }[],
  {
    request,
    toolResults,
  }: { readonly request: ModelRequest; readonly toolResults: (Json | Error)[] },
): Promise<void> {
  for (const { name, args } of calls) {
    const tool = request.tools?.find((one) => one.name === name);
    if (tool === undefined)
      throw new Error(`The script calls the tool ${name}, which the request does not offer.`);
    stopIfAborted(request);
    try {
      toolResults.push(await tool.run(args, request.signal));
    } catch (error) {
      toolResults.push(error instanceof Error ? error : new Error(String(error)));
    }
  }
  stopIfAborted(request);
}

interface Playing {
  readonly request: ModelRequest;
  readonly onChunk: (chunk: ModelChunk) => void;
}

async function play(
  answer: Exclude<ScriptedAnswer, { kind: "tools" }>,
  { request, onChunk }: Playing,
): Promise<string> {
  const show = (text: string | undefined): void => {
    if (text !== undefined && text !== "") onChunk({ kind: "text", text });
  };
  switch (answer.kind) {
    case "text":
      show(answer.text);
      return answer.text;
    case "chunks":
      return playChunks(answer, { request, onChunk });
    case "hang":
      show(answer.shown);
      await untilAborted(request.signal);
      throw new ModelFailure("aborted", "The call was stopped.");
    case "fail":
      show(answer.shown);
      throw answer.failure;
    case "ignoreAbort":
      await answer.release;
      show(answer.text);
      return answer.text;
    case "restart":
      show(answer.shown);
      onChunk({ kind: "restart" });
      show(answer.text);
      return answer.text;
    default:
      return answer satisfies never;
  }
}

async function playChunks(
  { chunks, before }: Extract<ScriptedAnswer, { kind: "chunks" }>,
  { request, onChunk }: Playing,
): Promise<string> {
  for (const [index, text] of chunks.entries()) {
    if (before !== undefined) await Promise.race([before(index), untilAborted(request.signal)]);
    stopIfAborted(request);
    onChunk({ kind: "text", text });
  }
  return chunks.join("");
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
