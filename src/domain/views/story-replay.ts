import type { Payload } from "../events.ts";
import type { StateDifference } from "./story-time.ts";

/** A chat told again by the answers that are on record, against what was written then. */
export interface ReplayedStory {
  readonly same: boolean;
  readonly turns: number;
  readonly replayed: number;
  readonly calls: number;
  /** Calls whose prompt came out to the letter as it was. Cards, and lines that were edited, may read otherwise since. */
  readonly same_prompts: number;
  /** Turns that stand as they are, and why they can't be played. */
  readonly as_is: readonly { readonly turn_id: string; readonly why: string }[];
  readonly differences: readonly {
    readonly turn_id: string;
    readonly recorded: Payload | null;
    readonly replayed: Payload | null;
  }[];
  readonly state_hash: { readonly recorded: string; readonly replayed: string };
}

/** A chat told again from a turn on by another model, on a branch of its own. */
export interface RerunAsk {
  readonly model: string;
  readonly fromTurnId?: string | undefined;
  readonly name?: string | undefined;
  readonly signal: AbortSignal;
}

export interface RerunStory {
  readonly branch_id: string;
  readonly parent_branch_id: string;
  readonly model: string;
  readonly turns: number;
  readonly as_is: readonly { readonly turn_id: string; readonly why: string }[];
  /** The turn at which the model failed, and how. What came before it is on the branch. */
  readonly failed: { readonly turn_id: string; readonly reason: string } | null;
  readonly differences: readonly StateDifference[];
}
