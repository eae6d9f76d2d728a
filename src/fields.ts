import { BlockList, isIP, isIPv6 } from "node:net";
import { z } from "zod";

/** Fields that sections of the settings are made of, for `config` and for channels. */

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Strict on purpose: odd spellings such as `127.1` or `2130706433` count as public. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  if (bare === "localhost") return true;
  const family = isIP(bare);
  return family !== 0 && loopback.check(bare, family === 6 ? "ipv6" : "ipv4");
}

const hostName = /^(?!-)[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*$/;

function isHost(text: string): boolean {
  return hostName.test(text) || isIPv6(text.replace(/^\[(.*)\]$/, "$1"));
}

function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === ""
  );
}

/** A value that is never shown. The loader, the masks and the log find secrets by `writeOnly`. */
export const secret = z.string().meta({ writeOnly: true });

/** A secret that a vendor or a gateway sends with its calls. */
export const webhookSecret = secret.min(8);

export const host = z
  .string()
  .refine(isHost, "must be an address or a host name without scheme or port");
export const hosts = z.array(host.transform((name) => name.toLowerCase()));

/**
 * Hosts that are called. A host on this machine runs many programs, so it is listed with its port,
 * unless an address in the same section has the port.
 */
export const calledHosts = z.array(
  z
    .string()
    .refine(
      (text) => isHost(text) || isHost(/^(.*):([1-9]\d{0,4})$/.exec(text)?.[1] ?? ""),
      "must be an address or a host name, with a port or without, and no scheme",
    )
    .transform((name) => name.toLowerCase()),
);

/**
 * Places that other people's addresses may lead to: as above, every name below a domain
 * (`*.example.org`), or an origin with its scheme, which may be in the operator's own network.
 */
export const allowedPlaces = z.array(
  z
    .string()
    .refine((text) => {
      const [, scheme, star, host = ""] =
        /^(https?:\/\/)?(\*\.)?(.*?)(?::[1-9]\d{0,4})?$/.exec(text) ?? [];
      if (star !== undefined) return scheme === undefined && isHost(host) && host.includes(".");
      return isHost(host) || (scheme === undefined && isHost(text));
    }, "must be an address or a host name with a port or without, *.example.org, or http(s)://host:port")
    .transform((name) => name.toLowerCase()),
);

export const httpUrl = z
  .string()
  .refine(
    isPlainHttpUrl,
    "must be an http or https URL without user name, password, query or fragment",
  );

/** Its password makes it a secret. */
export const proxyUrl = secret.refine(
  (text) => URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/.test(text),
  "must be an http or https URL without path, query or fragment",
);

export const positive = z.int().min(1);
