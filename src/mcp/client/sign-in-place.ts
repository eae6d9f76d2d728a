import type {
  AuthorizationServerMetadata,
  OAuthProtectedResourceMetadata,
} from "@modelcontextprotocol/client";
import type { SignInPlace } from "../../domain/views/tool-sign-in.ts";
import { ToolServerFailure } from "./connect.ts";
import { explainSignIn } from "./sign-in-failure.ts";
import type { SignInDeps } from "./sign-in.ts";

interface Asked {
  readonly url: string;
  /** The `WWW-Authenticate` that the server refused with. */
  readonly challenge: string;
}

/**
 * Where people sign in to this server: its metadata (RFC 9728) names the place, whose own metadata
 * (RFC 8414) must name the same. Undefined where there is no such place.
 */
export function findPlace(on: SignInDeps, asked: Asked): Promise<SignInPlace | undefined> {
  return explainSignIn(async () => {
    const {
      checkResourceAllowed,
      discoverAuthorizationServerMetadata,
      extractWWWAuthenticateParams,
    } = await import("@modelcontextprotocol/client");
    const headers = asked.challenge === "" ? {} : { "www-authenticate": asked.challenge };
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(
      new Response(null, { status: 401, headers }),
    );
    const server = await readResource(on, asked.url, resourceMetadataUrl);
    const resource = server?.resource ?? asked.url;
    // A token for one server, shown to another, would open the first.
    if (!checkResourceAllowed({ requestedResource: asked.url, configuredResource: resource }))
      throw new ToolServerFailure("sign_in_unsafe");
    const issuer = server?.authorization_servers?.[0] ?? new URL("/", asked.url).href;
    const said = await discoverAuthorizationServerMetadata(issuer, { fetchFn: on.fetch });
    if (said === undefined) return undefined;
    return toPlace(said, { resource, scope: scope ?? scopesOf(server, said) });
  });
}

/** Servers of earlier versions have no metadata, and are their own place to sign in. */
async function readResource(
  on: SignInDeps,
  url: string,
  named: URL | undefined,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const { discoverOAuthProtectedResourceMetadata } = await import("@modelcontextprotocol/client");
  let status = 0;
  const noteStatus: typeof fetch = async (input, init) => {
    const answer = await on.fetch(input, init);
    ({ status } = answer);
    return answer;
  };
  try {
    return await discoverOAuthProtectedResourceMetadata(
      url,
      named === undefined ? {} : { resourceMetadataUrl: named },
      noteStatus,
    );
  } catch (error) {
    if (named === undefined && status >= 400 && status < 500) return undefined;
    throw error;
  }
}

function scopesOf(
  server: OAuthProtectedResourceMetadata | undefined,
  place: AuthorizationServerMetadata,
): string | undefined {
  const wanted = server?.scopes_supported ?? [];
  if (wanted.length === 0) return undefined;
  // Without it some places give no refresh token.
  const canStay = place.scopes_supported?.includes("offline_access") === true;
  return [...new Set([...wanted, ...(canStay ? ["offline_access"] : [])])].join(" ");
}

function toPlace(
  said: AuthorizationServerMetadata,
  of: Pick<SignInPlace, "resource" | "scope">,
): SignInPlace {
  const canProve = said.code_challenge_methods_supported?.includes("S256") === true;
  const revocation = "revocation_endpoint" in said ? said.revocation_endpoint : undefined;
  const endpoints = [
    said.authorization_endpoint,
    said.token_endpoint,
    said.registration_endpoint,
    revocation,
  ].filter((each) => each !== undefined);
  if (!canProve || !endpoints.every(isSafe)) throw new ToolServerFailure("sign_in_unsafe");
  return {
    ...of,
    issuer: said.issuer,
    authorization: said.authorization_endpoint,
    token: said.token_endpoint,
    registration: said.registration_endpoint,
    revocation: typeof revocation === "string" ? revocation : undefined,
    clientProofs: said.token_endpoint_auth_methods_supported ?? [],
    namesIssuer:
      "authorization_response_iss_parameter_supported" in said &&
      said.authorization_response_iss_parameter_supported === true,
    readsClientDocuments:
      "client_id_metadata_document_supported" in said &&
      said.client_id_metadata_document_supported === true,
  };
}

/** Secrets travel there. On this machine they may do so in the open. */
function isSafe(address: unknown): boolean {
  const url = URL.parse(String(address));
  return (
    url?.protocol === "https:" ||
    (url?.protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname))
  );
}
