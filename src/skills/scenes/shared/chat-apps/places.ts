import type { Language } from "../../../../domain/language.ts";
import type { MessagePayload } from "../../../../domain/events/conversation.ts";
import type { Reads } from "../../../../domain/ports/reads.ts";
import { readSurroundings } from "../../../../domain/surroundings.ts";

/** A conversation of a chat app from which a person plays in a shared story. */
export interface StoryPlace {
  readonly conversation_id: string;
  readonly account_id: string;
  readonly entity_id: string;
  readonly language: Language | null;
  /** Several people play in it, and each reads what the others get. */
  readonly is_room: boolean;
}

/** The shared story that a person plays in a conversation. Reads the person's own rows. */
export async function findSharedSeat(
  read: Reads,
  of: { readonly conversationId: string; readonly accountId: string },
): Promise<string | undefined> {
  const [seat] = await read.rows<{ chat_id: string }>(
    `select s.chat_id from scene_seats s join shared_stories m on m.chat_id = s.chat_id and m.account_id = s.account_id and m.is_in
     where s.conversation_id = $1 and s.account_id = $2`,
    [of.conversationId, of.accountId],
  );
  return seat?.chat_id;
}

/** All such conversations of a story. Reads as the engine. */
export const listPlaces = (read: Reads, chatId: string): Promise<StoryPlace[]> =>
  read.rows<StoryPlace>(
    `select s.conversation_id, s.account_id, m.entity_id, a.language,
       coalesce((select g.payload -> 'surroundings' ->> 'shared' from message g
         where g.conversation_id = s.conversation_id and g.direction = 'inbound' order by g.event_id desc limit 1) = 'true', false) as is_room
     from scene_seats s join shared_stories m on m.chat_id = s.chat_id and m.account_id = s.account_id and m.is_in
     join account a on a.id = s.account_id and a.lifecycle = 'active'
     where s.chat_id = $1 order by s.conversation_id, s.event_id`,
    [chatId],
  );

/**
 * `room`: a group whose members share one conversation. `crowd`: a group where others read along
 * who are not in the conversation.
 */
export type PlaceKind = "private" | "room" | "crowd";

export function readPlaceKind(payload: MessagePayload): PlaceKind {
  const around = readSurroundings(payload);
  if (around?.shared === true) return "room";
  const isGroup = Object.values(around?.facts ?? {}).some((fact) => fact["chat_type"] === "group");
  return isGroup ? "crowd" : "private";
}
