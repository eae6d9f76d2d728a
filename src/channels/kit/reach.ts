import { isIP } from "node:net";
import { selectStandaloneHosts } from "../../domain/listed-hosts.ts";

export interface ApiAddress {
  readonly apiBaseUrl: string;
  readonly allowedHosts: readonly string[];
}

/**
 * Hosts that calls may reach. The API's own name is reachable as a public place; a literal address,
 * on this machine or in a private network, must be listed by the operator, and then its origin
 * counts exactly as written.
 */
export function reachOf(
  { apiBaseUrl, allowedHosts }: ApiAddress,
  more: readonly string[] = [],
): readonly string[] {
  const { origin, hostname, host } = new URL(apiBaseUrl);
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  const listed = allowedHosts.some((name) => name === hostname || name === bare || name === host);
  const own = listed ? [origin] : isIP(bare) === 0 && hostname !== "localhost" ? [host] : [];
  return [...own, ...more, ...selectStandaloneHosts(allowedHosts)];
}

/** The address of a call, below the base and with each part made safe. */
export const below = (apiBaseUrl: string, ...parts: readonly string[]): string =>
  [apiBaseUrl.replace(/\/+$/, ""), ...parts.map(encodeURIComponent)].join("/");
