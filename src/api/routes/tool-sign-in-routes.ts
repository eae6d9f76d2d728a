import { z } from "@hono/zod-openapi";
import {
  signInClientPath,
  signInReturnPath,
  type ToolSignInAdmin,
} from "../../domain/views/tool-sign-in-admin.ts";
import { toolServerProblems } from "../../domain/views/tool-servers.ts";
import { describeClient } from "../../mcp/client/sign-in.ts";
import { actorOf } from "../http/audit-trail.ts";
import type { Peer } from "../http/peer.ts";
import { type RawAsk, type Route, route } from "../http/route.ts";
import { outcome, proofNeeded, toolServerParams } from "./tool-server-routes.ts";

export const beginningSchema = z
  .object({ url: z.string().nullable(), problem: z.enum(toolServerProblems).nullable() })
  .openapi("ToolSignInBeginning");

const text = z.string().min(1).max(4_000);
export const beginBody = z.object({
  /** Left out: Meanwhile registers itself at the place. */
  client_id: text.optional(),
  client_secret: text.optional(),
});
export const finishBody = z.object({
  state: z.string().min(1).max(200),
  /** Missing where the place said no. */
  code: text.optional(),
  /** The `iss` that came with the code. */
  issuer: z.string().max(2_000).optional(),
});

/**
 * The browser comes back to the host that it left from: its session is there. The host was checked
 * by the request guard.
 */
export const originOf = ({ secure, host }: Peer): string =>
  `${secure ? "https" : "http"}://${host}`;

/** Sign-in to servers of tools, for operators. */
export function toolSignInRoutes(admin: ToolSignInAdmin, needsProof: () => boolean): Route[] {
  const operator = { auth: "operator", proof: needsProof } as const;
  const params = toolServerParams;
  const missing = { description: "There is no such server, or it wants no sign-in." };
  return [
    route({
      ...operator,
      method: "post",
      path: "/api/tool-servers/{name}/sign-in",
      summary:
        "Begin to sign in to a server of tools: the address of the page where a person does so, or the `problem`. Valid for ten minutes, once, for the credential that asked.",
      params,
      body: beginBody,
      answers: {
        200: { description: "The address, or the `problem`.", schema: beginningSchema },
        403: { description: proofNeeded },
        404: missing,
      },
      handle: async ({ params: { name }, body, ...ask }) => ({
        status: 200,
        json: await admin.begin(
          { name, client: toClient(body), publicUrl: originOf(ask.peer) },
          actorOf(ask),
        ),
      }),
    }),
    route({
      method: "post",
      path: "/api/tool-sign-in",
      auth: "operator",
      audited: true,
      summary:
        "End a sign-in with what the browser brought back. The state counts once, and for the credential that began.",
      body: finishBody,
      answers: {
        200: outcome,
        400: { description: "No such sign-in was begun by this credential: `code_not_valid`." },
      },
      handle: async ({ body, ...ask }) => ({
        status: 200,
        json: await admin.finish(
          { state: body.state, code: body.code, issuer: body.issuer },
          actorOf(ask),
        ),
      }),
    }),
    route({
      ...operator,
      method: "delete",
      path: "/api/tool-servers/{name}/sign-in",
      audited: true,
      summary:
        "Sign out of a server of tools. Its tokens are forgotten, and revoked where possible.",
      params,
      answers: {
        204: { description: "Signed out." },
        403: { description: proofNeeded },
        404: missing,
      },
      handle: async ({ params: { name }, ...ask }) => {
        await admin.signOut(name, actorOf(ask));
        return { status: 204 };
      },
    }),
    returnRoute,
    clientRoute,
  ];
}

export const toClient = ({ client_id: id, client_secret: secret }: z.output<typeof beginBody>) =>
  id === undefined ? undefined : { id, secret };

/**
 * The session's cookie does not come along from a foreign page. So the answer goes behind the `#`,
 * and the page hands it in with its session.
 */
const returnRoute: Route = {
  method: "get",
  path: signInReturnPath,
  auth: "public",
  summary: "Where a browser comes back to after a sign-in to a server of tools. Leads to the page.",
  body: "none",
  docs: {
    params: undefined,
    // The place decides what its answer holds.
    query: z.looseObject({ code: z.string().optional(), state: z.string().optional() }),
    body: undefined,
    answers: { 303: { description: "The page." } },
  },
  async run({ incoming }: RawAsk) {
    const query = new URLSearchParams((incoming.url ?? "").split(/\?(.*)/s)[1] ?? "");
    const kept = new URLSearchParams();
    for (const [name, value] of query)
      if (name === "state" || name === "code" || name === "iss") kept.set(name, value);
    const back = new URLSearchParams({ tools: kept.toString() });
    return {
      status: 303,
      bytes: "",
      type: "text/plain",
      headers: {
        Location: `/#${back.toString()}`,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
      },
    };
  },
};

/** Some places learn of a client by reading its document, instead of registering it. */
const clientRoute = route({
  method: "get",
  path: signInClientPath,
  auth: "public",
  summary: "What places where people sign in to servers of tools may know of this server.",
  answers: {
    200: {
      description: "The document of an OAuth client.",
      schema: z.looseObject({ client_id: z.string() }).openapi("ToolSignInClient"),
    },
  },
  handle: ({ peer }) => {
    const origin = originOf(peer);
    return {
      status: 200,
      json: {
        client_id: `${origin}${signInClientPath}`,
        client_uri: origin,
        ...describeClient(`${origin}${signInReturnPath}`),
      },
    };
  },
});
