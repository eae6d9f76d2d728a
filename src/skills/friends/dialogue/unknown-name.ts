import type { OpenRequest } from "../../../language/request.ts";

/** The unknown name, when the answer says who was meant. */
export const unknownName = ({ reason, text, unclear }: OpenRequest): string | undefined =>
  reason === "friend_unknown" && unclear !== undefined
    ? text.slice(unclear.at, unclear.end)
    : undefined;
