import { createHash, timingSafeEqual } from "node:crypto";

/** The first letters tell a person, and a scanner for leaked secrets, what they look at. */
const prefixes = { link: "ml", session: "ms", account: "mt", service: "mv", export: "mx" } as const;
export type SecretKind = keyof typeof prefixes;

const shape =
  /^m[lstvx]_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** `<prefix>_<id>_<256 random bits>`. */
export function makeSecret(kind: SecretKind, id: string, random: Uint8Array): string {
  if (random.length < 32) throw new Error("a secret needs 256 random bits");
  return `${prefixes[kind]}_${id.replaceAll("-", "")}_${Buffer.from(random).toString("base64url")}`;
}

/** The second secret of a session. It finds no row: the cookie does. */
export const makePageKey = (random: Uint8Array): string =>
  `mp_${Buffer.from(random).toString("base64url")}`;

/** The row that a secret claims to be. It only finds the row; the hash decides. */
export function idInSecret(secret: string): string | undefined {
  return shape.exec(secret)?.slice(1, 6).join("-");
}

export const hashSecret = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex");

export const isSameHash = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));
