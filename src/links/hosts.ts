import { domainToASCII } from "node:url";
import { getDomain, parse } from "tldts";

/** A dot, or what a resolver takes for one. NFKC has turned the other forms into these two. */
export const dots = ".。";

/** A person's list is short; a long one is a mistake or an attack. */
export const mostAllowedHosts = 100;

/** The host as a resolver reads it: IDNA, lower case. Empty when it is not one. */
export const asciiHost = (host: string): string =>
  domainToASCII(host.replaceAll("。", ".").toLowerCase()).replace(/\.$/, "");

/** A name directly below the root, such as `com`, `md` or `中国`, by the public suffix list. */
export function isTopLevelName(label: string): boolean {
  const name = /^[\x21-\x7e]+$/.test(label) ? label.toLowerCase() : asciiHost(label);
  return name !== "" && !/^\d+$/.test(name) && parse(`x.${name}`).isIcann === true;
}

/**
 * Whether names below it are open to registration (`com`, `github.io`): such a suffix has no single
 * owner and can't be allowed.
 */
const isPublicSuffix = (host: string): boolean =>
  getDomain(host, { allowPrivateDomains: true }) === null;

const isIpv4 = (host: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) && host.split(".").every((part) => Number(part) <= 255);

/**
 * The host that a person wants to allow, as they may write it: `docs.example.org`,
 * `https://docs.example.org/x`, `docs[.]example[.]org`.
 */
export function hostToAllow(named: string): string | undefined {
  const plain = named
    .normalize("NFKC")
    .replaceAll(/\[([.。])\]/gu, ".")
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const host = asciiHost(/^[^/?#:@\s]+/u.exec(plain)?.[0] ?? "");
  if (
    host === "" ||
    host.length > 253 ||
    (!isIpv4(host) && (!host.includes(".") || isPublicSuffix(host)))
  )
    return undefined;
  return host;
}

/** The allowed host itself, and names below it: they have the same owner. */
export const isBelow = (host: string, allowed: string): boolean =>
  host === allowed ||
  (!isIpv4(allowed) && host.endsWith(`.${allowed}`) && !isPublicSuffix(allowed));
