import { Refusal } from "../../../domain/errors.ts";

/** Reasons for refusing a file. These codes are part of the API. */
export type FileProblem =
  | "not_a_card"
  | "no_card_inside"
  | "not_a_lorebook"
  | "not_a_chat"
  | "not_a_story"
  | "not_a_preset"
  | "truncated"
  | "damaged"
  | "too_large"
  | "too_many_parts"
  | "unsafe_path"
  | "unsupported"
  | "shared_name"
  | "unknown_character";

export const refuseFile = (
  reason: FileProblem,
  more: Readonly<Record<string, unknown>> = {},
): Refusal => new Refusal("invalid_file", { reason, ...more });
