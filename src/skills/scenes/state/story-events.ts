import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
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

export function draftStoryEvent(
  { chat, now, turnId }: FactContext,
  kind: string,
  payload: Payload,
): EventDraft {
  const branch = chat.branchId === rootBranch ? {} : { branch_id: chat.branchId };
  return {
    stream: chatStream(chat.id),
    kind,
    at: iso(now),
    accountId: chat.accountId,
    chatId: chat.id,
    turnId,
    payload: { chat_id: chat.id, ...payload, ...branch },
  };
}
