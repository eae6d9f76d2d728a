import { z } from "@hono/zod-openapi";
import { type ErrorCode, Refusal } from "../../domain/errors.ts";
import type { Passkeys } from "../../accounts/passkeys/passkeys.ts";
import type { SignOn } from "../../accounts/sign-on/sign-on.ts";
import type { Forwarded, ProxySignOn } from "../../accounts/sign-on/proxy.ts";
import type { AuditTrail } from "../http/audit-trail.ts";
import { journeyCookie, readJourney } from "../http/credential.ts";
import { type Answer, type RawAsk, type Route, route } from "../http/route.ts";

export interface SignOnRouteDeps {
  readonly signOn?: SignOn | undefined;
  readonly passkeys?: Pick<Passkeys, "isUsed"> | undefined;
  readonly proxySignOn?: ProxySignOn | undefined;
  readonly audit: AuditTrail;
  readonly publicUrl: () => string;
}

const base = "/api/session/single-sign-on";
const returnPath = `${base}/return`;

const waysSchema = z
  .object({
    single_sign_on: z.object({ name: z.string() }).nullable(),
    /** Whom the proxy before this server names, where it may. */
    proxy: z.object({ name: z.string() }).nullable(),
    /** Whether anyone signs in by a passkey under this address. */
    passkeys: z.boolean(),
  })
  .openapi("SignInWays");

export type SignInWaysView = z.output<typeof waysSchema>;

const journeySchema = z.object({ url: z.string() }).openapi("SignOnJourney");
const linkSchema = z.object({ name: z.string(), is_linked: z.boolean() }).openapi("SignOnLink");

export type SignOnJourneyView = z.output<typeof journeySchema>;
export type SignOnLinkView = z.output<typeof linkSchema>;

const journeySeconds = 600;

/** Sign-in by an OpenID provider. The provider's answer becomes a one-time code for the page. */
export function signOnRoutes(on: SignOnRouteDeps): Route[] {
  const { signOn, proxySignOn } = on;
  const ways = [waysRoute(on), ...(proxySignOn === undefined ? [] : [proxyRoute(on, proxySignOn)])];
  if (signOn === undefined) return ways;
  const redirectUri = (): string => `${on.publicUrl().replace(/\/$/, "")}${returnPath}`;
  return [
    ...ways,
    showLinkRoute(signOn),
    unlinkRoute(signOn),
    route({
      method: "get",
      path: base,
      auth: "public",
      summary: "Begin to sign in at the OpenID provider: leads the browser there.",
      answers: { 303: { description: "The provider's page." } },
      handle: ({ peer }) =>
        orBack(async () => {
          const { url, kept } = await signOn.begin({ redirectUri: redirectUri() });
          return leadTo(url, journeyCookie(peer, kept, journeySeconds));
        }),
    }),
    route({
      method: "post",
      path: linkPath,
      auth: "account",
      proof: true,
      summary:
        "Connect the signed-in account with a person at the OpenID provider: open the address in the same browser.",
      answers: {
        200: {
          description: "The provider's page.",
          schema: journeySchema,
        },
      },
      handle: async ({ peer, accountId }) => {
        const { url, kept } = await signOn.begin({
          redirectUri: redirectUri(),
          linkTo: accountId,
        });
        const cookie = journeyCookie(peer, kept, journeySeconds);
        return { status: 200, json: { url }, headers: { "Set-Cookie": cookie } };
      },
    }),
    returnRoute(on, signOn, redirectUri),
    logoutRoute(signOn),
  ];
}

const waysRoute = ({ signOn, proxySignOn, passkeys }: SignOnRouteDeps): Route =>
  route({
    method: "get",
    path: "/api/session/ways",
    auth: "public",
    summary: "How people can sign in here, beside links and tokens.",
    answers: { 200: { description: "The ways.", schema: waysSchema } },
    handle: async (ask) => {
      const named = proxySignOn?.nameIn(toForwarded(ask));
      return {
        status: 200,
        json: {
          single_sign_on: signOn === undefined ? null : { name: signOn.name },
          proxy: named === undefined ? null : { name: named },
          passkeys: (await passkeys?.isUsed(ask.peer.host)) ?? false,
        },
      };
    },
  });

const toForwarded = ({ peer, incoming }: Pick<RawAsk, "peer" | "incoming">): Forwarded => ({
  viaProxy: peer.viaProxy === true,
  header(name) {
    const found = incoming.headers[name.toLowerCase()];
    // Sent twice, it is not clear which of them the proxy wrote.
    return typeof found === "string" ? found : undefined;
  },
});

const proxyRoute = (on: SignOnRouteDeps, proxySignOn: ProxySignOn): Route =>
  route({
    method: "get",
    path: "/api/session/proxy",
    auth: "public",
    summary: "Sign in as the person that the proxy before this server names.",
    answers: { 303: { description: "The page, signed in or with the reason why not." } },
    handle: (ask) =>
      orBack(async () => {
        const issued = await proxySignOn.admit(toForwarded(ask)).catch(async (error: unknown) => {
          const code = error instanceof Refusal ? error.code : "internal";
          const path = "/api/session/proxy";
          await on.audit.recordRefused({ action: "sign_in_refused", path, code, peer: ask.peer });
          throw error;
        });
        return leadTo(`/#code=${issued.secret}`);
      }),
  });

const linkPath = `${base}/link`;

const showLinkRoute = (signOn: SignOn): Route =>
  route({
    method: "get",
    path: linkPath,
    auth: "account",
    scope: "account:read",
    summary: "Whether a person at the OpenID provider signs in to your account.",
    answers: {
      200: {
        description: "The provider, and whether it is connected.",
        schema: linkSchema,
      },
    },
    handle: async ({ accountId }) => ({
      status: 200,
      json: { name: signOn.name, is_linked: await signOn.isLinked(accountId) },
    }),
  });

const unlinkRoute = (signOn: SignOn): Route =>
  route({
    method: "delete",
    path: linkPath,
    auth: "account",
    proof: true,
    summary:
      "Disconnect your account from the OpenID provider. What was signed in there ends; your own links and tokens stay.",
    answers: { 204: { description: "It is not connected." } },
    handle: async ({ accountId }) => {
      await signOn.unlink(accountId);
      return { status: 204 };
    },
  });

/** The provider decides what its answer holds, so unknown parameters are accepted. */
const returnRoute = (on: SignOnRouteDeps, signOn: SignOn, redirectUri: () => string): Route => ({
  method: "get",
  path: returnPath,
  auth: "public",
  summary: "The provider's answer to a sign-in. Leads to the page, with a one-time code.",
  body: "none",
  docs: {
    ...withAnswer(303, "The page, signed in or with the reason why not."),
    query: z.looseObject({ code: z.string().optional(), state: z.string().optional() }),
  },
  run: ({ peer, incoming }: RawAsk) =>
    orBack(async () => {
      const query = new URLSearchParams((incoming.url ?? "").split(/\?(.*)/s)[1] ?? "");
      const kept = readJourney(incoming, peer);
      const issued = await signOn
        .finish({ query, kept, redirectUri: redirectUri() })
        .catch(async (error: unknown) => {
          const code = error instanceof Refusal ? error.code : "internal";
          const action = "sign_in_refused";
          await on.audit.recordRefused({ action, path: returnPath, code, peer });
          throw error;
        });
      return leadTo(`/#code=${issued.secret}`, journeyCookie(peer, "", 0));
    }),
});

/** OpenID Connect Back-Channel Logout 1.0: a form from the provider itself. */
const logoutRoute = (signOn: SignOn): Route => ({
  method: "post",
  path: `${base}/logout`,
  auth: "webhook",
  summary: "The OpenID provider says that a person signed out there: their sessions end here.",
  body: "raw",
  maxBytes: 64 * 1_024,
  docs: withAnswer(200, "The sessions have ended."),
  async run({ bytes }) {
    const form = new URLSearchParams(new TextDecoder().decode(bytes));
    const headers = { "Cache-Control": "no-store" };
    try {
      await signOn.signedOutThere(form.get("logout_token") ?? "");
      return { status: 200, bytes: "", type: "text/plain", headers };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "sign_on_refused") throw error;
      return { status: 400, json: { error: "invalid_request" }, headers };
    }
  },
});

const withAnswer = (status: number, description: string): Route["docs"] => ({
  params: undefined,
  query: undefined,
  body: undefined,
  answers: { [status]: { description } },
});

const leadTo = (url: string, cookie?: string): Answer => ({
  status: 303,
  bytes: "",
  type: "text/plain",
  headers: {
    Location: url,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    ...(cookie === undefined ? {} : { "Set-Cookie": cookie }),
  },
});

/** A person who comes from the provider sees the page with a sentence, not a program's answer. */
async function orBack(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code: ErrorCode = error.code;
    return leadTo(`/#refused=${code}`);
  }
}
