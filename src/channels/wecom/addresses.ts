import { isIP } from "node:net";
import { selectStandaloneHosts } from "../../domain/listed-hosts.ts";
import type { WecomSettings } from "./settings.ts";

type AddressSettings = Pick<WecomSettings, "apiBaseUrl" | "allowedHosts">;

/** Where WeCom keeps files that people send, beside its buckets. */
const fileHosts = ["*.qq.com", "*.qpic.cn"];

/**
 * Buckets of WeCom's own account at Tencent's cloud, whose number ends their names. Anyone can rent
 * a bucket beside them.
 */
const ownBucket = /^[a-z0-9-]+-1258476243\.cos\.[a-z0-9-]+\.myqcloud\.com$/;

/**
 * WeCom's API, and what the operator listed. A literal address, or this machine, has to be listed.
 */
export const apiHosts = ({ apiBaseUrl, allowedHosts }: AddressSettings): readonly string[] =>
  hostsOf(apiBaseUrl, allowedHosts);

/**
 * The same for the long connection. A plain one, which anyone on the way can read, has to be listed
 * as well.
 */
export const socketHosts = ({
  socketUrl,
  allowedHosts,
}: Pick<WecomSettings, "socketUrl" | "allowedHosts">): readonly string[] =>
  hostsOf(socketUrl.replace(/^ws(s?):/i, "http$1:"), allowedHosts);

function hostsOf(address: string, allowedHosts: readonly string[]): readonly string[] {
  const { origin, hostname, host } = new URL(address);
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  if (allowedHosts.some((name) => name === hostname || name === bare || name === host))
    return [origin];
  return isIP(bare) === 0 && hostname !== "localhost" ? [host] : [];
}

/** Hosts that a file at this address may be fetched from. */
export function mediaHosts(place: AddressSettings, address: string): readonly string[] {
  const hostname = URL.canParse(address) ? new URL(address).hostname : "";
  return [
    ...fileHosts,
    ...(ownBucket.test(hostname) ? [hostname] : []),
    ...apiHosts(place),
    ...selectStandaloneHosts(place.allowedHosts),
  ];
}

/**
 * A one-time address that came with a message. It receives a person's words, so it must be WeCom's
 * own.
 */
export function isResponseUrl(place: AddressSettings, text: string): boolean {
  const url = parseAddress(place, text);
  return (
    url?.pathname === "/cgi-bin/aibot/response" &&
    (url.searchParams.get("response_code") ?? "") !== ""
  );
}

/** A robot's address: exact host and path, a key in its form, and nothing else. */
export function isPushUrl(place: AddressSettings, text: string): boolean {
  const url = parseAddress(place, text);
  if (url?.pathname !== "/cgi-bin/webhook/send" || [...url.searchParams.keys()].join() !== "key")
    return false;
  return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(url.searchParams.get("key") ?? "");
}

function parseAddress({ apiBaseUrl }: AddressSettings, text: string): URL | undefined {
  if (text.length > 2_048 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isOurs =
    url.origin === new URL(apiBaseUrl).origin &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "";
  return isOurs ? url : undefined;
}
