import type { EventDraft, RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { Envelope, Position } from "../../../domain/events/event.ts";
import type { ChatEvent } from "../../../domain/events/story.ts";

export type ChatKind = ChatEvent["kind"];

/** An event of one chat, as the log has it. */
export type RecordedChatEvent = RecordedEvent<ChatKind>;

/** A line: what the person wrote, or what a character said. */
export type LineEvent = RecordedEvent<"user_turn" | "assistant_turn">;

export type ChatEventDraft = EventDraft<ChatKind>;

interface AnyBody {
  readonly kind: string;
  readonly payload: object;
}

/** A character card, or the person's persona. */
export type AuthoredEvent = RecordedEvent<"bot_authored" | "you_authored">;

/** Only events of chats have a chat's id. */
export const isChatDraft = (draft: Envelope & AnyBody): draft is ChatEventDraft =>
  draft.chatId !== undefined;

export const isChatEvent = (event: Envelope & Position & AnyBody): event is RecordedChatEvent =>
  isChatDraft(event);

type WithPayload = Pick<RecordedChatEvent, "payload">;

/** The lines and memories that an event was derived from. */
export const readCites = ({ payload }: WithPayload): readonly string[] =>
  "cites" in payload ? (payload.cites ?? []) : [];

/** The earlier events whose words were in the prompt that it was made from. */
export const readSourceIds = ({ payload }: WithPayload): readonly number[] =>
  "source_event_ids" in payload ? (payload.source_event_ids ?? []) : [];

export const readSceneId = ({ payload }: WithPayload): number | null =>
  "scene_id" in payload ? (payload.scene_id ?? null) : null;

/** The id of what an event created or changed; empty where it names none. */
export const readId = ({ payload }: WithPayload): string =>
  "id" in payload ? (payload.id ?? "") : "";

/** The words of a line or a memory. */
export const readText = ({ payload }: WithPayload): string =>
  "text" in payload ? (payload.text ?? "") : "";

/** The event with some of its fields replaced: by those of the same kind. */
export const withFields = <E extends AnyBody>(event: E, set: object): E => ({
  ...event,
  payload: { ...event.payload, ...set },
});

/** The event with all of its fields replaced: by those of the same kind. */
export const withPayload = <E extends AnyBody>(event: E, payload: object): E => ({
  ...event,
  payload,
});

/**
 * An event's position in its story. An event inserted into the past later is positioned after
 * `placed_after`.
 */
export const readPosition = ({ id, payload }: Pick<RecordedChatEvent, "id" | "payload">): number =>
  payload.placed_after ?? id;
