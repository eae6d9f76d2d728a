import { Refusal } from "../../domain/errors.ts";
import { pageColumns } from "../../domain/page.ts";
import { z } from "@hono/zod-openapi";
import { type Chance, iso } from "../../domain/ports/clock.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import { asAccount } from "../../domain/principal.ts";
import { cleanText } from "../../domain/text.ts";
import { stopResults } from "../../domain/turn.ts";
import { record } from "../../store/log/record.ts";
import {
  channelOf,
  conversationSchema,
  messagePageSchema,
  readConversationRow,
} from "../views/conversation-view.ts";
import { type PagePlace, readMessages, streamStart } from "../views/message-page.ts";
import { nothingSealed, readSealedMessages, unseenQuery } from "../views/sealed-messages.ts";
import type { Engine } from "../http/ports.ts";
import { type Answer, id, type Route, route } from "../http/route.ts";
import { acceptMessage, receiptSchema, type AcceptMessageDeps } from "../views/accept-message.ts";
import { sentFiles, sentFilesBytes } from "../views/sent-files.ts";
import type { StreamHub } from "../streams/stream-hub.ts";
import { conversationListRoutes } from "./conversation-list-routes.ts";
import { talkRoutes } from "./talk-routes.ts";

export interface ConversationDeps extends AcceptMessageDeps {
  readonly chance: Chance;
  readonly engine: Pick<Engine, "accept" | "stopTurn">;
  readonly hub: StreamHub;
}

const byId = z.object({ id });
const limit = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual);
const eventId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .openapi({ type: "integer" });

export function conversationRoutes(on: ConversationDeps): Route[] {
  return [
    ...talkRoutes(on),
    ...conversationListRoutes(on),
    route({
      method: "post",
      path: "/api/conversations",
      auth: "account",
      scope: "chat:write",
      summary: "Create a conversation on the page.",
      body: z.object({ title: z.string().trim().min(1).max(200).optional() }),
      answers: { 201: { description: "The new conversation.", schema: conversationSchema } },
      handle: ({ accountId, body }) => openConversation(on, accountId, body.title),
    }),
    route({
      method: "get",
      path: "/api/conversations/{id}/messages",
      auth: "account",
      scope: "chat:read",
      summary:
        "A page of messages, oldest first: the last ones, or those before, after or around an `event_id`; the text that stopped turns had shown, and the running turn's text so far.",
      params: byId,
      query: z.object({
        limit: limit(200, 50),
        before: eventId.optional(),
        after: eventId.optional(),
        around: eventId.optional(),
        unseen: unseenQuery,
      }),
      answers: {
        200: { description: "Messages.", schema: messagePageSchema },
        404: { description: "There is no such conversation." },
      },
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await on.db.transaction(asAccount(accountId), async (sql) =>
          readMessages(sql, {
            accountId,
            id: params.id,
            limit: query.limit,
            at: placeIn(query),
            sealed:
              query.unseen === "show" ? nothingSealed : await readSealedMessages(sql, accountId),
          }),
        ),
      }),
    }),
    route({
      method: "post",
      path: "/api/conversations/{id}/messages",
      auth: "account",
      scope: "chat:write",
      summary:
        "Send a message. `client_id` is yours and unique per message; sending it again is safe, because it is the same message.",
      params: byId,
      body: z.object({
        text: z.string(),
        client_id: z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/),
        files: sentFiles,
        /** The message that it replies to. */
        quote: id.optional(),
        /** An answer to be given once more, as another version: the last one, and only talk. A `text` replaces the question, or is a new message. */
        again: id.optional(),
        /** Your message of the version of the last answer that you go on from. */
        chosen: id.optional(),
        /** A stopped turn: what it had shown goes along, to be continued. */
        continues: id.optional(),
      }),
      maxBytes: sentFilesBytes,
      answers: {
        202: { description: "Stored. The answer comes through the stream.", schema: receiptSchema },
        404: { description: "There is no such conversation." },
        503: { description: "Not stored; send it again." },
      },
      handle: ({ accountId, params, body }) =>
        acceptMessage(on, { accountId, conversationId: params.id, ...body }),
    }),
    route({
      method: "post",
      path: "/api/conversations/{id}/stop",
      auth: "account",
      scope: "chat:write",
      summary: "Stop the running turn.",
      params: byId,
      body: z.object({}),
      answers: {
        200: {
          description: "The result of the stop.",
          schema: z.object({ result: z.enum(stopResults) }),
        },
      },
      handle: async ({ accountId, params }) => {
        await on.db.transaction(asAccount(accountId), (sql) =>
          channelOf(sql, { accountId, id: params.id }),
        );
        return {
          status: 200,
          json: { result: await on.engine.stopTurn({ conversationId: params.id, accountId }) },
        };
      },
    }),
    route({
      method: "get",
      path: "/api/conversations/{id}/stream",
      auth: "account",
      scope: "chat:read",
      summary:
        "Server-sent events of one conversation. `Last-Event-ID`, or `after`, resumes without a gap.",
      params: byId,
      query: z.object({ after: eventId.optional() }),
      answers: {
        200: {
          description:
            "`message`, `turn` and `delivery` carry ids; `text` replaces and `delta` extends what the running turn shows; `reset` means: read the messages again.",
          type: "text/event-stream",
        },
        404: { description: "There is no such conversation." },
      },
      handle: async ({ accountId, caller, params, query, incoming, outgoing }) => {
        const after = resumePoint(incoming.headers["last-event-id"]) ?? query.after;
        const start = await on.db.transaction(asAccount(accountId), async (sql) => {
          await channelOf(sql, { accountId, id: params.id });
          const sealed = await readSealedMessages(sql, accountId);
          return streamStart(sql, { id: params.id, after, sealed });
        });
        if (incoming.method === "HEAD")
          return { status: 200, bytes: "", type: "text/event-stream" };
        on.hub.open({
          ...start,
          conversationId: params.id,
          accountId,
          tokenId: caller.tokenId,
          out: outgoing,
        });
        return "taken_over";
      },
    }),
  ];
}

type PlaceQuery = { readonly [side in PagePlace["side"]]?: number | undefined };

/** The sides exclude each other. */
function placeIn(query: PlaceQuery): PagePlace | undefined {
  const [first, second] = (["before", "after", "around"] as const).flatMap((side) =>
    query[side] === undefined ? [] : [{ side, eventId: query[side] }],
  );
  if (second !== undefined) throw new Refusal("invalid_request", { field: second.side });
  return first;
}

async function openConversation(
  on: ConversationDeps,
  accountId: string,
  title: string | undefined,
): Promise<Answer> {
  const conversationId = on.chance.id();
  const opened: EventDraft = {
    stream: `conversation:${conversationId}`,
    kind: "conversation_opened",
    at: iso(on.clock.now()),
    accountId,
    conversationId,
    payload: {
      id: conversationId,
      account_id: accountId,
      ...pageColumns,
      scope: conversationId,
      peer: accountId,
      ...(title === undefined ? {} : { title: cleanText(title, 80) }),
    },
  };
  const row = await on.db.transaction(asAccount(accountId), async (sql) => {
    await record(sql, on.projector, [opened]);
    return readConversationRow(sql, { accountId, id: conversationId });
  });
  return { status: 201, json: row };
}

function resumePoint(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === "") return undefined;
  if (typeof header !== "string" || !/^\d{1,15}$/.test(header))
    throw new Refusal("invalid_request", { field: "Last-Event-ID" });
  return Number(header);
}
