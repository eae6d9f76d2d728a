import type { Language } from "../language.ts";
import type { Json } from "../json.ts";

export interface ModelMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
  /** Only for a model that sees pictures: `describe.images` says so. */
  readonly images?: readonly ModelImage[] | undefined;
}

export interface ModelImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A tool the model may call. Arguments never name an account, a channel or a URL: the executor fills those from the turn. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: { readonly [key: string]: Json };
  /** Runs inside the turn; its answer goes back to the model. Throws `Refusal` for bad arguments. */
  readonly run: (args: unknown, signal: AbortSignal) => Promise<Json>;
}

/** How a call is sampled, where it differs from the server's defaults. */
export interface ModelSampling {
  /** Another model of the same server. One that is not offered is ignored. */
  readonly model?: string | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly seed?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** The answer ends before any of these. Servers take at most four. */
  readonly stop?: readonly string[] | undefined;
}

export interface ModelRequest {
  /** Why the call is made: `chat`, `parse_turn`, `summary`… Recorded. */
  readonly purpose: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[] | undefined;
  /** Events whose words are in the prompt. Recorded, so that who knew what can be audited. */
  readonly sourceEventIds: readonly number[];
  readonly accountId: string;
  /** The person who is answered, for replies by rules. */
  readonly person?: { readonly language: Language | null; readonly timezone: string } | undefined;
  readonly conversationId?: string | undefined;
  readonly turnId?: string | undefined;
  /**
   * The story that the call is made for, and the viewing character: only what that character
   * witnessed may be in the prompt. Recorded.
   */
  readonly chatId?: string | undefined;
  readonly viewer?: string | undefined;
  /** The prompt by its parts, for a model that does not understand language. */
  readonly sections?: readonly PromptSection[] | undefined;
  readonly sampling?: ModelSampling | undefined;
  /** How many other versions of the same answer there are. A fixed seed is moved on by it. */
  readonly attempt?: number | undefined;
  /** The caller can do without the answer: no retries, and no waiting for a busy model. */
  readonly optional?: boolean | undefined;
  /**
   * The model's reasoning before it answers, as it comes. A restart of the stream takes it back.
   * Never part of the answer.
   */
  readonly onThought?: ((text: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/** One part of a prompt, and the events that its words come from. */
export interface PromptSection {
  readonly name: string;
  readonly lines: readonly string[];
  readonly eventIds: readonly number[];
}

/**
 * Stands in a prompt where the person wrote nothing. It is an instruction: no line of a story
 * quotes it.
 */
export const unprompted = "(Nobody tells them what to do. The scene goes on.)";

/** A stream is a series of these. `restart` says: forget what was shown, a new attempt begins. Text is never appended across it. */
export type ModelChunk =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "restart" };

export interface ModelAnswer {
  readonly text: string;
  readonly callId: string;
}

export interface Model {
  /** What the page and `doctor` show. */
  readonly describe: {
    readonly kind: "offline" | "provider" | "scripted";
    readonly name: string;
    readonly images?: boolean | undefined;
    /** How many tokens it takes, if that is set. */
    readonly contextTokens?: number | undefined;
    /** Other models of the same server that a story may choose. */
    readonly choices?: readonly string[] | undefined;
  };
  complete(request: ModelRequest): Promise<ModelAnswer>;
  stream(request: ModelRequest, onChunk: (chunk: ModelChunk) => void): Promise<ModelAnswer>;
  /** Asks for JSON that `parse` accepts; one repair attempt, then `ModelFailure("bad_output")`. */
  object<T>(request: ModelRequest, parse: (value: unknown) => T): Promise<T>;
  /** Why it can't answer before the operator changes something; nothing while all is well. */
  trouble?(): ModelTrouble | undefined;
  /** Embeddings of texts. Only where they are switched on. */
  readonly embeddings?: Embeddings | undefined;
}

export interface EmbedRequest extends Pick<
  ModelRequest,
  "sourceEventIds" | "accountId" | "conversationId" | "turnId" | "chatId" | "viewer"
> {
  readonly texts: readonly string[];
}

/** One embedding for each text, in order. */
export type EmbeddingVectors = readonly (readonly number[])[];

export interface Embeddings {
  /** Embeddings of different models can't be compared. */
  readonly name: string;
  /**
   * Neither promise rejects. `soon` gives up after a moment, for a turn that waits; `whole` is for
   * storing a late result.
   */
  embed(request: EmbedRequest): {
    readonly soon: Promise<EmbeddingVectors | undefined>;
    readonly whole: Promise<EmbeddingVectors | undefined>;
  };
  /** Why the last request failed; undefined while all is well. */
  trouble(): ModelFailure["code"] | undefined;
}

/**
 * key_refused    the provider does not accept the key
 * model_unknown  the provider knows no such model, or no such path
 * address_wrong  nothing answers at the address, or it may not be called
 */
export type ModelTrouble = "key_refused" | "model_unknown" | "address_wrong";

/** The model could not answer. The turn apologises; it never retries by itself what the port already retried. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly code:
    | "timeout"
    | "unreachable"
    | "overloaded"
    | "refused"
    | "bad_output"
    | "spend_cap"
    | "aborted"
    | ModelTrouble;

  constructor(code: ModelFailure["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The record of one call, written by the store: a row when it starts, completed when it ends. */
export interface ModelCallRecord {
  readonly id: string;
  readonly accountId: string;
  readonly conversationId: string | null;
  readonly turnId: string | null;
  readonly purpose: string;
  readonly model: string;
  readonly promptHash: string;
  readonly prompt: Json;
  readonly sourceEventIds: readonly number[];
  readonly chatId: string | null;
  readonly viewer: string | null;
  readonly startedAt: string;
}

export interface ModelCallEnd {
  readonly outcome: "ok" | "aborted" | "failed";
  readonly errorCode?: string | undefined;
  /** The answer, for calls of a story, which can be replayed. */
  readonly output?: string | undefined;
  readonly attempts: number;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly firstTokenMs?: number | undefined;
  readonly totalMs: number;
  /** By the prices of the moment; undefined where none is set. */
  readonly cost?: CallCost | undefined;
}

/** What a million tokens cost. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

/** Prices by the names of models, in one currency. */
export interface PriceList {
  readonly currency: string;
  readonly prices: Readonly<Record<string, TokenPrice>>;
}

export interface CallCost {
  /** Millionths of the currency. */
  readonly micros: number;
  readonly currency: string;
}

export interface TokensToday {
  readonly account: number;
  readonly server: number;
}

export interface ModelCallLedger {
  started(call: ModelCallRecord): Promise<void>;
  ended(id: string, end: ModelCallEnd): Promise<void>;
  /** Tokens spent today by the account, and by all: each by its own day. */
  tokensToday(accountId: string): Promise<TokensToday>;
}
