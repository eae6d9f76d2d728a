import type { Clock } from "../domain/ports/clock.ts";
import { asNamedByOthers, ruleFor } from "../outbound/allowed-hosts.ts";
import { createGuardedFetch } from "../outbound/safe-fetch.ts";

type Server = { readonly url: string };

export interface ToolFetches {
  /** Reaches the server's own origin alone. */
  fetchFor(server: Server): typeof fetch;
  /**
   * For what a server says of its sign-in: its own origin, addresses that the operator wrote down,
   * and public hosts by their names.
   */
  signInFetch(server: Server): typeof fetch;
}

const maxBytes = 2_000_000;
const mostSignInBytes = 256 * 1_024;
const signInMs = 10_000;

export function openToolFetches(on: {
  readonly clock: Clock;
  readonly patienceMs: number;
  readonly privateAddresses: readonly string[];
}): ToolFetches {
  const { clock, patienceMs, privateAddresses } = on;
  const made = new Map<string, typeof fetch>();
  const make = (key: string, create: () => typeof fetch): typeof fetch => {
    const known = made.get(key) ?? create();
    made.set(key, known);
    return known;
  };
  return {
    fetchFor({ url }) {
      const { origin } = new URL(url);
      return make(origin, () =>
        createGuardedFetch({ clock, allowedHosts: [origin], timeoutMs: patienceMs, maxBytes }),
      );
    },
    signInFetch({ url }) {
      const { origin } = new URL(url);
      const hostsFor = (to: URL): readonly string[] => {
        if (to.origin === origin) return [origin];
        if (ruleFor(to, privateAddresses) !== undefined) return privateAddresses;
        return asNamedByOthers(to);
      };
      return make(`sign-in ${origin}`, () =>
        createGuardedFetch({
          clock,
          allowedHosts: hostsFor,
          timeoutMs: signInMs,
          maxBytes: mostSignInBytes,
        }),
      );
    },
  };
}
