import { isIP } from "node:net";
import type { Clock } from "../../domain/ports/clock.ts";
import type { OutboundCall, OutboundHttp } from "../../domain/ports/http.ts";
import {
  assertAlgorithm,
  assertFresh,
  assertSignature,
  type Claims,
  findKey,
  type ProviderKey,
  splitToken,
  TokenRefused,
} from "./jwt.ts";

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

export interface ProviderDeps extends ProviderSettings {
  readonly http: OutboundHttp;
  readonly clock: Pick<Clock, "now">;
}

/** An OpenID provider: where it is asked, and what its tokens prove. */
export interface Provider {
  authorizationUrl(params: Readonly<Record<string, string>>): Promise<string>;
  /** The claims of the ID token that the code stands for, with signature, issuer and times checked. */
  redeem(code: Redeemed): Promise<Claims>;
  /** The same checks for a token that the provider sent by itself. */
  verify(token: string): Promise<Claims>;
}

export interface Redeemed {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

interface Discovered {
  readonly authorization: string;
  readonly token: string;
  readonly keys: string;
  readonly byPost: boolean;
}

/** What the provider said of itself is asked again after this. */
const discoveryLife = 60 * 60_000;
/** A token with an unknown key makes us ask for the keys again, at most this often. */
const keysPause = 60_000;

export function openProvider(on: ProviderDeps): Provider {
  const known: { found?: Discovered; until: number } = { until: 0 };
  const held: { keys: readonly ProviderKey[]; at: number } = { keys: [], at: -Infinity };

  async function discover(): Promise<Discovered> {
    if (known.found !== undefined && known.until > on.clock.now()) return known.found;
    const base = on.issuer.replace(/\/$/, "");
    const url = `${base}/.well-known/openid-configuration`;
    known.found = readDiscovery(on.issuer, await askJson(on, { method: "GET", url }));
    known.until = on.clock.now() + discoveryLife;
    return known.found;
  }

  async function readKeys(): Promise<void> {
    const { keys } = await discover();
    held.at = on.clock.now();
    const { keys: list } = await askJson(on, { method: "GET", url: keys });
    if (!Array.isArray(list)) throw new TokenRefused("the provider lists no keys");
    held.keys = list as readonly ProviderKey[];
  }

  async function verify(text: string): Promise<Claims> {
    const token = splitToken(text);
    assertAlgorithm(token);
    if (findKey(held.keys, token) === undefined && held.at + keysPause <= on.clock.now())
      await readKeys();
    const key = findKey(held.keys, token);
    if (key === undefined) throw new TokenRefused("signed by an unknown key");
    assertSignature(token, key);
    assertFresh(token.claims, {
      issuer: on.issuer,
      audience: on.clientId,
      now: on.clock.now(),
    });
    return token.claims;
  }

  return {
    verify,
    async authorizationUrl(params) {
      const url = new URL((await discover()).authorization);
      for (const [name, value] of Object.entries({
        response_type: "code",
        client_id: on.clientId,
        ...params,
      }))
        url.searchParams.set(name, value);
      return url.href;
    },
    async redeem({ code, verifier, redirectUri }) {
      const { token: url, byPost } = await discover();
      const form = new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const headers: Record<string, string> = {
        "content-type": "application/x-www-form-urlencoded",
      };
      if (on.clientSecret === undefined || byPost) form.set("client_id", on.clientId);
      if (on.clientSecret !== undefined && byPost) form.set("client_secret", on.clientSecret);
      else if (on.clientSecret !== undefined)
        headers["authorization"] = basic(on.clientId, on.clientSecret);
      const body = form.toString();
      const { id_token: token } = await askJson(on, { method: "POST", url, headers, body });
      if (typeof token !== "string") throw new TokenRefused("the provider sent no ID token");
      return verify(token);
    },
  };
}

/** Both are form-encoded first (RFC 6749, section 2.3.1). */
function basic(id: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString("base64")}`;
}

function readDiscovery(issuer: string, said: Claims): Discovered {
  if (said["issuer"] !== issuer) throw new TokenRefused("the provider names another issuer");
  const isPlain = issuer.startsWith("http://");
  const place = (name: string): string => {
    const url = said[name];
    if (typeof url !== "string" || !URL.canParse(url))
      throw new TokenRefused(`the provider names no ${name}`);
    if (new URL(url).protocol !== "https:" && !isPlain)
      throw new TokenRefused(`the provider's ${name} is not encrypted`);
    return url;
  };
  const methods = said["token_endpoint_auth_methods_supported"];
  return {
    authorization: place("authorization_endpoint"),
    token: place("token_endpoint"),
    keys: place("jwks_uri"),
    byPost: Array.isArray(methods) && !methods.includes("client_secret_basic"),
  };
}

/**
 * The operator named the issuer, which may be in their own network. Other hosts that it names itself
 * are called by name and at public addresses only.
 */
function hostsFor(issuer: string, { origin, hostname, host }: URL): readonly string[] {
  if (origin === new URL(issuer).origin) return [origin];
  return isIP(hostname) !== 0 || hostname.startsWith("[") || hostname === "localhost" ? [] : [host];
}

async function askJson(
  { http, issuer }: ProviderDeps,
  call: Pick<OutboundCall, "method" | "url" | "headers" | "body">,
): Promise<Claims> {
  const { status, body } = await http.request({
    ...call,
    headers: { accept: "application/json", ...call.headers },
    timeoutMs: 10_000,
    maxBytes: 512 * 1_024,
    allowedHosts: hostsFor(issuer, new URL(call.url)),
  });
  if (status !== 200) throw new TokenRefused(`the provider answered ${status}`);
  const text = new TextDecoder().decode(body);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Claims;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new TokenRefused("the provider did not answer in JSON");
}
