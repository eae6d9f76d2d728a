import { z } from "@hono/zod-openapi";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import { listRejections } from "../../inbound/reports.ts";
import type { Database } from "../../store/database/database.ts";
import { channelOf } from "../views/conversation-view.ts";
import { id, type Route, route } from "../http/route.ts";

const limit = z.coerce.number().int().min(1).max(500).default(100);

const noteSchema = z
  .object({
    vendor_id: z.string(),
    payload: z.record(z.string(), z.unknown()),
    created_at: z.string(),
  })
  .openapi("Note");

const rejectionSchema = z
  .object({
    channel: z.string(),
    channel_account: z.string(),
    vendor_id: z.string().nullable(),
    code: z.string(),
    created_at: z.string(),
  })
  .openapi("Rejection");

/** What vendors told besides messages: nothing that arrives ends unseen. */
export function reportRoutes(on: { readonly db: Database }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/conversations/{id}/notes",
      auth: "account",
      scope: "chat:read",
      summary:
        "What you did in a conversation that wants no answer, such as reactions. Newest first.",
      params: z.object({ id }),
      query: z.object({ limit }),
      answers: {
        200: { description: "Notes.", schema: z.object({ notes: z.array(noteSchema) }) },
        404: { description: "There is no such conversation." },
      },
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: { notes: await readNotes(on.db, { accountId, id: params.id, limit: query.limit }) },
      }),
    }),
    route({
      method: "get",
      path: "/api/inbound/rejected",
      auth: "operator",
      summary: "What arrived from vendors and could not be used, with the reason. Newest first.",
      query: z.object({ limit }),
      answers: {
        200: {
          description: "Rejections.",
          schema: z.object({ rejected: z.array(rejectionSchema) }),
        },
      },
      handle: async ({ query }) => {
        const found = await on.db.transaction(asEngine, (sql) => listRejections(sql, query.limit));
        const rejected = found.map(({ channel, channelAccount, vendorId, code, at }) => ({
          channel,
          channel_account: channelAccount,
          vendor_id: vendorId,
          code,
          created_at: at,
        }));
        return { status: 200, json: { rejected } };
      },
    }),
  ];
}

type Note = z.output<typeof noteSchema>;

function readNotes(
  db: Database,
  of: { readonly accountId: string; readonly id: string; readonly limit: number },
): Promise<Note[]> {
  return db.transaction(asAccount(of.accountId), async (sql) => {
    await channelOf(sql, of);
    return sql.rows<Note>(
      `select vendor_id, payload, created_at from inbound_note where account_id = $1 and conversation_id = $2
       order by created_at desc, vendor_id limit $3`,
      [of.accountId, of.id, of.limit],
    );
  });
}
