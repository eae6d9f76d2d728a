import type { JsonObject } from "../json.ts";

/** One row that differs between two folded states. */
export interface StateDifference {
  readonly what: string;
  readonly key: string;
  readonly a: JsonObject | null;
  readonly b: JsonObject | null;
}

/** New wording for a line. Without segments the words keep their kind and their audience. */
export interface TurnEdit {
  readonly turnId: string;
  readonly text: string;
  readonly segments?:
    | readonly {
        readonly kind: string;
        readonly text: string;
        readonly to?: readonly string[] | undefined;
      }[]
    | undefined;
}

export interface EditRequest {
  readonly edits: readonly TurnEdit[];
  /** Bot lines that repeat the original wording are spoken again unless they are kept. */
  readonly echoes?: "again" | "keep" | undefined;
}

/**
 * Adds a character to a turn's witnesses or removes them, for one turn or a range within a scene.
 */
export interface PresenceCorrection {
  readonly turnId: string;
  readonly toTurnId?: string | undefined;
  readonly entityId: string;
  readonly present: boolean;
}

/** A piece of a character's knowledge. */
export interface KnowledgeItem {
  readonly what: "line" | "memory" | "fact" | "summary";
  readonly key: string;
  readonly text: string;
}

/** The effects of an amendment, as a preview or after it was made. */
export interface AmendmentView {
  readonly preview: boolean;
  readonly turns: readonly string[];
  readonly differences: readonly StateDifference[];
  readonly viewers: readonly {
    readonly viewer: string;
    readonly name: string;
    readonly appears: readonly KnowledgeItem[];
    readonly vanishes: readonly KnowledgeItem[];
  }[];
  /** Later lines that depend on what is no longer true. They stay. */
  readonly contradictions: readonly {
    readonly turn_id: string;
    readonly speaker_id: string;
    readonly text: string;
    readonly words: readonly string[];
  }[];
  /** What a model has to generate again. */
  readonly redo: {
    readonly feelings: readonly {
      readonly source_id: string;
      readonly target_id: string;
      readonly turn_ids: readonly string[];
    }[];
    readonly views: readonly { readonly scene_id: number; readonly owner_id: string }[];
    readonly threads: readonly number[];
    /** Bot lines that repeat the original wording and are spoken again. */
    readonly lines: readonly string[];
  };
}

/** The view for clients, with the outcome of the generated parts; null for a preview. */
export interface AmendmentResult extends AmendmentView {
  readonly redone: "done" | "nothing" | "failed" | null;
}

/** The amendment as it was made, with the turn that generates the rest, if there is any. */
export interface AmendmentOutcome {
  readonly view: AmendmentView;
  readonly enqueued: { readonly conversationId: string; readonly messageId: string } | undefined;
}
