import { Refusal } from "../../domain/errors.ts";
import type { IncomingMessage } from "node:http";
import type { Caller } from "../../accounts/access-rows.ts";
import { hashSecret, isSameHash } from "../../accounts/access-secret.ts";
import type { Peer } from "./peer.ts";

export interface Credential {
  readonly secret: string;
  readonly from: "bearer" | "basic" | "cookie";
}

/**
 * The header comes before the cookie. A secret in the URL is ignored, because URLs end up in logs.
 */
export function readCredential(
  incoming: IncomingMessage,
  peer: Peer,
  isCalendar = false,
): Credential | undefined {
  const header = incoming.headers.authorization;
  const pair = isCalendar
    ? /^Basic +([A-Za-z0-9+/=_-]{1,1024}) *$/i.exec(header ?? "")?.[1]
    : undefined;
  if (pair !== undefined) {
    const [, password = ""] = Buffer.from(pair, "base64").toString("utf8").split(/:(.*)/s);
    return { secret: password.trim(), from: "basic" };
  }
  // Another scheme is a wrong credential, not a missing one: it must not fall back to the cookie.
  if (header !== undefined)
    return { secret: /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(header)?.[1] ?? "", from: "bearer" };
  const secret = findCookie(incoming.headers.cookie, cookieName(peer));
  return secret === undefined ? undefined : { secret, from: "cookie" };
}

/** A browser shares cookies between all ports of a host, so the plain name carries the port. */
function cookieName(peer: Peer): string {
  return peer.secure ? "__Host-meanwhile" : `meanwhile_${/:(\d+)$/.exec(peer.host)?.[1] ?? "80"}`;
}

function findCookie(header: string | undefined, name: string): string | undefined {
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

const journeyName = (peer: Peer): string => `${cookieName(peer)}-journey`;

/** What a browser brings back from a sign-in elsewhere. Lax: it returns by a link of a foreign page. */
export function journeyCookie(peer: Peer, kept: string, maxAgeSeconds: number): string {
  const secure = peer.secure ? "; Secure" : "";
  return `${journeyName(peer)}=${kept}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

export const readJourney = (incoming: IncomingMessage, peer: Peer): string | undefined =>
  findCookie(incoming.headers.cookie, journeyName(peer));

export const clearCookie = (peer: Peer): string => sessionCookie(peer, "", 0);

const safeMethods = new Set(["GET", "HEAD"]);

/**
 * A browser attaches a cookie to requests from foreign pages too, so a cookie alone proves nothing.
 * A call that changes something needs a browser that says it came from the product's own page.
 */
export function assertOwnPage(incoming: IncomingMessage, peer: Peer): void {
  assertNotForeign(incoming, peer);
  if (safeMethods.has(incoming.method ?? "")) return;
  const said =
    incoming.headers.origin !== undefined || incoming.headers["sec-fetch-site"] !== undefined;
  if (!said) throw new Refusal("cross_site_refused");
}

/**
 * Browsers send a cookie to every port of a host, so other programs on it can learn it. The page's
 * own key stays in the page's storage, which is separate per port, and is sent in a header that no
 * form and no image can set.
 */
export function hasPageKey(
  incoming: IncomingMessage,
  { pageHash }: Pick<Caller, "pageHash">,
): boolean {
  const key = incoming.headers["x-meanwhile"];
  return typeof key === "string" && pageHash !== null && isSameHash(pageHash, hashSecret(key));
}

/** The origin that a browser states must be this server's. Programs state none. */
export function assertNotForeign(incoming: IncomingMessage, peer: Peer): void {
  const { origin } = incoming.headers;
  const site = incoming.headers["sec-fetch-site"];
  if (
    origin !== undefined &&
    origin.toLowerCase() !== `${peer.secure ? "https" : "http"}://${peer.host}`
  )
    throw new Refusal("cross_site_refused");
  const ownSite =
    site === undefined ||
    site === "same-origin" ||
    (site === "none" && safeMethods.has(incoming.method ?? ""));
  if (!ownSite) throw new Refusal("cross_site_refused");
}
