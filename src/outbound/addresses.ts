import { BlockList, isIP } from "node:net";

/**
 * Where an address leads. `never` holds what no feature has business with: metadata services,
 * link-local, multicast, reserved blocks, and every IPv6 form that hides an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo).
 */
export type AddressClass = "public" | "loopback" | "private" | "never";

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
