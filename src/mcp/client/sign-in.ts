import type { AuthorizationServerMetadata, OAuthTokens } from "@modelcontextprotocol/client";
import type { Clock } from "../../domain/ports/clock.ts";
import type {
  SignInClient,
  SignInGrant,
  SignInJourney,
  SignInPlace,
} from "../../domain/views/tool-sign-in.ts";
import { ToolServerFailure } from "./connect.ts";
import { explainSignIn } from "./sign-in-failure.ts";

export interface SignInDeps {
  readonly clock: Clock;
  /** A guarded `fetch` that ends when the time for a sign-in is over. */
  readonly fetch: typeof fetch;
}

const load = () => import("@modelcontextprotocol/client");

/**
 * Asks the place for a client of its own, unless one is known there already or can be named by the
 * address of a document.
 */
export function registerClient(
  on: SignInDeps,
  place: SignInPlace,
  of: { readonly redirectUri: string; readonly documentUrl: string },
): Promise<SignInClient> {
  const { redirectUri, documentUrl } = of;
  return explainSignIn(async () => {
    const made = { issuer: place.issuer, redirectUri };
    if (place.readsClientDocuments && documentUrl.startsWith("https://"))
      return { ...made, id: documentUrl };
    if (place.registration === undefined) throw new ToolServerFailure("client_needed");
    const { registerClient: register } = await load();
    const { client_id: id, client_secret: secret } = await register(place.issuer, {
      metadata: toMetadata(place),
      clientMetadata: describeClient(redirectUri, place.clientProofs),
      ...(place.scope === undefined ? {} : { scope: place.scope }),
      fetchFn: on.fetch,
    });
    return { ...made, id, secret };
  });
}

/** How Meanwhile describes itself to a place. */
export function describeClient(redirectUri: string, proofs: readonly string[] = ["none"]) {
  const proof = ["none", "client_secret_basic", "client_secret_post"].find((each) =>
    proofs.includes(each),
  );
  return {
    client_name: "Meanwhile",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: redirectUri.startsWith("https://") ? "web" : "native",
    ...(proof === undefined ? {} : { token_endpoint_auth_method: proof }),
  };
}

/** The page where the person signs in, and the secret that goes with its answer. */
export function startJourney(
  place: SignInPlace,
  client: SignInClient,
  state: string,
): Promise<{ readonly url: string; readonly verifier: string }> {
  return explainSignIn(async () => {
    const { startAuthorization } = await load();
    const { authorizationUrl, codeVerifier } = await startAuthorization(place.issuer, {
      metadata: toMetadata(place),
      clientInformation: { client_id: client.id },
      redirectUrl: client.redirectUri,
      state,
      resource: place.resource,
      ...(place.scope === undefined ? {} : { scope: place.scope }),
    });
    return { url: authorizationUrl.href, verifier: codeVerifier };
  });
}

/** Tokens for the code that the browser brought back. The answer must be of the place that was asked. */
export function redeemCode(
  on: SignInDeps,
  { place, client, verifier }: SignInJourney,
  back: { readonly code: string; readonly issuer: string | undefined },
): Promise<SignInGrant> {
  return explainSignIn(async () => {
    const { exchangeAuthorization } = await load();
    const tokens = await exchangeAuthorization(place.issuer, {
      metadata: toMetadata(place),
      clientInformation: toInformation(client),
      authorizationCode: back.code,
      ...(back.issuer === undefined ? {} : { iss: back.issuer }),
      codeVerifier: verifier,
      redirectUri: client.redirectUri,
      resource: place.resource,
      fetchFn: on.fetch,
    });
    return toGrant({ place, client }, tokens, on.clock.now());
  });
}

/** New tokens by the refresh token, at the place that gave it: what the server says now is not asked. */
export function renewGrant(on: SignInDeps, grant: SignInGrant): Promise<SignInGrant> {
  const { place, client, refreshToken } = grant;
  return explainSignIn(async () => {
    if (refreshToken === undefined) throw new ToolServerFailure("sign_in_needed");
    const { refreshAuthorization } = await load();
    const tokens = await refreshAuthorization(place.issuer, {
      metadata: toMetadata(place),
      clientInformation: toInformation(client),
      refreshToken,
      resource: place.resource,
      fetchFn: on.fetch,
    });
    return toGrant({ place, client }, tokens, on.clock.now());
  });
}

/** RFC 7009. What the place answers changes nothing here. */
export async function revokeGrant(
  { fetch: guarded }: Pick<SignInDeps, "fetch">,
  { place, client, refreshToken, accessToken }: SignInGrant,
): Promise<void> {
  if (place.revocation === undefined) return;
  const body = new URLSearchParams({
    token: refreshToken ?? accessToken,
    client_id: client.id,
    ...(client.secret === undefined ? {} : { client_secret: client.secret }),
  });
  await (await guarded(place.revocation, { method: "POST", body })).body?.cancel();
}

function toGrant(
  of: { readonly place: SignInPlace; readonly client: SignInClient },
  tokens: OAuthTokens,
  now: number,
): SignInGrant {
  const { access_token: accessToken, token_type: type, expires_in: seconds } = tokens;
  // It becomes a header, so it has to be one.
  if (type.toLowerCase() !== "bearer" || !/^[\x21-\x7e]{1,8000}$/.test(accessToken))
    throw new ToolServerFailure("sign_in_unsafe");
  return {
    ...of,
    accessToken,
    refreshToken: tokens.refresh_token,
    expiresAt: seconds === undefined ? undefined : now + seconds * 1_000,
    since: now,
  };
}

const toInformation = ({ id, secret }: SignInClient) => ({
  client_id: id,
  ...(secret === undefined ? {} : { client_secret: secret }),
});

const toMetadata = (place: SignInPlace): AuthorizationServerMetadata => ({
  issuer: place.issuer,
  authorization_endpoint: place.authorization,
  token_endpoint: place.token,
  response_types_supported: ["code"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: [...place.clientProofs],
  authorization_response_iss_parameter_supported: place.namesIssuer,
  ...(place.registration === undefined ? {} : { registration_endpoint: place.registration }),
});
