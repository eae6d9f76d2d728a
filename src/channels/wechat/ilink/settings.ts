import { selectStandaloneHosts } from "../../../domain/listed-hosts.ts";
import type { BusyPolicy } from "../../../domain/message.ts";

export interface IlinkSettings {
  /** Where logins begin. After a login its own address is used. */
  readonly apiBaseUrl: string;
  readonly cdnBaseUrl: string;
  /** Hosts in addition to `*.weixin.qq.com`, as in every channel. */
  readonly allowedHosts: readonly string[];
  /** The version of the vendor's client whose protocol this speaks, such as `2.4.9`. */
  readonly clientVersion: string;
  /** Our name: ASCII, at most 256 bytes, for the vendor's logs. */
  readonly botAgent: string;
  readonly routeTag?: string | undefined;
  readonly botType: string;
  readonly busyPolicy: BusyPolicy;
  /** A person can be written to for this long after their last message … */
  readonly windowMs: number;
  /** … and this often, of which the last few are kept for reminders and notices. */
  readonly sendsPerWindow: number;
  readonly reservedSends: number;
  readonly partLength: number;
  readonly paceMs: number;
  readonly maxMediaBytes: number;
  /** How long fetching or leaving a file may take. */
  readonly mediaTimeoutMs: number;
  /** How long one question for the state of a login may take. */
  readonly loginPollMs: number;
  /** How often accounts that other processes linked or lost are looked for. */
  readonly refreshMs: number;
}

export const ilinkDefaults: IlinkSettings = {
  apiBaseUrl: "https://ilinkai.weixin.qq.com",
  cdnBaseUrl: "https://novac2c.cdn.weixin.qq.com/c2c",
  allowedHosts: [],
  clientVersion: "2.4.9",
  botAgent: "Meanwhile/0.1",
  botType: "3",
  busyPolicy: "supersede",
  windowMs: 24 * 3_600_000,
  sendsPerWindow: 10,
  reservedSends: 2,
  partLength: 1_800,
  paceMs: 1_000,
  maxMediaBytes: 100 * 1024 * 1024,
  mediaTimeoutMs: 20_000,
  loginPollMs: 8_000,
  refreshMs: 15_000,
};

const vendorHosts = "*.weixin.qq.com";

/** For `OutboundHttp`, which enforces it. */
export const hostsFor = (settings: IlinkSettings): readonly string[] => [
  vendorHosts,
  ...[settings.apiBaseUrl, settings.cdnBaseUrl].flatMap((url) =>
    isListed(settings, new URL(url)) ? [new URL(url).origin] : [],
  ),
  ...selectStandaloneHosts(settings.allowedHosts),
];

const isListed = ({ allowedHosts }: IlinkSettings, { origin, host, hostname }: URL): boolean =>
  allowedHosts.some((entry) => [origin, host, hostname].includes(entry.replace(/\/+$/, "")));

/**
 * The address of a host that the vendor names while running. Only its own names over https, or what
 * the operator listed: a token must not follow an answer to wherever it points.
 */
export function baseUrlFor(settings: IlinkSettings, named: string): string | undefined {
  const listed = settings.allowedHosts.find(
    (entry) => entry === `http://${hostIn(named)}` || entry === named.replace(/\/+$/, ""),
  );
  const text = listed ?? (/^https?:\/\//i.test(named) ? named : `https://${named}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== "" || url.password !== "") return undefined;
  const isVendors =
    url.protocol === "https:" && url.port === "" && url.hostname.endsWith(".weixin.qq.com");
  return isVendors || isListed(settings, url)
    ? `${url.origin}${url.pathname}`.replace(/\/+$/, "")
    : undefined;
}

const hostIn = (named: string): string => named.replace(/^https?:\/\//i, "").replace(/\/.*$/, "");
