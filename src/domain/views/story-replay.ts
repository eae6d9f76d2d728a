import type { JsonObject } from "../json.ts";
import type { StateDifference } from "./story-amend.ts";

/** A chat replayed from its recorded model answers, compared with the recorded events. */
export interface ReplayReport {
  readonly same: boolean;
  readonly turns: number;
  readonly replayed: number;
  readonly calls: number;
  /**
   * Calls whose prompt is identical to the recorded one. Cards and edited lines may have changed
   * since.
   */
  readonly same_prompts: number;
  /** Turns that cannot be replayed and are kept as recorded, with the reason. */
  readonly as_is: readonly { readonly turn_id: string; readonly why: string }[];
  readonly differences: readonly {
    readonly turn_id: string;
    readonly recorded: JsonObject | null;
    readonly replayed: JsonObject | null;
  }[];
  readonly state_hash: { readonly recorded: string; readonly replayed: string };
}

/** Runs a chat again from a turn on with another model, on a branch of its own. */
export interface RerunRequest {
  readonly model: string;
  readonly fromTurnId?: string | undefined;
  readonly name?: string | undefined;
  readonly signal: AbortSignal;
}

export interface RerunReport {
  readonly branch_id: string;
  readonly parent_branch_id: string;
  readonly model: string;
  readonly turns: number;
  readonly as_is: readonly { readonly turn_id: string; readonly why: string }[];
  /** The turn at which the model failed, and why. Everything before it is on the branch. */
  readonly failed: { readonly turn_id: string; readonly reason: string } | null;
  readonly differences: readonly StateDifference[];
}
