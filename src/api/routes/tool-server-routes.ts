import { z } from "@hono/zod-openapi";
import {
  type ToolServerAdmin,
  toolServerProblems,
  toolServerStates,
  toolUses,
} from "../../domain/views/tool-servers.ts";
import { actorOf } from "../http/audit-trail.ts";
import { type Route, route } from "../http/route.ts";

const text = {
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  readOnly: z.boolean(),
};

export const serverSchema = z
  .object({
    name: z.string(),
    url: z.string(),
    /** The values are never shown. */
    header_names: z.array(z.string()),
    everyone: z.boolean(),
    state: z.enum(toolServerStates),
    found_hash: z.string(),
    found_at: z.string(),
    tools: z.array(
      z.object({
        name: z.string(),
        ...text,
        hash: z.string(),
        use: z.enum(toolUses).nullable(),
      }),
    ),
    changes: z.array(
      z.object({
        name: z.string(),
        change: z.enum(["changed", "missing", "new"]),
        before: z.object(text).nullable(),
        after: z.object(text).nullable(),
      }),
    ),
    unusable: z.array(z.string()),
    /** `needed`: the server wants a sign-in that was not made, or has ended. */
    sign_in: z.enum(["none", "needed", "done"]),
    /** The command of a program of the settings file, which is not changed by the API. */
    program: z.string().nullable(),
  })
  .openapi("ToolServer");

const listSchema = z.object({ servers: z.array(serverSchema) }).openapi("ToolServers");
const outcomeSchema = z
  .object({ server: serverSchema.nullable(), problem: z.enum(toolServerProblems).nullable() })
  .openapi("ToolServerOutcome");

const name = z.string().regex(/^[a-z][a-z0-9-]{0,19}$/);
const params = z.object({ name });
export const toolServerParams = params;
/** Not the ones that the connection or the protocol sets. */
const headerName = z
  .string()
  .regex(
    /^(?!(?:host|cookie|accept|content-|mcp-|connection|transfer-)\b)[A-Za-z][A-Za-z0-9-]{0,60}$/i,
  );
export const ownServerBody = z.object({
  name,
  url: z.string().trim().min(1).max(500),
  /** Left out: the saved ones, for the same server alone. Never shown again. */
  headers: z
    .record(headerName, z.string().regex(/^[\x20-\x7e]{1,4000}$/))
    .refine((headers) => Object.keys(headers).length <= 10)
    .optional(),
});
const savedBody = ownServerBody.extend({
  /** Without it only the account that adds the server can use it. */
  everyone: z.boolean().default(false),
});
export const approvalBody = z.object({
  /** `found_hash` of the list that was read. */
  found_hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** A tool that is not named is not approved. */
  tools: z.record(z.string().max(64), z.enum(toolUses)),
});

export const proofNeeded = "A session has not proven its identity again: `proof_required`.";
export const outcome = { description: "The server, or the `problem`.", schema: outcomeSchema };

/** Servers of tools that other programs offer over MCP, for operators. */
export function toolServerRoutes(admin: ToolServerAdmin, needsProof: () => boolean): Route[] {
  const operator = { auth: "operator", proof: needsProof } as const;
  return [
    route({
      method: "get",
      path: "/api/tool-servers",
      auth: "operator",
      summary:
        "Servers whose tools the model may use, what was approved of them, and how they differ from it now. Secrets are never shown.",
      answers: { 200: { description: "The servers.", schema: listSchema } },
      handle: async () => ({ status: 200, json: { servers: await admin.list() } }),
    }),
    route({
      ...operator,
      method: "post",
      path: "/api/tool-servers",
      audited: true,
      summary:
        "Add a server that speaks the Model Context Protocol over HTTP, or change its address. It is asked for its tools; none is offered before an approval.",
      body: savedBody,
      answers: { 200: outcome, 403: { description: proofNeeded } },
      handle: async ({ body, ...ask }) => ({
        status: 200,
        json: await admin.save({ ...body, headers: body.headers }, actorOf(ask)),
      }),
    }),
    route({
      ...operator,
      method: "post",
      path: "/api/tool-servers/{name}/look",
      summary: "Ask a server what it lists now, and compare it with what was approved.",
      params,
      answers: {
        200: outcome,
        403: { description: proofNeeded },
        404: { description: "There is no such server." },
      },
      handle: async ({ params: of }) => ({
        status: 200,
        json: await admin.look(of.name),
      }),
    }),
    route({
      ...operator,
      method: "post",
      path: "/api/tool-servers/{name}/approve",
      audited: true,
      summary:
        "Approve tools as they were listed, by `found_hash`. Their texts are pinned: a server that changes one is blocked until it is approved again.",
      params,
      body: approvalBody,
      answers: {
        200: { description: "The server.", schema: serverSchema },
        403: { description: proofNeeded },
        404: { description: "There is no such server." },
        409: { description: "Something else was listed meanwhile: `version_conflict`." },
      },
      handle: async ({ params: of, body, ...ask }) => ({
        status: 200,
        json: await admin.approve(
          of.name,
          { foundHash: body.found_hash, uses: body.tools },
          actorOf(ask),
        ),
      }),
    }),
    route({
      ...operator,
      method: "delete",
      path: "/api/tool-servers/{name}",
      audited: true,
      summary: "Forget a server, its headers and what was approved of it.",
      params,
      answers: {
        204: { description: "Forgotten." },
        403: { description: proofNeeded },
        404: { description: "There is no such server." },
      },
      handle: async ({ params: of, ...ask }) => {
        await admin.remove(of.name, actorOf(ask));
        return { status: 204 };
      },
    }),
  ];
}
