import { idInSecret } from "../../accounts/access-secret.ts";
import type { RateLimit } from "../../accounts/rate-limit.ts";
import { toRateLimitRefusal } from "./failure.ts";
import { networkOf, type Peer } from "./peer.ts";

/**
 * A wrong secret counts against its network and against the credential that it names; too many
 * become 429. A correct one is checked first and never waits: 256 bits cannot be guessed, and
 * others behind the same address may fail all day.
 */
export function countFailure(
  limit: RateLimit,
  { peer, secret }: { readonly peer: Peer; readonly secret: string },
): void {
  const id = idInSecret(secret);
  const keys = [networkOf(peer.ip), ...(id === undefined ? [] : [`credential ${id}`])];
  const wait = Math.max(...keys.map((key) => limit.take(key)));
  if (wait > 0) throw toRateLimitRefusal(wait);
}

/**
 * For short codes that people type: each attempt is charged before it is tried, so parallel guesses
 * gain nothing.
 */
export async function chargeThenTry<T>(
  limit: RateLimit,
  peer: Peer,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = `typed ${networkOf(peer.ip)}`;
  const wait = limit.take(key);
  if (wait > 0) throw toRateLimitRefusal(wait);
  const result = await attempt();
  if (result !== undefined) limit.giveBack(key);
  return result;
}
