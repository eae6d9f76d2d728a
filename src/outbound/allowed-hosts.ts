import { isIP, isIPv6, BlockList } from "node:net";

/**
 * The entries of an `allowedHosts` list. Nothing is reachable that no entry names.
 *
 * | entry                                    | reaches |
 * |------------------------------------------|---------|
 * | `api.example.com`                        | https on port 443, public addresses only |
 * | `api.example.com:8443`                   | the same on that port |
 * | `*.example.com`                          | every name below it, not the name itself |
 * | `localhost`, `127.0.0.1`, `::1` (+ port) | http and https on that port, or on 80 and 443;
 * loopback addresses only |
 * | `10.0.0.7` (+ port)                      | https to that very address |
 * | `http://ollama:11434`, `https://llm.lan` | that origin. A scheme means "I know this place": its
 * name may lead to a private or loopback address |
 *
 * Metadata services, link-local and reserved addresses stay shut under every entry. Names are
 * compared as the URL parser writes them (lower case, punycode); a trailing dot makes another name.
 */
export interface HostRule {
  readonly scheme: "http:" | "https:" | undefined;
  readonly hostname: string;
  readonly below: boolean;
  /** Undefined: the standard port of the scheme that is used. */
  readonly port: string | undefined;
  readonly reach: Reach;
}

/**
 * Which address ranges a name may lead to. Public addresses are always within reach, except that
 * `loopback` means loopback only.
 */
export type Reach = "public" | "loopback" | "private";

const form = /^(?:(https?):\/\/)?(\*\.)?(\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\*%]+)(?::(\d{1,5}))?\/?$/i;

export function parseAllowedHost(entry: string): HostRule {
  const [, scheme, star, host, port] = form.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
  const text = `https://${host ?? ""}${port === undefined ? "" : `:${port}`}`;
  if (host === undefined || !URL.canParse(text))
    throw new Error(
      `"${entry}" is not a host that can be allowed: write host, host:port, *.suffix or scheme://host:port.`,
    );
  const { hostname } = new URL(text);
  const literal = isIP(bare(hostname)) !== 0;
  if (star !== undefined && (scheme !== undefined || literal || !hostname.includes("."))) {
    throw new Error(
      `"${entry}" is too wide: a star stands for names below a domain such as *.example.com, over https.`,
    );
  }
  const home = literal ? classOf(bare(hostname)) : hostname === "localhost" ? "loopback" : "public";
  if (home === "never") throw new Error(`"${entry}" is an address that is never called.`);
  return { hostname, below: star !== undefined, ...wayTo(home, { scheme, port }) };
}

function wayTo(
  home: Exclude<AddressClass, "never">,
  given: { scheme: string | undefined; port: string | undefined },
): Pick<HostRule, "scheme" | "port" | "reach"> {
  if (given.scheme !== undefined) {
    const scheme = given.scheme.toLowerCase() === "http" ? "http:" : "https:";
    return { scheme, port: given.port ?? standardPort(scheme), reach: "private" };
  }
  if (home === "loopback") return { scheme: undefined, port: given.port, reach: "loopback" };
  return { scheme: "https:", port: given.port ?? "443", reach: home };
}

/**
 * What a stranger's text may name: a host by its name, over https and at public addresses. The
 * addresses of this network are for those who wrote them down.
 */
export const asNamedByOthers = ({ hostname, host }: URL): readonly string[] =>
  isIP(bare(hostname)) !== 0 || hostname === "localhost" ? [] : [host];

/** The rule that lets this URL through, the widest if there are several. */
export function ruleFor(url: URL, allowedHosts: readonly string[]): HostRule | undefined {
  const port = url.port === "" ? standardPort(url.protocol) : url.port;
  const rules = allowedHosts.map(parseAllowedHost).filter((rule) => {
    if (rule.scheme !== undefined && rule.scheme !== url.protocol) return false;
    if (Number(rule.port ?? standardPort(url.protocol)) !== Number(port)) return false;
    return rule.below ? url.hostname.endsWith(`.${rule.hostname}`) : url.hostname === rule.hostname;
  });
  return rules.find((rule) => rule.reach === "private") ?? rules[0];
}

/** Whether a name with this reach may be dialled at this address. */
export function isWithin(reach: Reach, address: string): boolean {
  const place = classOf(address);
  if (reach === "loopback") return place === "loopback";
  return place === "public" || (reach === "private" && place !== "never");
}

const standardPort = (scheme: string): string => (scheme === "http:" ? "80" : "443");

/** `URL` keeps the brackets of an IPv6 address; the rest of Node does not want them. */
export const bare = (hostname: string): string =>
  hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;

/**
 * Where an address leads. `never` holds what no feature has business with: metadata services,
 * link-local, multicast, reserved blocks, and every IPv6 form that hides an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo).
 */
type AddressClass = "public" | "loopback" | "private" | "never";

// One list per family: a BlockList maps IPv4 onto `::ffff:0:0/96`, so a mixed list would take
// 8.8.8.8 for a mapped address.
const loopback4 = listOf("127.0.0.0/8");
const loopback6 = listOf("::1/128");
/** 198.18.0.0/15 is here because proxies with made-up DNS answers use it for every name. */
const private4 = listOf(
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "198.18.0.0/15",
);
const private6 = listOf("fc00::/7");
// The last two are metadata services outside link-local: Alibaba Cloud, Azure.
const never4 = listOf(
  "0.0.0.0/8",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "100.100.100.200/32",
  "168.63.129.16/32",
);
/** Metadata services of AWS and Google within the private block. */
const never6 = listOf("fd00:ec2::254/128", "fd20:ce::254/128");
const global6 = listOf("2000::/3");
const special6 = listOf("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

function listOf(...ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = "", prefix] = range.split("/");
    list.addSubnet(net, Number(prefix), isIP(net) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/**
 * What no list recognises is `never`: text that is not an address, and an address with a zone
 * (`fe80::1%eth0`).
 */
export function classOf(address: string): AddressClass {
  const family = isIP(address);
  if (family === 4) {
    if (never4.check(address, "ipv4")) return "never";
    if (loopback4.check(address, "ipv4")) return "loopback";
    return private4.check(address, "ipv4") ? "private" : "public";
  }
  if (family !== 6 || never6.check(address, "ipv6")) return "never";
  if (loopback6.check(address, "ipv6")) return "loopback";
  if (private6.check(address, "ipv6")) return "private";
  // Only global unicast is public: whatever else IPv6 has, now or later, is not ours to call.
  return global6.check(address, "ipv6") && !special6.check(address, "ipv6") ? "public" : "never";
}
