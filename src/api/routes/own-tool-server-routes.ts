import { z } from "@hono/zod-openapi";
import type { OwnToolServers } from "../../domain/views/own-tool-servers.ts";
import { actorOf } from "../http/audit-trail.ts";
import { type Route, route } from "../http/route.ts";
import {
  approvalBody,
  outcome,
  ownServerBody,
  serverSchema,
  toolServerParams as params,
} from "./tool-server-routes.ts";
import {
  beginBody,
  beginningSchema,
  finishBody,
  originOf,
  toClient,
} from "./tool-sign-in-routes.ts";

const mine = { auth: "account", scope: "tools" } as const;
const absent = { 404: { description: "You have no such server." } };
const notSignedIn = { 404: { description: "You have no such server, or it wants no sign-in." } };
const listSchema = z
  .object({
    servers: z.array(serverSchema),
    /** The operator allows people to add servers (`tools.allowed_hosts`). */
    may_add: z.boolean(),
  })
  .openapi("OwnToolServers");

type Own = (accountId: string) => OwnToolServers;

/** Servers of tools that a person adds for themselves, where the operator allows it. */
export const ownToolServerRoutes = (own: Own): Route[] => [
  ...serverRoutes(own),
  ...signInRoutes(own),
];

const serverRoutes = (own: Own): Route[] => [
  route({
    ...mine,
    method: "get",
    path: "/api/own-tool-servers",
    summary:
      "Servers of tools that you added for yourself, what was approved of them, and how they differ from it now. Secrets are never shown.",
    answers: { 200: { description: "Your servers.", schema: listSchema } },
    async handle({ accountId }) {
      const { admin, mayAdd } = own(accountId);
      return { status: 200, json: { servers: await admin.list(), may_add: mayAdd } };
    },
  }),
  route({
    ...mine,
    method: "post",
    path: "/api/own-tool-servers",
    summary:
      "Add a server of tools for yourself, at a host that the operator allows. It is asked for its tools; none is offered before you approve it.",
    body: ownServerBody,
    answers: { 200: outcome },
    handle: async ({ body, accountId, ...ask }) => ({
      status: 200,
      json: await own(accountId).admin.save(
        { ...body, headers: body.headers, everyone: false },
        actorOf(ask),
      ),
    }),
  }),
  route({
    ...mine,
    method: "post",
    path: "/api/own-tool-servers/{name}/look",
    summary: "Ask one of your servers what it lists now, and compare it with what you approved.",
    params,
    answers: { 200: outcome, ...absent },
    handle: async ({ params: { name }, accountId }) => ({
      status: 200,
      json: await own(accountId).admin.look(name),
    }),
  }),
  route({
    ...mine,
    method: "post",
    path: "/api/own-tool-servers/{name}/approve",
    summary:
      "Approve tools of your server as they were listed, by `found_hash`. A server that changes one is blocked until you approve it again.",
    params,
    body: approvalBody,
    answers: {
      200: { description: "The server.", schema: serverSchema },
      ...absent,
      409: { description: "Something else was listed meanwhile: `version_conflict`." },
    },
    handle: async ({ params: { name }, body, accountId, ...ask }) => ({
      status: 200,
      json: await own(accountId).admin.approve(
        name,
        { foundHash: body.found_hash, uses: body.tools },
        actorOf(ask),
      ),
    }),
  }),
  route({
    ...mine,
    method: "delete",
    path: "/api/own-tool-servers/{name}",
    summary: "Forget one of your servers, its headers and what you approved of it.",
    params,
    answers: { 204: { description: "Forgotten." }, ...absent },
    async handle({ params: { name }, accountId, ...ask }) {
      await own(accountId).admin.remove(name, actorOf(ask));
      return { status: 204 };
    },
  }),
];

const signInRoutes = (own: Own): Route[] => [
  route({
    ...mine,
    method: "post",
    path: "/api/own-tool-servers/{name}/sign-in",
    summary:
      "Begin to sign in to one of your servers: the address of the page where you do so, or the `problem`. Valid for ten minutes, once, for the credential that asked.",
    params,
    body: beginBody,
    answers: {
      200: { description: "The address, or the `problem`.", schema: beginningSchema },
      ...notSignedIn,
    },
    handle: async ({ params: { name }, body, accountId, ...ask }) => ({
      status: 200,
      json: await own(accountId).signIn.begin(
        { name, client: toClient(body), publicUrl: originOf(ask.peer) },
        actorOf(ask),
      ),
    }),
  }),
  route({
    ...mine,
    method: "post",
    path: "/api/own-tool-sign-in",
    summary:
      "End a sign-in to one of your servers with what the browser brought back. The state counts once, and for the credential that began.",
    body: finishBody,
    answers: {
      200: outcome,
      400: { description: "No such sign-in was begun by this credential: `code_not_valid`." },
    },
    handle: async ({ body: { state, code, issuer }, accountId, ...ask }) => ({
      status: 200,
      json: await own(accountId).signIn.finish({ state, code, issuer }, actorOf(ask)),
    }),
  }),
  route({
    ...mine,
    method: "delete",
    path: "/api/own-tool-servers/{name}/sign-in",
    summary:
      "Sign out of one of your servers. Its tokens are forgotten, and revoked where possible.",
    params,
    answers: { 204: { description: "Signed out." }, ...notSignedIn },
    async handle({ params: { name }, accountId, ...ask }) {
      await own(accountId).signIn.signOut(name, actorOf(ask));
      return { status: 204 };
    },
  }),
];
