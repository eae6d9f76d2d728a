import { createHash, randomUUID } from "node:crypto";
import { bodyOf, type LoopbackServers } from "../support/loopback-server.ts";

interface Grant {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly resource: string;
  readonly challenge: string;
}

/**
 * A place where people sign in to a server of tools: an OAuth authorization server with PKCE, resource indicators and refresh
 * tokens that work once. It is strict, and a test can make it lie.
 */
export interface SignInPlaceServer {
  readonly origin: string;
  /** Said instead of the truth in its metadata. Null: left out. */
  lies: Readonly<Record<string, unknown>>;
  /** The person says yes on its page: where the browser is sent. */
  agree(url: string): URL;
  isValid(token: string): boolean;
  /** From now on no token works, whatever was given out. */
  revokeAll(): void;
  /** Whether it registers clients that ask for it. */
  registers: boolean;
  /** Clients that were made by hand. */
  readonly clients: Map<string, { readonly secret?: string | undefined }>;
  /** How long its tokens last. */
  tokenSeconds: number;
  /** Answers every token request with this status and nothing else. */
  broken: number | undefined;
  /** Requests for tokens, by their forms. */
  readonly forms: Readonly<Record<string, string>>[];
  readonly revoked: string[];
}

export async function startSignInPlace(servers: LoopbackServers): Promise<SignInPlaceServer> {
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  const tokens = new Set<string>();
  const place = {
    origin: "",
    lies: {},
    registers: true,
    clients: new Map(),
    tokenSeconds: 3_600,
    broken: undefined,
    forms: [],
    revoked: [],
    isValid: (token: string) => tokens.has(token),
    revokeAll() {
      tokens.clear();
      refreshTokens.clear();
    },
    agree(address: string) {
      const asked = new URL(address).searchParams;
      const read = (name: string): string => asked.get(name) ?? "";
      if (read("response_type") !== "code" || read("code_challenge_method") !== "S256")
        throw new Error("not a request for a code with PKCE");
      if (!place.clients.has(read("client_id"))) throw new Error("unknown client");
      const code = randomUUID();
      codes.set(code, {
        clientId: read("client_id"),
        redirectUri: read("redirect_uri"),
        resource: read("resource"),
        challenge: read("code_challenge"),
      });
      const back = new URL(read("redirect_uri"));
      for (const [name, value] of Object.entries({ code, state: read("state"), iss: place.origin }))
        back.searchParams.set(name, value);
      return back;
    },
  } as SignInPlaceServer & { origin: string };

  const issue = (grant: Grant): Readonly<Record<string, unknown>> => {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    tokens.add(access);
    refreshTokens.set(refresh, grant);
    const given = { access_token: access, refresh_token: refresh, token_type: "Bearer" };
    return { ...given, expires_in: place.tokenSeconds };
  };

  /** Undefined: refused as `invalid_grant`. */
  const redeem = (form: Readonly<Record<string, string>>): Grant | undefined => {
    const isRefresh = form["grant_type"] === "refresh_token";
    const from = isRefresh ? refreshTokens : codes;
    const key = (isRefresh ? form["refresh_token"] : form["code"]) ?? "";
    const grant = from.get(key);
    from.delete(key);
    if (grant === undefined || grant.resource !== form["resource"]) return undefined;
    if (isRefresh) return grant;
    const proof = createHash("sha256")
      .update(form["code_verifier"] ?? "")
      .digest("base64url");
    const isSame = grant.redirectUri === form["redirect_uri"] && grant.challenge === proof;
    return isSame ? grant : undefined;
  };

  const metadata = (): object => {
    const { origin } = place;
    const said = {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      revocation_endpoint: `${origin}/revoke`,
      registration_endpoint: place.registers ? `${origin}/register` : null,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
      authorization_response_iss_parameter_supported: true,
      ...place.lies,
    };
    return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
  };

  const answer = (path: string, body: string): readonly [number, object] => {
    if (path === "/.well-known/oauth-authorization-server") return [200, metadata()];
    if (path === "/register") {
      const id = `client-${randomUUID()}`;
      place.clients.set(id, {});
      return [201, { ...(JSON.parse(body) as object), client_id: id }];
    }
    const form = Object.fromEntries(new URLSearchParams(body));
    if (path === "/revoke") {
      place.revoked.push(form["token"] ?? "");
      return [200, {}];
    }
    if (path !== "/token") return [404, {}];
    place.forms.push(form);
    if (place.broken !== undefined) return [place.broken, {}];
    const client = place.clients.get(form["client_id"] ?? "");
    if (client === undefined || client.secret !== form["client_secret"])
      return [401, { error: "invalid_client" }];
    const grant = redeem(form);
    return grant === undefined ? [400, { error: "invalid_grant" }] : [200, issue(grant)];
  };

  place.origin = await servers.serve((request, response) => {
    void bodyOf(request).then((body) => {
      // Its page asks nothing: to open it is to agree.
      if (request.url?.startsWith("/authorize?") === true) {
        const location = place.agree(new URL(request.url, place.origin).href).href;
        response.writeHead(302, { location }).end();
        return;
      }
      const [status, json] = answer((request.url ?? "").split("?")[0] ?? "", body);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(json));
    });
  });
  return place;
}
