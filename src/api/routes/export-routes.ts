import { Refusal } from "../../domain/errors.ts";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "@hono/zod-openapi";
import { iso } from "../../domain/ports/clock.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import { type ExportLinkDeps, makeExportLink, useExportLink } from "../../accounts/export-links.ts";
import { exportAccount, type ExportAsk } from "../../store/export-account.ts";
import { actorOf } from "../http/audit-trail.ts";
import type { Peer } from "../http/peer.ts";
import { type Answer, type AnswerDoc, id, type Route, route } from "../http/route.ts";

export interface ExportDeps extends ExportLinkDeps {
  readonly accounts: Pick<Accounts, "one">;
  readonly media: Pick<MediaStore, "get"> | undefined;
  readonly archives?: ExportAsk["archives"];
}

/**
 * An unattended browser is not the person: a session proves itself again with its token or an
 * equivalent code.
 */
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
  400: {
    description: "`proof` is unknown, used, expired or of another account: `code_not_valid`.",
  },
  403: { description: "A session without `proof`: `proof_required`." },
  429: { description: "Too many wrong attempts from this address." },
};

const how =
  "A session first proves its identity (`POST /api/session/proof`) or sends its token or a new one-time link's code as `proof`; a token in the header is proof enough.";

/** Copies of accounts: requested with a fresh proof, downloaded once. */
export function exportRoutes(on: ExportDeps): Route[] {
  return [
    route({
      method: "post",
      path: "/api/accounts/{id}/export",
      auth: "operator",
      // It contains what people wrote, so auditors may not have it.
      roles: ["operator"],
      audited: true,
      proof: true,
      summary: `A link to all data of an account. ${how}`,
      params: z.object({ id }),
      body: proofBody,
      answers: { ...answers, 404: { description: "There is no such account." } },
      handle: async ({ params, ...ask }) => {
        await on.accounts.one(params.id);
        return createLink(on, { ...ask, accountId: params.id });
      },
    }),
    route({
      method: "post",
      path: "/api/account/export",
      auth: "account",
      // No limited scope covers this: only a token with full access does.
      scope: "account:export",
      proof: true,
      summary: `A link to all data of your account. ${how}`,
      body: proofBody,
      answers,
      handle: (ask) => createLink(on, ask),
    }),
    route({
      method: "get",
      path: "/api/exports/{link}",
      auth: "account",
      scope: "account:export",
      secretInPath: true,
      summary: "The copy that a link was created for, once.",
      params: z.object({ link: z.string().max(200) }),
      answers: {
        200: {
          description:
            "JSON lines: a header, rows by table, files in base64, and a last line that marks a complete copy. No secrets.",
          type: "application/x-ndjson",
        },
        400: {
          description:
            "The link is unknown, used, expired or was created by another account: `code_not_valid`.",
        },
      },
      handle: async ({ params, incoming, outgoing, ...ask }) => {
        // A HEAD request must not use up the link.
        if (incoming.method !== "GET") throw new Refusal("method_not_allowed");
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

interface ExportRequest {
  readonly caller: Caller;
  readonly peer: Peer;
  readonly accountId: string;
}

async function createLink(on: ExportDeps, asked: ExportRequest): Promise<Answer> {
  const { caller, accountId } = asked;
  const link = await makeExportLink(on, { accountId, caller, by: actorOf(asked) });
  return { status: 201, json: { url: `/api/exports/${link.secret}`, expires_at: link.expiresAt } };
}

/** A copy that fails half-way lacks its last line. */
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
  await pipeline(Readable.from(exportAccount(on.db, { ...on, accountId, at })), outgoing);
  return "taken_over";
}
