import type { Clock } from "../domain/ports/clock.ts";
import type { ToolServer } from "../domain/views/tool-servers.ts";
import { asNamedByOthers, ruleFor } from "../outbound/allowed-hosts.ts";
import { admit, createGuardedFetch } from "../outbound/safe-fetch.ts";

type Server = Pick<ToolServer, "url" | "owner">;

export interface ToolFetches {
  /** Reaches the server's own origin alone. */
  fetchFor(server: Server): typeof fetch;
  /**
   * For what a server says of its sign-in: its own origin, addresses that the operator wrote down,
   * and public hosts by their names.
   */
  signInFetch(server: Server): typeof fetch;
  /** Whether a server may be called: an operator's always, an account's own at allowed hosts. */
  isAllowed(server: Server): boolean;
}

const maxBytes = 2_000_000;
const mostSignInBytes = 256 * 1_024;
const signInMs = 10_000;

/** Stands in the settings for every public host under https. */
const anyPublicHost = "public";

export function openToolFetches(on: {
  readonly clock: Clock;
  readonly patienceMs: number;
  readonly privateAddresses: readonly string[];
  /** Where servers may be that accounts add for themselves. */
  readonly allowedHosts: readonly string[];
}): ToolFetches {
  const { clock, patienceMs, privateAddresses } = on;
  const listed = on.allowedHosts.filter((host) => host !== anyPublicHost);
  const isAnyPublic = listed.length < on.allowedHosts.length;
  /** An operator wrote the origin down, whatever it leads to. A person is held to what is allowed. */
  const reachOf = ({ url, owner }: Server): readonly string[] => {
    const address = new URL(url);
    if (owner === undefined) return [address.origin];
    if (ruleFor(address, listed) !== undefined) return listed;
    return isAnyPublic ? asNamedByOthers(address) : [];
  };
  const isAllowed = (server: Server): boolean => {
    try {
      admit(server.url, reachOf(server));
      return true;
    } catch {
      return false;
    }
  };
  const made = new Map<string, typeof fetch>();
  const make = (key: string, create: () => typeof fetch): typeof fetch => {
    const known = made.get(key) ?? create();
    made.set(key, known);
    return known;
  };
  return {
    isAllowed,
    fetchFor(server) {
      const { origin } = new URL(server.url);
      const reach = reachOf(server);
      const hostsFor = (to: URL): readonly string[] => (to.origin === origin ? reach : []);
      return make(`${kindOf(server)} ${origin}`, () =>
        createGuardedFetch({
          clock,
          allowedHosts: hostsFor,
          timeoutMs: patienceMs,
          maxBytes,
        }),
      );
    },
    signInFetch(server) {
      const { origin } = new URL(server.url);
      // Private addresses are for servers that an operator chose.
      const known = server.owner === undefined ? privateAddresses : listed;
      const hostsFor = (to: URL): readonly string[] => {
        if (to.origin === origin) return reachOf(server);
        if (ruleFor(to, known) !== undefined) return known;
        return asNamedByOthers(to);
      };
      return make(`sign-in ${kindOf(server)} ${origin}`, () =>
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

const kindOf = ({ owner }: Server): string => (owner === undefined ? "operator's" : "own");
