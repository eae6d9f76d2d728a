import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ModelMessage as ProviderMessage } from "ai";
import {
  ModelFailure,
  type Model,
  type ModelChunk,
  type ModelMessage,
  type ModelRequest,
} from "../domain/ports/model.ts";
import { startConversation, type Conversation } from "./conversation.ts";
import { jsonIn } from "./json-text.ts";
import { startPatience } from "./retry-policy.ts";
import { recordCall, type OpenCall, type Recording } from "./recording.ts";
import { startReply } from "./reply.ts";
import { watchThoughts } from "./returned-thoughts.ts";
import { openScope } from "./scope.ts";
import { type Troubles, watchTroubles } from "./troubles.ts";

export interface ProviderOptions extends Recording {
  readonly baseUrl: string;
  /** A model on the same machine needs none. */
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** The model for calls of stories. `model` when it is not set. */
  readonly stories?: string | undefined;
  /** A cheaper model for everything that is not in `mainPurposes`. */
  readonly classifier?: string | undefined;
  /** Asked once when the model stays busy. */
  readonly fallback?: string | undefined;
  /** Purposes whose words a person reads: these get the main model. */
  readonly mainPurposes: ReadonlySet<string>;
  /** `totalMs` covers the whole call: attempts, waiting and tools. */
  readonly timeouts: {
    readonly firstTokenMs: number;
    readonly idleMs: number;
    readonly totalMs: number;
  };
  readonly retryBudgetMs: number;
  readonly maxToolCalls: number;
  readonly maxToolRounds: number;
  readonly maxChars: number;
  readonly images?: boolean | undefined;
  readonly contextTokens?: number | undefined;
  /** Other models that a request may name. */
  readonly choices?: readonly string[] | undefined;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Any OpenAI-compatible provider, by base URL and key. All state belongs to a call, but for what is wrong with the settings.
 */
export function createProviderModel(settings: ProviderOptions): Model {
  const troubles = watchTroubles(settings.log);
  const options = { ...settings, troubles };
  const stream = (request: ModelRequest, onChunk: (chunk: ModelChunk) => void) =>
    recordCall(options, { request, model: modelFor(options, request) }, async (open) => {
      const text = await converse(options, { request, open, onChunk }, (conversation) =>
        conversation.answer(),
      );
      return { text, callId: open.id };
    });

  return {
    describe: {
      kind: "provider",
      name: options.model,
      ...(options.images === true ? { images: true } : {}),
      ...(options.contextTokens === undefined ? {} : { contextTokens: options.contextTokens }),
      ...(options.choices === undefined ? {} : { choices: options.choices }),
    },
    stream,
    complete: (request) => stream(request, () => undefined),
    object: (request, parse) =>
      recordCall(options, { request, model: modelFor(options, request) }, (open) =>
        converse(options, { request, open, onChunk: () => undefined }, (conversation) =>
          parseAnswer(conversation, parse),
        ),
      ),
    trouble: troubles.now,
  };
}

function modelFor(
  { model, stories, classifier, mainPurposes, choices = [] }: ProviderOptions,
  { purpose, sampling, chatId }: ModelRequest,
): string {
  if (sampling?.model !== undefined && choices.includes(sampling.model)) return sampling.model;
  const main = chatId === undefined ? model : (stories ?? model);
  return mainPurposes.has(purpose) ? main : (classifier ?? main);
}

interface CallContext {
  readonly request: ModelRequest;
  readonly open: OpenCall;
  readonly onChunk: (chunk: ModelChunk) => void;
}

async function converse<T>(
  options: ProviderOptions & { readonly troubles: Troubles },
  { request, open, onChunk }: CallContext,
  use: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  const { clock, chance, timeouts, fallback, retryBudgetMs } = options;
  const scope = openScope(request.signal, { clock, ms: timeouts.totalMs });
  const provider = openProvider(options);
  try {
    return await use(
      startConversation({
        ...options,
        callId: open.id,
        messages: request.messages.map(asProviderMessage),
        tools: request.tools ?? [],
        sampling: request.sampling,
        modelNamed: (name) => provider.chatModel(name),
        patience: startPatience({
          model: modelFor(options, request),
          fallback,
          retryBudgetMs: request.optional === true ? 0 : retryBudgetMs,
          clock,
          chance,
        }),
        reply: startReply(onChunk, options.maxChars, request.onThought),
        scope,
        limits: { clock, ...timeouts },
        spent: open.spent,
      }),
    );
  } finally {
    scope.close();
  }
}

function asProviderMessage({ role, content, images = [] }: ModelMessage): ProviderMessage {
  if (role !== "user" || images.length === 0) return { role, content };
  const pictures = images.map(({ type, bytes }) => ({
    type: "image" as const,
    image: bytes,
    mediaType: type,
  }));
  return { role, content: [{ type: "text", text: content }, ...pictures] };
}

function openProvider({ baseUrl, apiKey, fetch }: ProviderOptions) {
  return createOpenAICompatible({
    name: "model",
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    includeUsage: true,
    metadataExtractor: watchThoughts,
    // A redirect would send the prompt to a host that is not in the settings. It counts as a
    // refusal instead.
    fetch: (input, init) => fetch(input, { ...init, redirect: "manual" }),
  });
}

async function parseAnswer<T>(
  conversation: Conversation,
  parse: (value: unknown) => T,
): Promise<T> {
  const text = await conversation.answer();
  const first = tryParse(text, parse);
  if ("value" in first) return first.value;
  const wrong = `That was not what I asked for: ${first.wrong}\nAnswer again with nothing but the corrected JSON.`;
  const second = tryParse(await conversation.repair(wrong, text), parse);
  if ("value" in second) return second.value;
  throw new ModelFailure("bad_output", "The model's answer does not have the requested format.");
}

function tryParse<T>(
  text: string,
  parse: (value: unknown) => T,
): { readonly value: T } | { readonly wrong: string } {
  try {
    return { value: parse(jsonIn(text)) };
  } catch (error) {
    return { wrong: (error instanceof Error ? error.message : String(error)).slice(0, 1_000) };
  }
}
