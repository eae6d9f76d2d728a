import type { LanguageModel, ModelMessage, ToolSet } from "ai";
import type { Log, Metrics } from "../domain/ports/log.ts";
import { ModelFailure, type ModelSampling, type ModelTool } from "../domain/ports/model.ts";
import { attempt, type Answer, type AttemptOptions, type Attempted } from "./attempt.ts";
import type { Patience } from "./retry-policy.ts";
import type { Reply } from "./reply.ts";
import type { Scope, WatchLimits } from "./scope.ts";
import type { CallUsage } from "./usage.ts";
import { describeTools, runTools } from "./tools.ts";
import { isTrouble, type Troubles } from "./troubles.ts";

export interface ConversationOptions {
  readonly callId: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxToolCalls: number;
  readonly maxToolRounds: number;
  /** Returns the provider's model of that name. */
  readonly modelNamed: (name: string) => LanguageModel;
  readonly patience: Patience;
  readonly sampling?: ModelSampling | undefined;
  readonly reply: Reply;
  readonly scope: Scope;
  readonly limits: WatchLimits;
  readonly spent: CallUsage;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly troubles: Troubles;
}

/** The rounds of one call: ask, run tools, ask again, until the model answers in words. */
export interface Conversation {
  /** The model's answer, never empty. */
  answer(): Promise<string>;
  /**
   * Reports the mistake to the model and asks once more. A call has one such repair, which may be
   * used up.
   */
  repair(wrong: string, text?: string): Promise<string>;
}

const empty = "Your answer was empty. Answer my last message now, in words and in its language.";

export function startConversation(options: ConversationOptions): Conversation {
  const { tools, reply, scope, log } = options;
  const history: ModelMessage[] = [...options.messages];
  const toolSet = describeTools(tools);
  let callsLeft = options.maxToolCalls;
  let roundsLeft = options.maxToolRounds;
  let repairsLeft = 1;

  async function answer(): Promise<string> {
    for (;;) {
      const mayCall = tools.length > 0 && callsLeft > 0 && roundsLeft > 0;
      const { text, calls, thoughts, filtered } = await ask(options, {
        messages: history,
        tools: toolSet,
        mayCall,
      });
      if (calls.length === 0) return text === "" ? onEmpty(filtered) : text;
      // Text beside tool calls ("let me look") is not the reply: it was streamed, and is replaced
      // by what follows.
      reply.startOver();
      const { messages, ran } = await runTools({
        tools,
        calls,
        thoughts,
        left: callsLeft,
        scope,
        log,
      });
      history.push(...messages);
      callsLeft -= ran;
      roundsLeft--;
    }
  }

  function onEmpty(filtered: boolean): Promise<string> {
    if (filtered)
      throw new ModelFailure("refused", "The model provider's filter stopped the answer.");
    return repair(empty);
  }

  async function repair(wrong: string, text?: string): Promise<string> {
    if (repairsLeft === 0) throw new ModelFailure("bad_output", "The model gave no usable answer.");
    repairsLeft--;
    reply.startOver();
    if (text !== undefined) history.push({ role: "assistant", content: text });
    history.push({ role: "user", content: wrong });
    return answer();
  }

  return { answer, repair };
}

interface RoundRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet | undefined;
  readonly mayCall: boolean;
}

/**
 * One round: attempts until one gives an answer or the retry policy gives up. Each attempt starts
 * from nothing; no text is carried over.
 */
async function ask(options: ConversationOptions, asked: RoundRequest): Promise<Answer> {
  const { patience, modelNamed, reply, scope, limits, spent, troubles, sampling } = options;
  for (;;) {
    scope.check();
    const given: AttemptOptions = {
      ...asked,
      model: modelNamed(patience.model),
      reply,
      scope,
      limits,
      spent,
      sampling,
    };
    const attempted = await attempt(given);
    if (attempted.kind === "answer") {
      troubles.over(patience.model);
      return attempted;
    }
    const delayMs = patience.after(attempted.setback);
    note(options, attempted, delayMs);
    if (delayMs === undefined) throw attempted.setback.failure;
    reply.startOver();
    await limits.clock.wait(delayMs, scope.signal);
  }
}

function note(
  { callId, log, metrics, patience, spent, troubles }: ConversationOptions,
  { setback, error }: Extract<Attempted, { kind: "setback" }>,
  delayMs: number | undefined,
): void {
  if (delayMs !== undefined) metrics.count("model_retries_total", { reason: setback.failure.code });
  const fields = {
    callId,
    code: setback.failure.code,
    status: setback.status,
    attempt: spent.attempts,
    delayMs,
    model: patience.model,
    ...describeForeignError(error),
  };
  // A problem that only the operator can fix is logged once, not with every message.
  if (isTrouble(fields.code) && delayMs === undefined) return troubles.met(fields.code, fields);
  log[isTrouble(fields.code) ? "debug" : "warn"](
    fields,
    delayMs === undefined ? "the model is given up" : "the model is tried again",
  );
}

/** Of a foreign error only its type and its system code go to the log: its text may hold anything. */
function describeForeignError(error: unknown): {
  readonly errorName?: string;
  readonly systemCode?: string;
} {
  if (!(error instanceof Error)) return {};
  let code: string | undefined;
  for (let next: unknown = error; next instanceof Error && code === undefined; next = next.cause) {
    if ("code" in next && typeof next.code === "string" && /^[A-Za-z_]{3,40}$/.test(next.code))
      code = next.code;
  }
  return { errorName: error.name, ...(code !== undefined && { systemCode: code }) };
}
