import type { IncomingMessage } from "node:http";
import type { Caller } from "../../accounts/access-rows.ts";
import { hashSecret, sameHash } from "../../accounts/access-secret.ts";
import { refuse } from "./failure.ts";
import type { Peer } from "./peer.ts";

export interface Credential {
  readonly secret: string;
  readonly from: "bearer" | "cookie";
}

/** Header before cookie. A secret in the address is never looked at: addresses end up in logs. */
export function credentialIn(incoming: IncomingMessage, peer: Peer): Credential | undefined {
  const header = incoming.headers.authorization;
  // Another scheme is a wrong credential, not a missing one: it must not fall back to the cookie.
  if (header !== undefined)
    return { secret: /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(header)?.[1] ?? "", from: "bearer" };
  const secret = cookieIn(incoming.headers.cookie, cookieName(peer));
  return secret === undefined ? undefined : { secret, from: "cookie" };
}

/** A browser keeps one jar for all ports of a host, so the plain name carries the port. */
function cookieName(peer: Peer): string {
  return peer.secure ? "__Host-meanwhile" : `meanwhile_${/:(\d+)$/.exec(peer.host)?.[1] ?? "80"}`;
}

function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

export function sessionCookie(peer: Peer, secret: string, maxAgeSeconds: number): string {
  const parts = [
    `${cookieName(peer)}=${secret}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    `Max-Age=${maxAgeSeconds}`,
  ];
  if (peer.secure) parts.push("Secure");
  return parts.join("; ");
}

export const endedCookie = (peer: Peer): string => sessionCookie(peer, "", 0);

const safeMethods = new Set(["GET", "HEAD"]);

/**
 * A cookie comes along with whatever a foreign page makes a browser send, so a cookie alone proves nothing. A call that changes
 * something needs a browser that says it came from our own page.
 */
export function assertOwnPage(incoming: IncomingMessage, peer: Peer): void {
  assertNotForeign(incoming, peer);
  if (safeMethods.has(incoming.method ?? "")) return;
  const said =
    incoming.headers.origin !== undefined || incoming.headers["sec-fetch-site"] !== undefined;
  if (!said) throw refuse("cross_site_refused");
}

/**
 * Browsers send a cookie to every port of a host, so other programs on it can come to know one. The page's own key stays in
 * the page's store, which is kept per port, and comes in a header that no form and no picture can set.
 */
export function hasPageKey(
  incoming: IncomingMessage,
  { pageHash }: Pick<Caller, "pageHash">,
): boolean {
  const key = incoming.headers["x-meanwhile"];
  return typeof key === "string" && pageHash !== null && sameHash(pageHash, hashSecret(key));
}

/** What a browser says about where a call comes from must be us. Programs say nothing. */
export function assertNotForeign(incoming: IncomingMessage, peer: Peer): void {
  const { origin } = incoming.headers;
  const site = incoming.headers["sec-fetch-site"];
  if (
    origin !== undefined &&
    origin.toLowerCase() !== `${peer.secure ? "https" : "http"}://${peer.host}`
  )
    throw refuse("cross_site_refused");
  const ownSite =
    site === undefined ||
    site === "same-origin" ||
    (site === "none" && safeMethods.has(incoming.method ?? ""));
  if (!ownSite) throw refuse("cross_site_refused");
}
