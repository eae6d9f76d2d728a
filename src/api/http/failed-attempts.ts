import { idInSecret } from "../../accounts/access-secret.ts";
import type { RateLimit } from "../../accounts/rate-limit.ts";
import { rateLimited } from "./failure.ts";
import { networkOf, type Peer } from "./peer.ts";

/**
 * A wrong secret is counted for the network it came from and for the credential that it names; too many become 429. A right one
 * is looked at first and never waits: 256 bits can't be guessed, and others behind the same address may fail all day.
 */
export function countFailure(
  limit: RateLimit,
  { peer, secret }: { readonly peer: Peer; readonly secret: string },
): void {
  const id = idInSecret(secret);
  const keys = [networkOf(peer.ip), ...(id === undefined ? [] : [`credential ${id}`])];
  const wait = Math.max(...keys.map((key) => limit.take(key)));
  if (wait > 0) throw rateLimited(wait);
}

/** For codes that people type, which are short: each attempt is paid for before it is tried, so parallel guesses gain nothing. */
export async function payingFirst<T>(
  limit: RateLimit,
  peer: Peer,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = `typed ${networkOf(peer.ip)}`;
  const wait = limit.take(key);
  if (wait > 0) throw rateLimited(wait);
  const result = await attempt();
  if (result !== undefined) limit.giveBack(key);
  return result;
}
