import { z } from "@hono/zod-openapi";
import {
  changeConversation,
  deleteConversation,
  eraseConversation,
  type KeptDeps,
  longestTitle,
  restoreConversation,
  type Which,
} from "../../accounts/kept-conversations.ts";
import { asAccount } from "../../domain/principal.ts";
import { timeCursor } from "../http/cursor.ts";
import type { Engine } from "../http/ports.ts";
import { type Answer, id, type Route, route } from "../http/route.ts";
import {
  conversationLists,
  conversationSchema,
  listConversations,
  readConversationRow,
} from "../views/conversation-view.ts";
import { hitsSchema, searchMessages, type SearchWords } from "../views/message-search.ts";

export interface ConversationListDeps extends KeptDeps {
  readonly engine: Pick<Engine, "stopTurn">;
  /** How texts become words. Without it the search is missing. */
  readonly searchWords?: SearchWords | undefined;
}

const byId = z.object({ id });
const limit = (usual: number) => z.coerce.number().int().min(1).max(200).default(usual);

const one = { 200: { description: "The conversation.", schema: conversationSchema } };
const missing = { 404: { description: "There is no such conversation." } };

/** The list of conversations, and what a person does with one in it. */
export function conversationListRoutes(on: ConversationListDeps): Route[] {
  const show = async (which: Which): Promise<Answer> => ({
    status: 200,
    json: await on.db.transaction(asAccount(which.accountId), (sql) =>
      readConversationRow(sql, which),
    ),
  });
  return [
    ...(on.searchWords === undefined ? [] : [searchRoute({ ...on, searchWords: on.searchWords })]),
    route({
      method: "get",
      path: "/api/conversations",
      auth: "account",
      scope: "chat:read",
      summary:
        "A page of your conversations: the pinned ones before the first page, then the latest first. `next` is the cursor of the page after it; `q` keeps those whose title has these words.",
      query: z.object({
        limit: limit(100),
        before: timeCursor.optional(),
        q: z.string().trim().min(1).max(200).optional(),
        show: z.enum(conversationLists).default("open"),
      }),
      answers: {
        200: {
          description: "Conversations.",
          schema: z.object({
            conversations: z.array(conversationSchema),
            next: z.string().nullable(),
          }),
        },
      },
      handle: async ({ accountId, query }) => ({
        status: 200,
        json: await on.db.transaction(asAccount(accountId), (sql) =>
          listConversations(sql, { accountId, ...query, before: query.before }),
        ),
      }),
    }),
    route({
      method: "get",
      path: "/api/conversations/{id}",
      auth: "account",
      scope: "chat:read",
      summary: "One conversation.",
      params: byId,
      answers: { ...one, ...missing },
      handle: ({ accountId, params }) => show({ accountId, id: params.id }),
    }),
    route({
      method: "patch",
      path: "/api/conversations/{id}",
      auth: "account",
      scope: "chat:write",
      summary: "Rename, pin or archive a conversation. A title of null is the automatic one again.",
      params: byId,
      body: z
        .object({
          title: z.string().max(longestTitle).nullable().optional(),
          pinned: z.boolean().optional(),
          archived: z.boolean().optional(),
        })
        .refine((change) => Object.keys(change).length > 0),
      answers: { ...one, ...missing },
      handle: async ({ accountId, params, body }) => {
        await changeConversation(on, { accountId, id: params.id }, body);
        return show({ accountId, id: params.id });
      },
    }),
    route({
      method: "delete",
      path: "/api/conversations/{id}",
      auth: "account",
      scope: "chat:write",
      summary:
        "Delete what was said in a conversation so far. It can be restored for seven days; then it goes for good.",
      params: byId,
      answers: { ...one, ...missing },
      handle: async ({ accountId, params }) => {
        const which = { accountId, id: params.id };
        await show(which);
        // An answer that is being written would bring the conversation back.
        await on.engine.stopTurn({ conversationId: which.id, accountId });
        await deleteConversation(on, which);
        return show(which);
      },
    }),
    route({
      method: "post",
      path: "/api/conversations/{id}/restore",
      auth: "account",
      scope: "chat:write",
      summary: "Bring back a deleted conversation.",
      params: byId,
      body: z.object({}),
      answers: { ...one, 404: { description: "There is none, or it was not deleted." } },
      handle: async ({ accountId, params }) => {
        await restoreConversation(on, { accountId, id: params.id });
        return show({ accountId, id: params.id });
      },
    }),
    route({
      method: "post",
      path: "/api/conversations/{id}/erase",
      auth: "account",
      scope: "chat:write",
      summary:
        "Remove what a deleted conversation said for good, without waiting. Reminders and memories made in it stay.",
      params: byId,
      body: z.object({}),
      answers: {
        204: { description: "It is gone." },
        404: { description: "There is none, or it was not deleted." },
        409: { description: "A message of it is being sent; try again." },
      },
      handle: async ({ accountId, params }) => {
        await eraseConversation(on, { accountId, id: params.id });
        return { status: 204 };
      },
    }),
  ];
}

const searchRoute = (on: KeptDeps & { readonly searchWords: SearchWords }): Route =>
  route({
    method: "get",
    path: "/api/messages/search",
    auth: "account",
    scope: "chat:read",
    summary:
      "Messages of your conversations that have all the words, the newest first. A word also finds its other forms and longer words that begin with it.",
    query: z.object({
      q: z.string().trim().min(1).max(200),
      limit: limit(30),
      before: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .optional()
        .openapi({ type: "string" }),
    }),
    answers: { 200: { description: "What was found.", schema: hitsSchema } },
    handle: async ({ accountId, query }) => ({
      status: 200,
      json: await searchMessages(on, {
        accountId,
        words: query.q,
        limit: query.limit,
        before: query.before,
      }),
    }),
  });
