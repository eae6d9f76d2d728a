import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import { rootBranch } from "./path.ts";
import { type ChatState, chatStream } from "./chat-state.ts";

/** A chat as far as its events carry it. */
export type ChatHead = Pick<ChatState, "id" | "accountId" | "branchId">;

/** When, and in which turn, something of a chat becomes a fact. */
export interface Moment {
  readonly chat: ChatHead;
  readonly now: number;
  readonly turnId?: string | undefined;
}

/** Above every id that the log gives: an event that is decided on, but not written yet. */
export const notYetInTheLog = 2 ** 52;
export const isInTheLog = (id: number): boolean => id > 0 && id < notYetInTheLog;

export function chatFact(
  { chat, now, turnId }: Moment,
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
