import type { Provenance } from "../provenance.ts";
import type { TurnContext } from "../skill.ts";

/** A person who has not written for a while, as far as the writer must know. */
export type SilentTurn = Pick<
  TurnContext,
  "account" | "conversationId" | "now" | "read" | "window" | "signal"
> & { readonly days: number };

/** Who writes first, and what. */
export interface FirstWords {
  /** The character's. Undefined: the plain assistant. */
  readonly name: string | undefined;
  /** Whom the person had chosen, also where that character is gone. */
  readonly chosen: string | null;
  /** Undefined where nothing can word it: fixed words are used then. */
  readonly spoken:
    | {
        readonly text: string;
        readonly carries: readonly Provenance[];
        readonly spokenAs: string | undefined;
      }
    | undefined;
}

export type WordFirst = (turn: SilentTurn) => Promise<FirstWords>;
