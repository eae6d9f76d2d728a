import { createHash } from "node:crypto";

/** By which both installations name a friendship. */
export const linkIdOf = (of: {
  readonly from: string;
  readonly accountId: string;
  readonly to: string;
  readonly code: string;
}): string =>
  createHash("sha256")
    .update(JSON.stringify([of.from, of.accountId, of.to, of.code]))
    .digest("base64url")
    .slice(0, 22);
