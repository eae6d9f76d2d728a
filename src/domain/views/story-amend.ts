import type { StateDifference } from "./story-time.ts";

/** A line that shall read otherwise. Without segments the words keep the kind and the ears that they had. */
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

export interface EditAsk {
  readonly edits: readonly TurnEdit[];
  /** Lines of bots that repeat the first words: spoken again, unless they shall stay. */
  readonly echoes?: "again" | "keep" | undefined;
}

/** Somebody was there, or was not: at one turn, or from it on to another of the same scene. */
export interface PresenceCorrection {
  readonly turnId: string;
  readonly toTurnId?: string | undefined;
  readonly entityId: string;
  readonly present: boolean;
}

/** Something that one knows. */
export interface KnownThing {
  readonly what: "line" | "memory" | "fact" | "summary";
  readonly key: string;
  readonly text: string;
}

/** What a change of the past does, before it is made or after. */
export interface AmendmentView {
  readonly preview: boolean;
  readonly turns: readonly string[];
  readonly differences: readonly StateDifference[];
  readonly viewers: readonly {
    readonly viewer: string;
    readonly name: string;
    readonly appears: readonly KnownThing[];
    readonly vanishes: readonly KnownThing[];
  }[];
  /** Lines said later that hang on what is no longer so. They stay. */
  readonly contradictions: readonly {
    readonly turn_id: string;
    readonly speaker_id: string;
    readonly text: string;
    readonly words: readonly string[];
  }[];
  /** What a model makes again. */
  readonly redo: {
    readonly feelings: readonly {
      readonly source_id: string;
      readonly target_id: string;
      readonly turn_ids: readonly string[];
    }[];
    readonly views: readonly { readonly scene_id: number; readonly owner_id: string }[];
    readonly threads: readonly number[];
    /** Lines of bots that repeated the first words, and are spoken again. */
    readonly lines: readonly string[];
  };
}

/** What a client reads: with what became of the parts a model makes again; null for a preview. */
export interface AmendmentResult extends AmendmentView {
  readonly redone: "done" | "nothing" | "failed" | null;
}

/** The change is made; what a model has to make again is called for, if there is any. */
export interface Amended {
  readonly view: AmendmentView;
  readonly called: { readonly conversationId: string; readonly messageId: string } | undefined;
}
