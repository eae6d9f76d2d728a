import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Where a request really comes from, and the address under which the client reached the server. */
export interface Peer {
  readonly ip: string;
  /** The host as the client named it, in lower case, with the port if it named one. */
  readonly host: string;
  readonly secure: boolean;
  /** The connection itself comes from a proxy that the operator named. */
  readonly viaProxy?: boolean;
}

export type PeerOf = (incoming: IncomingMessage) => Peer;

/**
 * Any client can send `X-Forwarded-*`. It counts only if the connection itself comes from a proxy
 * that the operator named.
 */
export function createPeerOf(trustedProxies: readonly string[]): PeerOf {
  const trusted = ranges(trustedProxies);
  const isTrusted = (ip: string): boolean =>
    trustedProxies.length > 0 &&
    isIP(ip) !== 0 &&
    trusted.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
  return (incoming) => {
    const direct = plainAddress(incoming.socket.remoteAddress ?? "");
    const named = (incoming.headers.host ?? "").toLowerCase();
    const encrypted = "encrypted" in incoming.socket && incoming.socket.encrypted === true;
    if (!isTrusted(direct)) return { ip: direct, host: named, secure: encrypted };
    const forwardedHost = lastOf(incoming.headers["x-forwarded-host"]).toLowerCase();
    const forwardedProto = lastOf(incoming.headers["x-forwarded-proto"]).toLowerCase();
    return {
      ip: findNearestUntrusted(incoming.headers["x-forwarded-for"], direct, isTrusted),
      host: forwardedHost === "" ? named : forwardedHost,
      secure: forwardedProto === "" ? encrypted : forwardedProto === "https",
      viaProxy: true,
    };
  };
}

function ranges(list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const range of list) {
    const [address = "", prefix] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) blocks.addAddress(address, family);
    else blocks.addSubnet(address, Number(prefix), family);
  }
  return blocks;
}

/**
 * The list grows to the right, so reading from there stops at the first address that a trusted
 * proxy saw itself.
 */
function findNearestUntrusted(
  header: string | string[] | undefined,
  direct: string,
  isTrusted: (ip: string) => boolean,
): string {
  const hops = String(header ?? "")
    .split(",")
    .map((hop) => plainAddress(hop.trim()));
  for (const hop of hops.toReversed()) {
    if (isIP(hop) === 0) return direct;
    if (!isTrusted(hop)) return hop;
  }
  return direct;
}

const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? "")
    .split(",")
    .at(-1)
    ?.trim() ?? "";

/** IPv4 that arrives on an IPv6 socket is the same client. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, "");

const proxyHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-real-ip",
  "via",
  "cf-connecting-ip",
];

/**
 * The connection itself is from this machine, and no header says that a proxy forwards another
 * client's request.
 */
export function isLocalCall({ socket, headers }: IncomingMessage): boolean {
  const direct = plainAddress(socket.remoteAddress ?? "");
  return (
    (direct === "::1" || direct.startsWith("127.")) &&
    !proxyHeaders.some((name) => headers[name] !== undefined)
  );
}

/** One bucket per household: an IPv6 client owns at least a /64. */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const missing = ip.includes("::") ? 8 - left.length - right.length : 0;
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A foreign page can make a browser call this server under the page's own name, so only configured
 * names are answered.
 */
export function createHostCheck(
  allowedHosts: readonly string[],
  publicUrl: () => string | undefined = () => undefined,
): (host: string) => boolean {
  const allowed = new Set([
    ...loopbackNames,
    ...allowedHosts.map((name) => bracketIpv6(name.toLowerCase())),
  ]);
  let known: { readonly url: string; readonly name: string } | undefined;
  const publicName = (): string | undefined => {
    const url = publicUrl();
    if (url === undefined) return undefined;
    if (known?.url !== url) known = { url, name: new URL(url).hostname };
    return known.name;
  };
  return (host) => {
    if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.test(host)) return false;
    const name = host.replace(/:\d{1,5}$/, "");
    return allowed.has(name) || name === publicName();
  };
}

const bracketIpv6 = (name: string): string => (isIP(name) === 6 ? `[${name}]` : name);
