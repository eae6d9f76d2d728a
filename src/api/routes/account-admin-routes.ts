import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ServerResponse } from "node:http";
import { z } from "@hono/zod-openapi";
import type { Actor } from "../../domain/audit.ts";
import { type Clock, iso } from "../../domain/clock.ts";
import type { MediaStore } from "../../domain/media.ts";
import { engine as asEngine } from "../../domain/principal.ts";
import type { Accounts } from "../../inbound/accounts.ts";
import { noteAudit } from "../../store/audit.ts";
import type { Database } from "../../store/database.ts";
import { exportAccount } from "../../store/export-account.ts";
import { knownAccountSchema } from "../account-view.ts";
import { actorOf } from "../audit-trail.ts";
import { type Answer, type AnswerDoc, id, type Route, route } from "../route.ts";

export interface AccountAdminDeps {
  readonly accounts: Accounts;
  readonly db: Database;
  readonly clock: Clock;
  readonly media: Pick<MediaStore, "get"> | undefined;
}

const noSuch: AnswerDoc = { description: "There is no such account." };
const kept: AnswerDoc = { description: "It is the operator's own account: `operator_account_kept`." };

/** What is done to an account as a whole. */
export function accountAdminRoutes(on: AccountAdminDeps): Route[] {
  return [
    lifecycleRoute(on, "disable", "Shut an account: its credentials end, its messages are refused, its reminders wait."),
    lifecycleRoute(on, "enable", "Open an account again that was disabled. Credentials that ended stay ended."),
    route({
      method: "post",
      path: "/api/accounts/{id}/erase",
      auth: "operator",
      audited: true,
      summary:
        "Erase an account for good, at once: its words leave the log, its rows and files go. `name` is its name, or its id if it has none.",
      params: z.object({ id }),
      body: z.object({ name: z.string().max(200) }),
      answers: {
        200: {
          description: "Erased.",
          schema: z.object({ erased: z.literal(true), events: z.number().int(), files: z.number().int() }),
        },
        400: { description: "The name is another one: `confirmation_mismatch`." },
        404: noSuch,
        409: { description: "`operator_account_kept`, or something is still being sent: `account_busy`." },
      },
      handle: async ({ params, body, ...ask }) => ({
        status: 200,
        json: { erased: true, ...(await on.accounts.erase(params.id, body.name, actorOf(ask))) },
      }),
    }),
    ...exportRoutes(on),
  ];
}

function lifecycleRoute(on: AccountAdminDeps, what: "disable" | "enable", summary: string): Route {
  return route({
    method: "post",
    path: `/api/accounts/{id}/${what}`,
    auth: "operator",
    audited: true,
    summary,
    params: z.object({ id }),
    body: z.object({}),
    answers: { 200: { description: "The account as it is now.", schema: knownAccountSchema }, 404: noSuch, 409: kept },
    handle: async ({ params, ...ask }) => ({
      status: 200,
      json: await on.accounts.setActive(params.id, what === "enable", actorOf(ask)),
    }),
  });
}

const lines: AnswerDoc = {
  description: "JSON lines: what it is, rows by table, files in base64, and an end by which a whole copy is known. No secrets.",
  type: "application/x-ndjson",
};

function exportRoutes(on: AccountAdminDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/accounts/{id}/export",
      auth: "operator",
      // It is what people wrote: not for those who only look after the server.
      roles: ["operator"],
      summary: "All that is kept of an account.",
      params: z.object({ id }),
      answers: { 200: lines, 404: noSuch },
      handle: async ({ params, outgoing, ...ask }) => {
        await on.accounts.one(params.id);
        return sendExport(on, outgoing, { accountId: params.id, by: actorOf(ask) });
      },
    }),
    route({
      method: "get",
      path: "/api/account/export",
      auth: "account",
      // No scope of a token reaches this far: only a whole one does.
      scope: "account:export",
      summary: "All that is kept of your account.",
      answers: { 200: lines },
      handle: ({ accountId, outgoing, ...ask }) => sendExport(on, outgoing, { accountId, by: actorOf(ask) }),
    }),
  ];
}

/** It is in the audit before its first line leaves. A copy that fails half-way has no end. */
async function sendExport(on: AccountAdminDeps, outgoing: ServerResponse, of: { accountId: string; by: Actor }): Promise<Answer> {
  const { accountId, by } = of;
  await on.db.transaction(asEngine, (sql) => noteAudit(sql, on.clock, { action: "account_exported", by, accountId }));
  const at = iso(on.clock.now());
  outgoing.writeHead(200, {
    "Content-Type": "application/x-ndjson; charset=utf-8",
    "Content-Disposition": `attachment; filename="account-${accountId.replaceAll(/[^A-Za-z0-9-]/g, "_")}-${at.slice(0, 10)}.jsonl"`,
    "Cache-Control": "no-store",
  });
  await pipeline(Readable.from(exportAccount(on.db, { accountId, at, media: on.media })), outgoing);
  return "taken_over";
}
