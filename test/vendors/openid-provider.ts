import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, type LoopbackServers } from "../support/loopback-server.ts";

/** An OpenID provider with one client, as strict as OpenID Connect Core and RFC 7636 ask. */
export interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person agrees on the provider's page. Gives the address that the browser is sent to. */
  agree(authorizationUrl: string, person: Readonly<Record<string, unknown>>): URL;
  /** Changes the next ID token, as a broken or hostile provider would. */
  spoil(how: Spoiling): void;
  /** A new signing key, as providers do every few weeks. */
  changeKey(): void;
  /** What the provider sends when a person signs out there. */
  logoutToken(claims: Readonly<Record<string, unknown>>): string;
  /** Calls that a real provider would refuse, and why. */
  readonly refused: readonly string[];
  readonly keyCalls: () => number;
}

export interface Spoiling {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** The signature is of a key that the key set does not hold. */
  readonly foreignKey?: boolean;
  readonly unsigned?: boolean;
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

interface SigningKey {
  readonly kid: string;
  readonly alg: "RS256" | "ES256";
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const makeKey = (alg: SigningKey["alg"]): SigningKey => ({
  kid: randomUUID(),
  alg,
  ...(alg === "RS256"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve: "P-256" })),
});

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export async function startOpenIdProvider(
  servers: LoopbackServers,
  { now, redirectUri }: { readonly now: () => number; readonly redirectUri: () => string },
): Promise<OpenIdProvider> {
  const [clientId, clientSecret] = ["meanwhile", "s3cret: with/odd+signs"];
  const grants = new Map<string, Grant>();
  const refused: string[] = [];
  let key = makeKey("RS256");
  let spoiling: Spoiling = {};
  let keyCalls = 0;

  const makeToken = (claims: Readonly<Record<string, unknown>>, how: Spoiling = {}): string => {
    const { foreignKey = false, unsigned = false, header = {} } = how;
    const head = encode({ alg: key.alg, kid: key.kid, typ: "JWT", ...header });
    const body = `${head}.${encode({ ...claims, ...how.claims })}`;
    const { privateKey } = foreignKey ? makeKey(key.alg) : key;
    const proof = sign("sha256", Buffer.from(body), {
      key: privateKey,
      dsaEncoding: "ieee-p1363",
    });
    return `${body}.${unsigned ? "" : proof.toString("base64url")}`;
  };
  const times = (): object => {
    const seconds = Math.floor(now() / 1_000);
    return { iat: seconds, exp: seconds + 300 };
  };
  const refuse = (why: string): [number, unknown] => {
    refused.push(why);
    return [400, { error: "invalid_grant" }];
  };
  const redeem = (request: IncomingMessage, form: URLSearchParams): [number, unknown] => {
    const given = Buffer.from((request.headers.authorization ?? "").slice(6), "base64").toString();
    const secret = given.split(":").map((part) => new URLSearchParams(`x=${part}`).get("x"));
    if (secret[0] !== clientId || secret[1] !== clientSecret) return refuse("wrong client");
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    // A code is good once.
    grants.delete(code);
    if (grant === undefined) return refuse("unknown or used code");
    if (form.get("grant_type") !== "authorization_code") return refuse("wrong grant type");
    if (form.get("redirect_uri") !== grant.redirectUri) return refuse("another redirect_uri");
    const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
    if (verifier.digest("base64url") !== grant.challenge) return refuse("wrong verifier");
    const claims = { iss: issuer, aud: clientId, ...times(), ...grant.claims };
    const token = makeToken(claims, spoiling);
    spoiling = {};
    return [200, { id_token: token, access_token: "unused", token_type: "Bearer" }];
  };
  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const path = request.url ?? "";
    if (path === "/.well-known/openid-configuration")
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        },
      ];
    if (path === "/keys") {
      keyCalls += 1;
      const jwk = { ...key.publicKey.export({ format: "jwk" }), kid: key.kid, use: "sig" };
      return [200, { keys: [{ ...jwk, alg: key.alg }] }];
    }
    if (path !== "/token" || request.method !== "POST") return [404, {}];
    return redeem(request, new URLSearchParams(await bodyOf(request)));
  };
  const issuer = await servers.serve((request, response: ServerResponse) => {
    void answer(request).then(([status, json]) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json)),
    );
  });

  return {
    issuer,
    clientId,
    clientSecret,
    refused,
    keyCalls: () => keyCalls,
    spoil: (how) => void (spoiling = how),
    changeKey: () => void (key = makeKey("ES256")),
    logoutToken: (claims) =>
      makeToken({
        iss: issuer,
        aud: clientId,
        jti: randomUUID(),
        ...times(),
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
        ...claims,
      }),
    agree(address, person) {
      const url = new URL(address);
      const asked = Object.fromEntries(url.searchParams);
      const isRight =
        url.origin + url.pathname === `${issuer}/authorize` &&
        asked["response_type"] === "code" &&
        asked["client_id"] === clientId &&
        asked["redirect_uri"] === redirectUri() &&
        asked["code_challenge_method"] === "S256" &&
        (asked["scope"] ?? "").split(" ").includes("openid");
      if (!isRight) throw new Error(`a provider would refuse ${address}`);
      const code = randomUUID();
      grants.set(code, {
        challenge: asked["code_challenge"] ?? "",
        redirectUri: asked["redirect_uri"] ?? "",
        claims: { ...person, nonce: asked["nonce"] },
      });
      const back = new URL(redirectUri());
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked["state"] ?? "");
      back.searchParams.set("iss", issuer);
      return back;
    },
  };
}
