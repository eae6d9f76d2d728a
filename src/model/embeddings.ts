import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { embedMany } from "ai";
import {
  type EmbeddingVectors,
  type Embeddings,
  type EmbedRequest,
  ModelFailure,
  type ModelRequest,
} from "../domain/ports/model.ts";
import { type OpenCall, recordCall, type Recording } from "./recording.ts";
import { openScope } from "./scope.ts";
import { classifyFailure } from "./classify-failure.ts";
import { estimateTokens } from "../domain/tokens.ts";

export interface EmbeddingsOptions extends Recording {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** How long a turn may wait. A later result is stored but not used at once. */
  readonly waitMs: number;
  readonly fetch: typeof globalThis.fetch;
}

/** The longest that a request may take in all. No turn waits for it. */
const totalMs = 30_000;
/** The pause after a failure, so that not every turn waits for a server that is down. */
const restMs = 60_000;

/**
 * Embeddings from any OpenAI-compatible `/embeddings`. Where it fails, callers continue without
 * them.
 */
export function createEmbeddings(options: EmbeddingsOptions): Embeddings {
  const { clock, log, model, waitMs } = options;
  let failing: ModelFailure["code"] | undefined;
  let restUntil = 0;

  async function ask(request: EmbedRequest): Promise<EmbeddingVectors | undefined> {
    if (clock.now() < restUntil) return undefined;
    try {
      const found = await recordEmbeddings(options, request);
      if (failing !== undefined) log.info({ model }, "memories are found by meaning again");
      failing = undefined;
      return found;
    } catch (error) {
      const code = error instanceof ModelFailure ? error.code : "unreachable";
      // One person's limit says nothing about the others.
      if (code === "spend_cap") return undefined;
      restUntil = clock.now() + restMs;
      if (failing !== code)
        log.warn({ model, reason: code }, "no embeddings: memories are found by words alone");
      failing = code;
      return undefined;
    }
  }

  return {
    name: model,
    trouble: () => failing,
    embed(request) {
      const whole = ask(request);
      const patience = new AbortController();
      const late = clock.wait(waitMs, patience.signal).then(() => undefined);
      return { whole, soon: Promise.race([whole, late]).finally(() => patience.abort()) };
    },
  };
}

/**
 * A row like that of every call: account, viewing character and source events, without the text
 * itself.
 */
async function recordEmbeddings(
  options: EmbeddingsOptions,
  { texts, ...of }: EmbedRequest,
): Promise<EmbeddingVectors> {
  const scope = openScope(new AbortController().signal, { clock: options.clock, ms: totalMs });
  const request: ModelRequest = { ...of, purpose: "embedding", messages: [], signal: scope.signal };
  let found: EmbeddingVectors = [];
  try {
    await recordCall(options, { request, model: options.model }, async (open) => {
      found = await requestEmbeddings(options, { texts, open, signal: scope.signal });
      return { texts: found.length };
    });
    return found;
  } finally {
    scope.close();
  }
}

async function requestEmbeddings(
  { baseUrl, apiKey, model, fetch, clock }: EmbeddingsOptions,
  {
    texts,
    open,
    signal,
  }: { readonly texts: readonly string[]; readonly open: OpenCall; readonly signal: AbortSignal },
): Promise<EmbeddingVectors> {
  const provider = createOpenAICompatible({
    name: "model",
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    // A redirect would send the text to a host that is not in the settings.
    fetch: (input, init) => fetch(input, { ...init, redirect: "manual" }),
  });
  open.spent.attempts += 1;
  open.spent.inputTokens += estimateTokens(texts.join("\n"));
  try {
    const { embeddings } = await embedMany({
      model: provider.embeddingModel(model),
      values: [...texts],
      maxRetries: 0,
      abortSignal: signal,
    });
    if (
      embeddings.length === texts.length &&
      embeddings.every((each) => each.length > 0 && each.every(Number.isFinite))
    )
      return embeddings;
  } catch (error) {
    signal.throwIfAborted();
    throw classifyFailure(error, clock.now()).failure;
  }
  throw new ModelFailure(
    "bad_output",
    "The number of embeddings does not match the number of texts.",
  );
}
