import type { PriceList } from "../ports/model.ts";
import type { Actor } from "./audit.ts";

/** A language model as an operator connects it in the page. */
export interface ModelConnection {
  /** An OpenAI-compatible server, up to and including its `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Whether it sees pictures. */
  readonly images: boolean;
  /** The model that plays stories. `model` when it is left out. */
  readonly stories?: string | undefined;
  /** The model that finds memories by their meaning. What the settings say when it is left out. */
  readonly embeddings?: string | undefined;
  /** Other models of the server that a story or a character may choose. */
  readonly choices?: readonly string[] | undefined;
  readonly priceList?: PriceList | undefined;
}

/** What is chosen beside the model for chats. */
export type ModelChoices = Pick<
  ModelConnection,
  "model" | "images" | "stories" | "embeddings" | "choices" | "priceList"
>;

/** A model's price as it is shown and filled in. */
export interface ShownPrice {
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

/** A connection as it may be shown: the key never leaves the server. */
export interface ShownConnection {
  readonly base_url: string;
  readonly model: string;
  readonly has_key: boolean;
}

export interface ModelState {
  readonly in_use: "page" | "settings" | "none";
  /** What was saved in the page. */
  readonly saved:
    | (ShownConnection & {
        readonly images: boolean;
        readonly stories: string | null;
        readonly embeddings: string | null;
        readonly choices: readonly string[];
        readonly currency: string;
        readonly prices: readonly ShownPrice[];
      })
    | null;
  /** What the settings file or the environment says. Used while nothing is saved. */
  readonly configured: ShownConnection | null;
}

/** What an operator filled in. */
export interface AskedConnection {
  readonly baseUrl: string;
  /** Undefined: the saved key, which goes to the saved address alone. Null: no key. */
  readonly apiKey: string | null | undefined;
}

export const modelProblems = [
  "address_forbidden",
  "unreachable",
  "key_refused",
  "model_unknown",
  "quota",
  "server_failing",
  "not_compatible",
] as const;

/**
 * address_forbidden  the address may never be called
 * unreachable        nothing answers there
 * key_refused        the server does not accept the key, or wants one
 * model_unknown      the server does not have this model
 * quota              no credit is left, or too many requests were made
 * server_failing     the server answers with an error of its own
 * not_compatible     something answers, but not as an OpenAI-compatible server does
 */
export type ModelProblem = (typeof modelProblems)[number];

export interface ModelCheck {
  readonly ok: boolean;
  readonly problem: ModelProblem | null;
  /** The model that the problem is about, or the last one that answered. */
  readonly model: string | null;
  /** The HTTP status behind the problem. */
  readonly status: number | null;
  /** Names of the server's models, where it lists them. */
  readonly models: readonly string[];
}

/** The model's connection, for operators. */
export interface ModelAdmin {
  read(): ModelState;
  /** Asks the server, and stores nothing. Without a model only the list is asked for. */
  check(
    asked: AskedConnection &
      Partial<Pick<ModelConnection, "stories" | "embeddings">> & {
        readonly model: string | undefined;
      },
  ): Promise<ModelCheck>;
  save(asked: AskedConnection & ModelChoices, by: Actor): Promise<ModelState>;
  /** Goes back to what the settings say. */
  remove(by: Actor): Promise<ModelState>;
}
