import { createHash, timingSafeEqual } from "node:crypto";

/** Compares in a time that reveals neither where two texts differ nor how long the secret is. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Every secret is tried, so that timing does not reveal which of them fits. */
export function isAnyOf(secrets: readonly string[], fits: (secret: string) => boolean): boolean {
  return secrets.map(fits).includes(true);
}
