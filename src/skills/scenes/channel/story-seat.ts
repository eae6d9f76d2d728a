import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { TurnContext } from "../../../domain/skill.ts";

/** The chat a person plays in a conversation; there is at most one. */
export async function findSeat(
  read: Reads,
  of: { readonly conversationId: string; readonly accountId: string },
): Promise<string | undefined> {
  const [seat] = await read.rows<{ chat_id: string }>(
    `select s.chat_id from scene_seats s join chats c on c.id = s.chat_id and c.account_id = s.account_id
     where s.conversation_id = $1 and s.account_id = $2`,
    [of.conversationId, of.accountId],
  );
  return seat?.chat_id;
}

export const draftSeatEvent = (
  {
    conversationId,
    account,
    now,
    turnId,
  }: Pick<TurnContext, "conversationId" | "now"> &
    Partial<Pick<TurnContext, "turnId">> & { readonly account: { readonly id: string } },
  kind: "story_entered" | "story_left",
  chatId: string,
): EventDraft<"story_entered" | "story_left"> => ({
  stream: `seat:${conversationId}:${account.id}`,
  kind,
  at: iso(now),
  accountId: account.id,
  turnId,
  payload: { conversation_id: conversationId, chat_id: chatId },
});
