import { z } from "@hono/zod-openapi";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import { listFeedback } from "../../inbound/feedback.ts";
import { listRejections, type NewestOf } from "../../inbound/reports.ts";
import type { Database } from "../../store/database/database.ts";
import { channelOf } from "../views/conversation-view.ts";
import { cutNewest, nextBefore } from "../http/list-page.ts";
import { id, type Route, route } from "../http/route.ts";

const newest = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  before: z.iso.datetime({ offset: true }).optional(),
});
const next = nextBefore("moment");

interface Report {
  readonly created_at: string;
}

/** One row more than the page has is read, to see whether there is a next one. */
async function readPage<Row extends Report>(
  { limit, before }: z.output<typeof newest>,
  read: (of: NewestOf) => Promise<readonly Row[]>,
) {
  return cutNewest(await read({ limit: limit + 1, before }), limit, (row) => row.created_at);
}

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
      query: newest,
      answers: {
        200: { description: "Notes.", schema: z.object({ notes: z.array(noteSchema), next }) },
        404: { description: "There is no such conversation." },
      },
      handle: async ({ accountId, params, query }) => {
        const page = await readPage(query, (of) =>
          readNotes(on.db, { accountId, id: params.id, ...of }),
        );
        return { status: 200, json: { notes: page.rows, next: page.next } };
      },
    }),
    route({
      method: "get",
      path: "/api/inbound/rejected",
      auth: "operator",
      summary: "Vendor input that could not be used, with the reason. Newest first.",
      query: newest,
      answers: {
        200: {
          description: "Rejections.",
          schema: z.object({ rejected: z.array(rejectionSchema), next }),
        },
      },
      handle: async ({ query }) => {
        const page = await readPage(query, (of) => readRejected(on.db, of));
        return { status: 200, json: { rejected: page.rows, next: page.next } };
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
    query: newest,
    answers: {
      200: {
        description: "Ratings.",
        schema: z.object({ feedback: z.array(feedbackSchema), next }),
      },
    },
    handle: async ({ query }) => {
      const page = await readPage(query, (of) => readFeedback(db, of));
      return { status: 200, json: { feedback: page.rows, next: page.next } };
    },
  });
}

async function readRejected(
  db: Database,
  of: NewestOf,
): Promise<z.output<typeof rejectionSchema>[]> {
  const found = await db.transaction(asEngine, (sql) => listRejections(sql, of));
  return found.map(({ channel, channelAccount, vendorId, code, at }) => ({
    channel,
    channel_account: channelAccount,
    vendor_id: vendorId,
    code,
    created_at: at,
  }));
}

async function readFeedback(db: Database, of: NewestOf): Promise<FeedbackRow[]> {
  const found = await db.transaction(asEngine, (sql) => listFeedback(sql, of));
  return found.map(({ at, channelAccount, accountId, reasons, ...rest }) => ({
    ...rest,
    channel_account: channelAccount,
    account_id: accountId,
    reasons: [...reasons],
    created_at: at,
  }));
}

type Note = z.output<typeof noteSchema>;

function readNotes(
  db: Database,
  of: NewestOf & { readonly accountId: string; readonly id: string },
): Promise<Note[]> {
  return db.transaction(asAccount(of.accountId), async (sql) => {
    await channelOf(sql, of);
    return sql.rows<Note>(
      `select vendor_id, payload, created_at from inbound_note where account_id = $1 and conversation_id = $2
         and ($4::timestamptz is null or created_at < $4)
       order by created_at desc fetch first $3 rows with ties`,
      [of.accountId, of.id, of.limit, of.before ?? null],
    );
  });
}
