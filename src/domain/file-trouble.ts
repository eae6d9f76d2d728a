import type { Attachment } from "./attachment.ts";

/**
 * What is wrong with a file that a person sent. Channels and stores have codes of their own; people
 * and models see one of these. `expired`: its address no longer works. `unreachable`: another
 * attempt may succeed. `unknown_kind`: it is stored, but no reader supports it.
 */
export type FileTrouble =
  | "too_large"
  | "damaged"
  | "expired"
  | "picture_format"
  | "not_taken"
  | "account_full"
  | "no_room"
  | "unreachable"
  | "unknown_kind";

const byCode: Readonly<Record<string, FileTrouble>> = {
  too_large: "too_large",
  damaged: "damaged",
  not_decrypted: "damaged",
  bad_key: "damaged",
  picture_format: "picture_format",
  gone: "expired",
  no_address: "expired",
  account_full: "account_full",
  no_room: "no_room",
  not_allowed: "not_taken",
  blocked: "not_taken",
  redirect: "not_taken",
  not_possible: "not_taken",
};

export function fileTrouble({
  state,
  error,
  type,
}: Pick<Attachment, "state" | "error" | "type">): FileTrouble | undefined {
  if (state === "kept") return type === "application/octet-stream" ? "unknown_kind" : undefined;
  if (state !== "missing") return undefined;
  if (/^http_4(?!29)/.test(error ?? "")) return "expired";
  return byCode[error ?? ""] ?? "unreachable";
}
