import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "@hono/zod-openapi";
import { iso } from "../../domain/ports/clock.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import { type ExportLinkDeps, makeExportLink, useExportLink } from "../../accounts/export-links.ts";
import { exportAccount } from "../../store/export-account.ts";
import { actorOf } from "../http/audit-trail.ts";
import { refuse } from "../http/failure.ts";
import type { Peer } from "../http/peer.ts";
import { type Answer, type AnswerDoc, id, type Route, route } from "../http/route.ts";

export interface ExportDeps extends ExportLinkDeps {
  readonly accounts: Pick<Accounts, "one">;
  readonly media: Pick<MediaStore, "get"> | undefined;
}

/** A browser that was left open is not the person: a session shows again what it was opened with, or a code that is as good. */
const proofBody = z
  .object({ proof: z.string().trim().min(1).max(512).optional() })
  .openapi("ExportProof");

const linkSchema = z.object({ url: z.string(), expires_at: z.string() }).openapi("ExportLink");

export type ExportLink = z.output<typeof linkSchema>;

const made: AnswerDoc = {
  description:
    "Where the copy is fetched: once, within the hour, with the same credential. Relative to this server.",
  schema: linkSchema,
};
const answers: Readonly<Record<number, AnswerDoc>> = {
  201: made,
  400: { description: "`proof` is unknown, used, expired or somebody else's: `code_not_valid`." },
  403: { description: "A session comes without `proof`: `proof_required`." },
  429: { description: "Too many wrong attempts from this address." },
};

const how =
  "A session proves itself first (`POST /api/session/proof`) or sends its token or a new one-time link's code as `proof`; a token in the header is proof enough.";

/** Copies of accounts: asked for with a fresh proof, fetched once. */
export function exportRoutes(on: ExportDeps): Route[] {
  return [
    route({
      method: "post",
      path: "/api/accounts/{id}/export",
      auth: "operator",
      // It is what people wrote: not for those who only look after the server.
      roles: ["operator"],
      audited: true,
      proof: true,
      summary: `A link to all that is kept of an account. ${how}`,
      params: z.object({ id }),
      body: proofBody,
      answers: { ...answers, 404: { description: "There is no such account." } },
      handle: async ({ params, ...ask }) => {
        await on.accounts.one(params.id);
        return linked(on, { ...ask, accountId: params.id });
      },
    }),
    route({
      method: "post",
      path: "/api/account/export",
      auth: "account",
      // No scope of a token reaches this far: only a whole one does.
      scope: "account:export",
      proof: true,
      summary: `A link to all that is kept of your account. ${how}`,
      body: proofBody,
      answers,
      handle: (ask) => linked(on, ask),
    }),
    route({
      method: "get",
      path: "/api/exports/{link}",
      auth: "account",
      scope: "account:export",
      secretInPath: true,
      summary: "The copy that a link was made for, once.",
      params: z.object({ link: z.string().max(200) }),
      answers: {
        200: {
          description:
            "JSON lines: what it is, rows by table, files in base64, and an end by which a whole copy is known. No secrets.",
          type: "application/x-ndjson",
        },
        400: {
          description:
            "The link is unknown, used, expired or was made by somebody else: `code_not_valid`.",
        },
      },
      handle: async ({ params, incoming, outgoing, ...ask }) => {
        // A look ahead must not use the link up.
        if (incoming.method !== "GET") throw refuse("method_not_allowed");
        const accountId = await useExportLink(on, {
          secret: params.link,
          caller: ask.caller,
          by: actorOf(ask),
        });
        return sendExport(on, outgoing, accountId);
      },
    }),
  ];
}

interface Asked {
  readonly caller: Caller;
  readonly peer: Peer;
  readonly accountId: string;
}

async function linked(on: ExportDeps, asked: Asked): Promise<Answer> {
  const { caller, accountId } = asked;
  const link = await makeExportLink(on, { accountId, caller, by: actorOf(asked) });
  return { status: 201, json: { url: `/api/exports/${link.secret}`, expires_at: link.expiresAt } };
}

/** A copy that fails half-way has no end. */
async function sendExport(
  on: ExportDeps,
  outgoing: ServerResponse,
  accountId: string,
): Promise<Answer> {
  const at = iso(on.clock.now());
  outgoing.writeHead(200, {
    "Content-Type": "application/x-ndjson; charset=utf-8",
    "Content-Disposition": `attachment; filename="account-${accountId.replaceAll(/[^A-Za-z0-9-]/g, "_")}-${at.slice(0, 10)}.jsonl"`,
    "Cache-Control": "no-store",
  });
  await pipeline(Readable.from(exportAccount(on.db, { accountId, at, media: on.media })), outgoing);
  return "taken_over";
}
