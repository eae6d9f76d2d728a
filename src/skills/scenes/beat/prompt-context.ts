import type { ChatState, Scene } from "../state/chat-state.ts";
import type { Cast } from "../state/cast.ts";
import type { KnownWords, ViewerSources } from "../state/witness.ts";
import type { Model } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";

/** Turns that are looked at where the size of a prompt does not matter. */
export const recentTurns = 24;

export interface PromptContext {
  readonly state: ChatState;
  readonly cast: Cast;
  readonly scene: Scene;
  readonly sources: ViewerSources;
  /** How many tokens the model takes, if that is known. */
  readonly modelTokens?: number | undefined;
  /** Turns that the prompt quotes verbatim; everything earlier is represented by memories. */
  readonly quoted?: ReadonlySet<string> | undefined;
  /** How many tokens memories may take. */
  readonly memoryTokens?: number | undefined;
}

/** Selects the memories of a viewer that go into a prompt. */
export interface Recall {
  (at: PromptContext, about: string): readonly KnownWords[];
  /** Does in slices what the first search in a long story would do at once. */
  readonly prepare?: ((at: PromptContext) => Promise<void>) | undefined;
  /** A variant for one prompt that also ranks by embeddings, where they are enabled. */
  readonly rankSemantically?:
    | ((at: PromptContext, now: KnownWords, by: EmbeddingCaller) => Promise<Recall>)
    | undefined;
}

/** The account and the model that an embedding request is made for. */
export interface EmbeddingCaller {
  readonly model: Pick<Model, "embeddings"> & Partial<Pick<Model, "describe">>;
  readonly read: Reads;
  readonly account: { readonly id: string };
  readonly turnId?: string | undefined;
  readonly conversationId?: string | undefined;
}
