import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import { attachmentsOf } from "../../domain/attachment.ts";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { MessagePayload } from "../../domain/events/conversation.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import { asAccount } from "../../domain/principal.ts";
import type { Database, Sql } from "../../store/database/database.ts";
import { channelOf } from "../views/conversation-view.ts";
import { type Answer, id, type Route, route } from "../http/route.ts";

export interface TalkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly media?: Pick<MediaStore, "get"> | undefined;
}

const cardSchema = z
  .object({
    /** The turn that touched it, or the message with which it fired. */
    turn_id: z.string().nullable(),
    message_id: z.string().nullable(),
    reminder_id: z.string(),
    content: z.string(),
    lifecycle: z.enum(["active", "completed", "deleted"]),
    completion: z.string().nullable(),
    local_start: z.string().nullable(),
    timezone: z.string(),
    next_fire_at: z.string().nullable(),
    is_recurring: z.boolean(),
    shared_reminder_id: z.string().nullable(),
    version: z.number().int(),
    /** Whether "undo" in this conversation reverses what the turn did to it. */
    can_undo: z.boolean(),
  })
  .openapi("ReminderCard");

export type ReminderCard = z.output<typeof cardSchema>;

/** Content beside a conversation's messages: the reminders they are about, and their files. */
export function talkRoutes(on: TalkDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/conversations/{id}/cards",
      auth: "account",
      scope: "chat:read",
      summary:
        "The reminders that the latest turns of a conversation created or changed, or that fired in it, as they are now.",
      params: z.object({ id }),
      answers: {
        200: { description: "Cards.", schema: z.object({ cards: z.array(cardSchema) }) },
        404: { description: "There is no such conversation." },
      },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: {
          cards: await on.db.transaction(asAccount(accountId), (sql) =>
            readCards(sql, { accountId, id: params.id, now: on.clock.now() }),
          ),
        },
      }),
    }),
    route({
      method: "get",
      path: "/api/messages/{id}/files/{nth}",
      auth: "account",
      scope: "chat:read",
      summary:
        "A file that came with one of your messages. Pictures are shown; everything else is a download.",
      params: z.object({ id, nth: z.coerce.number().int().min(0).max(99) }),
      answers: {
        200: { description: "The file.", type: "application/octet-stream" },
        404: { description: "The file does not exist, or no longer does." },
      },
      handle: ({ accountId, params }) => sendFile(on, { accountId, ...params }),
    }),
  ];
}

/** The same time for which the reminders accept an undo. */
const undoableForMs = 24 * 3_600_000;

/**
 * The conversation's last change, as long as nothing has changed the reminder since. A shared one
 * is undone through what is shared.
 */
const canUndo = `exists (select from undo_point u, jsonb_array_elements(u.changes) c
  where u.account_id = $1 and u.conversation_id = $2 and u.turn_id = t.turn_id and u.at >= $3
    and (c ->> 'id' = r.id and (c ->> 'version')::int = r.version or c ->> 'id' = 'shared:' || r.shared_reminder_id))`;

async function readCards(
  sql: Sql,
  of: { accountId: string; id: string; now: number },
): Promise<ReminderCard[]> {
  await channelOf(sql, of);
  const columns = `r.id as reminder_id, r.content, r.lifecycle, r.completion, r.local_start, r.captured_timezone as timezone, r.next_fire_at,
    r.rrule is not null as is_recurring, r.shared_reminder_id, r.version`;
  return sql.rows(
    `with touched as (
       select distinct e.turn_id, e.payload_json ->> 'id' as reminder_id from (
         select turn_id, kind, payload_json from event_log where conversation_id = $2 order by id desc limit 2000) e
       where e.turn_id is not null and e.kind in ('reminder_created', 'reminder_updated', 'reminder_completed', 'reminder_deleted', 'reminder_restored'))
     select t.turn_id, null as message_id, ${columns}, ${canUndo} as can_undo from touched t join reminder r on r.id = t.reminder_id and r.owner_account_id = $1
     union all
     select null, f.message_id, ${columns}, false from (
       select reminder_id, message_id, nag from reminder_fire
       where account_id = $1 and conversation_id = $2 and message_id is not null order by fired_at desc limit 100) f
     join reminder r on r.id = f.reminder_id and r.owner_account_id = $1 and f.nag in (0, r.nags)
     limit 500`,
    [of.accountId, of.id, iso(of.now - undoableForMs)],
  );
}

/** Types that a browser may show beside the page. An SVG could run a script. */
const shown: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

async function sendFile(
  on: TalkDeps,
  of: { accountId: string; id: string; nth: number },
): Promise<Answer> {
  const [row] = await on.db.transaction(asAccount(of.accountId), (sql) =>
    sql.rows<{ payload: MessagePayload }>(
      "select payload from message where id = $1 and account_id = $2",
      [of.id, of.accountId],
    ),
  );
  const file = attachmentsOf(row?.payload ?? {})[of.nth];
  const mediaId = file?.mediaId ?? null;
  const kept = mediaId === null ? undefined : await on.media?.get(mediaId);
  if (kept === undefined) throw new Refusal("not_found");
  const isShown = shown.includes(kept.type);
  const name = encodeURIComponent(kept.name ?? "file").replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    status: 200,
    bytes: kept.bytes,
    type: isShown ? kept.type : "application/octet-stream",
    headers: {
      "Content-Disposition": `${isShown ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
      "Cache-Control": "private, max-age=3600",
    },
  };
}
