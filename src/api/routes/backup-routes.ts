import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/errors.ts";
import type { BackupsApi } from "../../domain/views/backups.ts";
import { actorOf } from "../http/audit-trail.ts";
import { type Route, route } from "../http/route.ts";

const stateSchema = z
  .object({
    backups: z.array(z.object({ name: z.string(), at: z.string(), bytes: z.number().int() })),
    running_since: z.string().nullable(),
    failed: z.string().nullable(),
    nightly: z.boolean(),
  })
  .openapi("Backups");

const linkSchema = z.object({ url: z.string() }).openapi("BackupLink");

export type BackupsAnswer = z.output<typeof stateSchema>;
export type BackupLink = z.output<typeof linkSchema>;

/** Backups: made, listed and fetched by an operator. They are sealed with the installation's key. */
export function backupRoutes(backups: BackupsApi): Route[] {
  return [
    route({
      method: "get",
      path: "/api/backups",
      auth: "operator",
      summary: "The backups on the server's disk, newest first, and whether one is being made.",
      answers: { 200: { description: "The backups.", schema: stateSchema } },
      handle: async () => ({ status: 200, json: await backups.read() }),
    }),
    route({
      method: "post",
      path: "/api/backups",
      auth: "operator",
      audited: true,
      summary: "Begin to make a backup. It is in the list when it is done.",
      body: z.object({}),
      answers: {
        202: { description: "It is being made.", schema: stateSchema },
        409: { description: "One is being made already: `request_in_flight`." },
      },
      handle: async (ask) => {
        if (!backups.start(actorOf(ask))) throw new Refusal("request_in_flight");
        return { status: 202, json: await backups.read() };
      },
    }),
    route({
      method: "post",
      path: "/api/backups/{name}/link",
      auth: "operator",
      // Everything that people wrote is in it, so auditors may not have it.
      roles: ["operator"],
      audited: true,
      proof: true,
      summary: "Where a backup is fetched, within ten minutes and with the same credential.",
      params: z.object({ name: z.string().max(100) }),
      body: z.object({}),
      answers: {
        201: { description: "The address, relative to this server.", schema: linkSchema },
        403: { description: "A session has not proven its identity again: `proof_required`." },
        404: { description: "There is no such backup." },
      },
      handle: async ({ params, ...ask }) => {
        const link = await backups.lend({
          name: params.name,
          credential: ask.caller.tokenId,
          by: actorOf(ask),
        });
        if (link === undefined) throw new Refusal("not_found");
        return { status: 201, json: { url: `/api/backups/downloads/${link}` } };
      },
    }),
    route({
      method: "get",
      path: "/api/backups/downloads/{link}",
      auth: "operator",
      roles: ["operator"],
      secretInPath: true,
      summary: "The backup that a link was made for.",
      params: z.object({ link: z.string().max(1_000) }),
      answers: {
        200: { description: "One sealed file.", type: "application/octet-stream" },
        400: { description: "The link is over, or of another credential: `code_not_valid`." },
      },
      handle: async ({ params, caller, incoming, outgoing }) => {
        const found = await backups.open({ link: params.link, credential: caller.tokenId });
        if (found === undefined) throw new Refusal("code_not_valid");
        outgoing.writeHead(200, {
          "Content-Type": "application/octet-stream",
          "Content-Length": found.bytes,
          "Content-Disposition": `attachment; filename="${found.name}"`,
          "Cache-Control": "no-store",
        });
        if (incoming.method === "HEAD") outgoing.end();
        else await pipeline(createReadStream(found.path), outgoing);
        return "taken_over" as const;
      },
    }),
  ];
}
