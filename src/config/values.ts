import { BlockList, isIP, isIPv6 } from "node:net";
import { z } from "zod";
import { zoneName } from "../domain/zone.ts";
import { looksRandom } from "./secret-strength.ts";

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

function isAddressRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  );
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

/** The 32 bytes of a key written as 64 hex digits or as base64, or undefined when the text is neither. */
export function secretKeyBytes(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return new Uint8Array(Buffer.from(text, "hex"));
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
    ? new Uint8Array(Buffer.from(text, "base64"))
    : undefined;
}

/** A value that is never shown. The loader, the masks and the log find secrets by `writeOnly`. */
export const secret = z.string().meta({ writeOnly: true });

export const host = z
  .string()
  .refine(isHost, "must be an address or a host name without scheme or port");
export const hosts = z.array(host.transform((name) => name.toLowerCase()));
/** Hosts that are called. One on this machine has many programs, so it is named with its port, unless an address in the same section has it. */
export const calledHosts = z.array(
  z
    .string()
    .refine(
      (text) => isHost(text) || isHost(/^(.*):([1-9]\d{0,4})$/.exec(text)?.[1] ?? ""),
      "must be an address or a host name, with a port or without, and no scheme",
    )
    .transform((name) => name.toLowerCase()),
);
export const addressRange = z
  .string()
  .refine(isAddressRange, "must be an IP address or a range such as 10.0.0.0/8");
export const httpUrl = z
  .string()
  .refine(
    isPlainHttpUrl,
    "must be an http or https URL without user name, password, query or fragment",
  );
export const zone = z
  .string()
  .refine(
    (text) => zoneName(text) !== undefined,
    "must be an IANA time zone such as Asia/Shanghai",
  );
export const positive = z.int().min(1);

export const databaseUrl = secret.refine(
  (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
  "must be a URL that begins with postgres:// or postgresql://",
);

const shortestOperatorToken = 24;

/** Two with a comma while it is being changed. A token may hold a comma, too, where what stands beside it is too short for one. */
export function operatorTokensIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const parts = text.split(",").map((part) => part.trim());
  return parts.every(({ length }) => length >= shortestOperatorToken) ? parts : [text];
}

export const operatorToken = secret
  .min(shortestOperatorToken)
  .refine(
    (text) => operatorTokensIn(text).every((one) => /^[\x21-\x7e]*$/.test(one)),
    "must be made of ASCII characters without spaces",
  )
  .refine(
    (text) => text.length < shortestOperatorToken || operatorTokensIn(text).every(looksRandom),
    "is too easy to guess: make one with `openssl rand -base64 32`",
  );

/** What a vendor or a gateway shows with its calls. */
export const webhookSecret = secret.min(8);

export const secretKey = secret.refine(
  (text) => secretKeyBytes(text) !== undefined,
  "must be 32 bytes, written as 64 hex digits or as base64",
);
