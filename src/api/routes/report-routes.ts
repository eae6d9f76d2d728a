import { z } from "@hono/zod-openapi";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import { listFeedback } from "../../inbound/feedback.ts";
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

const feedbackSchema = z
  .object({
    channel: z.string(),
    channel_account: z.string(),
    subject: z.string(),
    account_id: z.string().nullable(),
    rating: z.enum(["good", "bad", "taken_back"]),
    reasons: z.array(z.string()),
    words: z.string(),
    created_at: z.string(),
  })
  .openapi("Feedback");
export type FeedbackRow = z.output<typeof feedbackSchema>;

/** What vendors reported apart from messages, so that nothing that arrives is lost from view. */
export function reportRoutes(on: { readonly db: Database }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/conversations/{id}/notes",
      auth: "account",
      scope: "chat:read",
      summary:
        "What you did in a conversation that needs no answer, such as reactions. Newest first.",
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
      summary: "Vendor input that could not be used, with the reason. Newest first.",
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
    feedbackRoute(on.db),
  ];
}

function feedbackRoute(db: Database): Route {
  return route({
    method: "get",
    path: "/api/inbound/feedback",
    auth: "operator",
    summary: "How people rated answers in chat apps that let them. Newest first.",
    query: z.object({ limit }),
    answers: {
      200: { description: "Ratings.", schema: z.object({ feedback: z.array(feedbackSchema) }) },
    },
    handle: async ({ query }) => {
      const found = await db.transaction(asEngine, (sql) => listFeedback(sql, query.limit));
      const feedback = found.map(({ at, channelAccount, accountId, reasons, ...rest }) => ({
        ...rest,
        channel_account: channelAccount,
        account_id: accountId,
        reasons: [...reasons],
        created_at: at,
      }));
      return { status: 200, json: { feedback } };
    },
  });
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
