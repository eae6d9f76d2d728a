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

const letters = "abcdefghijklmnopqrstuvwxyz234567";

/** A password that can be typed on a phone: 100 random bits as five groups of four characters. */
export function makeAppPassword(random: Uint8Array): string {
  if (random.length < 20) throw new Error("an app password needs 20 random bytes");
  const text = Array.from(random.slice(0, 20), (byte) => letters[byte % 32]).join("");
  return text.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** However it was typed: hyphens, spaces and capitals do not matter. Undefined: it is none. */
export function plainAppPassword(secret: string): string | undefined {
  const plain = secret.length > 60 ? "" : secret.toLowerCase().replaceAll(/[\s-]/g, "");
  return /^[a-z2-7]{20}$/.test(plain) ? plain : undefined;
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
