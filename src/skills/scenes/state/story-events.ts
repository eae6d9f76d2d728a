import { iso } from "../../../domain/ports/clock.ts";
import type { PayloadOf } from "../../../domain/events/catalogue.ts";
import type { Envelope } from "../../../domain/events/event.ts";
import type { ChatEvent } from "../../../domain/events/story.ts";
import type { ChatKind } from "./events.ts";
import { rootBranch } from "./path.ts";
import { type ChatState, chatStream } from "./chat-state.ts";

/** The fields of a chat that every event carries. */
export type ChatHead = Pick<ChatState, "id" | "accountId" | "branchId">;

/** When, and in which turn, a story event is recorded. */
export interface FactContext {
  readonly chat: ChatHead;
  readonly now: number;
  readonly turnId?: string | undefined;
}

/** Greater than every id in the log: marks events that are decided but not yet recorded. */
export const firstUnrecordedId = 2 ** 52;
export const isRecorded = (id: number): boolean => id > 0 && id < firstUnrecordedId;

export const draftStoryEvent = <Kind extends ChatKind>(
  on: FactContext,
  kind: Kind,
  payload: PayloadOf<Kind>,
): StoryDraft<{ readonly kind: Kind; readonly payload: PayloadOf<Kind> }> =>
  placeInChat(on, { kind, payload });

type StoryDraft<Event> = Envelope & { readonly chatId: string } & Event;

/** An event as one of this chat, here and now. */
export function placeInChat<Event extends Pick<ChatEvent, "kind" | "payload">>(
  { chat, now, turnId }: FactContext,
  event: Event,
): StoryDraft<Event> {
  const branch = chat.branchId === rootBranch ? {} : { branch_id: chat.branchId };
  return {
    ...event,
    stream: chatStream(chat.id),
    at: iso(now),
    accountId: chat.accountId,
    chatId: chat.id,
    turnId,
    payload: { chat_id: chat.id, ...event.payload, ...branch },
  };
}
