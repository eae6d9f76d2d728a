import { createHash } from "node:crypto";
import { iso, type Chance, type Clock } from "../domain/ports/clock.ts";
import { canonicalJson } from "../domain/canonical-json.ts";
import type { Json } from "../domain/json.ts";
import type { Log, Metrics } from "../domain/ports/log.ts";
import {
  ModelFailure,
  type ModelCallEnd,
  type ModelCallLedger,
  type ModelRequest,
  type PriceList,
} from "../domain/ports/model.ts";
import { priceCall, startUsage, type CallUsage } from "./usage.ts";

export interface Recording {
  readonly ledger: ModelCallLedger;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Tokens an account may use in a day, and all accounts together; without them there is no cap. */
  readonly dailyTokenCap?: number | undefined;
  readonly serverTokenCap?: number | undefined;
  /** Without it calls are recorded without a cost. */
  readonly priceList?: PriceList | undefined;
}

export interface OpenCall {
  readonly id: string;
  readonly spent: CallUsage;
}

interface Call {
  readonly request: ModelRequest;
  /** The name of the model that is asked first. */
  readonly model: string;
  /** No model is connected; fixed texts replace it. */
  readonly isOffline?: boolean;
}

/** Runs one call between its two entries in the ledger. The second is written however the call ends. */
export async function recordCall<T>(
  to: Recording,
  call: Call,
  run: (open: OpenCall) => Promise<T>,
): Promise<T> {
  const { request, model } = call;
  if (request.signal.aborted)
    throw new ModelFailure("aborted", "The call was stopped before it began.");
  await keepToCap(to, call);
  const open: OpenCall = { id: to.chance.id(), spent: startUsage() };
  const began = to.clock.now();
  const prompt = promptOf(request);
  await to.ledger.started({
    id: open.id,
    accountId: request.accountId,
    conversationId: request.conversationId ?? null,
    turnId: request.turnId ?? null,
    purpose: request.purpose,
    model,
    promptHash: sha256(canonicalJson(prompt)),
    prompt,
    sourceEventIds: request.sourceEventIds,
    chatId: request.chatId ?? null,
    viewer: request.viewer ?? null,
    startedAt: iso(began),
  });
  try {
    const answer = await run(open);
    const output = request.chatId === undefined ? undefined : JSON.stringify(answer);
    await end(to, { call, open, began, outcome: "ok", output });
    return answer;
  } catch (error) {
    const errorCode = error instanceof ModelFailure ? error.code : "internal";
    await end(to, {
      call,
      open,
      began,
      outcome: errorCode === "aborted" ? "aborted" : "failed",
      errorCode,
    });
    throw error;
  }
}

const sourceOf = ({ isOffline }: Call): string => (isOffline === true ? "offline" : "model");

async function keepToCap(
  { ledger, metrics, dailyTokenCap = Infinity, serverTokenCap = Infinity }: Recording,
  call: Call,
): Promise<void> {
  const { request } = call;
  if (dailyTokenCap === Infinity && serverTokenCap === Infinity) return;
  const spent = await ledger.tokensToday(request.accountId);
  if (spent.account < dailyTokenCap && spent.server < serverTokenCap) return;
  metrics.count("model_calls_total", {
    purpose: request.purpose,
    outcome: "spend_cap",
    source: sourceOf(call),
  });
  throw new ModelFailure("spend_cap", "Today's tokens are used up.");
}

interface Ending {
  readonly call: Call;
  readonly open: OpenCall;
  readonly began: number;
  readonly outcome: ModelCallEnd["outcome"];
  readonly errorCode?: string;
  readonly output?: string | undefined;
}

async function end(
  { ledger, clock, log, metrics, priceList }: Recording,
  { call, open, began, outcome, errorCode, output }: Ending,
): Promise<void> {
  const { attempts, inputTokens, outputTokens, firstTokenAt } = open.spent;
  const { purpose } = call.request;
  const totalMs = clock.now() - began;
  const firstTokenMs = firstTokenAt === undefined ? undefined : firstTokenAt - began;
  metrics.count("model_calls_total", {
    purpose,
    outcome: errorCode ?? outcome,
    source: sourceOf(call),
  });
  metrics.count("model_tokens_total", { direction: "input" }, inputTokens);
  metrics.count("model_tokens_total", { direction: "output" }, outputTokens);
  metrics.observe("model_call_seconds", totalMs / 1000, { purpose });
  if (firstTokenMs !== undefined)
    metrics.observe("model_first_token_seconds", firstTokenMs / 1000, { purpose });
  if (call.request.turnId !== undefined)
    metrics.span?.({
      step: "model",
      of: { turnId: call.request.turnId },
      nth: open.id,
      startMs: began,
      endMs: began + totalMs,
      attributes: {
        "meanwhile.purpose": purpose,
        "gen_ai.request.model": call.model,
        "gen_ai.usage.input_tokens": inputTokens,
        "gen_ai.usage.output_tokens": outputTokens,
      },
      failure: outcome === "ok" ? undefined : (errorCode ?? outcome),
    });
  const fields = {
    callId: open.id,
    purpose,
    model: call.model,
    outcome,
    errorCode,
    attempts,
    totalMs,
  };
  log[outcome === "failed" ? "info" : "debug"](fields, "a model call ended");
  try {
    await ledger.ended(open.id, {
      outcome,
      errorCode,
      output,
      attempts,
      inputTokens,
      outputTokens,
      firstTokenMs,
      totalMs,
      cost: priceCall(priceList, { ...open.spent, model: call.model }),
    });
  } catch (error) {
    // The call's own outcome matters more to the caller than its record; the row stays visibly without an end.
    log.error(
      { callId: open.id, errorName: error instanceof Error ? error.name : typeof error },
      "the end of a model call was not recorded",
    );
  }
}

const sha256 = (what: string | Uint8Array): string =>
  createHash("sha256").update(what).digest("hex");

/** The recorded prompt: all words and tools that the model is given at the start. */
function promptOf(request: ModelRequest): Json {
  const messages = request.messages.map(({ role, content, images = [] }) => ({
    role,
    content,
    // A picture is recorded by what it was, not by its bytes: those are kept elsewhere, and for a while only.
    ...(images.length === 0
      ? {}
      : { images: images.map(({ type, bytes }) => ({ type, sha256: sha256(bytes) })) }),
  }));
  if (request.tools === undefined || request.tools.length === 0) return { messages };
  return {
    messages,
    tools: request.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    })),
  };
}
