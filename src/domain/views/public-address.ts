import type { Actor } from "./audit.ts";

export const addressReaches = ["machine", "network", "internet"] as const;

/** From where an address can be reached: this machine alone, a private network, or everywhere. */
export type AddressReach = (typeof addressReaches)[number];

/** The address under which people and vendors reach this server. */
export interface AddressState {
  /** The one in use, for links, codes and callbacks. */
  readonly address: string;
  readonly in_use: "page" | "settings" | "none";
  readonly saved: string | null;
  /** What the settings file or the environment says. Used while nothing is saved. */
  readonly configured: string | null;
  readonly reach: AddressReach;
  /** An https address without a trusted proxy: cookies are not marked Secure. */
  readonly lacks_proxy: boolean;
}

/** The server's public address, for operators. */
export interface AddressAdmin {
  /** `own` is the address that the server listens at. */
  read(own: string): AddressState;
  save(address: string, by: Actor): Promise<void>;
  /** Goes back to what the settings say. */
  remove(by: Actor): Promise<void>;
}

const privateHost =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[f[cd]|\[fe80:)|\.(?:local|lan|home|internal|home\.arpa)$/;

/** By its name alone: a name without a dot is one of a local network. */
export function reachOfAddress(address: string): AddressReach {
  const { hostname } = new URL(address);
  if (/^(?:localhost|127\.|0\.0\.0\.0$|\[::1?\]$)|\.localhost$/.test(hostname)) return "machine";
  const isLocalName = !hostname.includes(".") && !hostname.startsWith("[");
  return isLocalName || privateHost.test(hostname) ? "network" : "internet";
}
