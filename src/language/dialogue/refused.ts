import type { Refusal } from "./reasons.ts";
import type { Interpretation } from "../request.ts";

/** Thrown nowhere: a refusal travels as a value. */
export interface Refused {
  readonly refused: Refusal;
  /** The words that were not understood. */
  readonly span?: { readonly at: number; readonly end: number };
  /** What a yes would mean. */
  readonly choices?: readonly Interpretation[];
}

export const refuse = (refused: Refusal, span?: Refused["span"]): Refused =>
  span === undefined ? { refused } : { refused, span };

export const isRefused = (value: object): value is Refused => "refused" in value;
