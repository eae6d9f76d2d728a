import { Refusal } from "../../../domain/errors.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Decision, DecisionContext } from "../../../domain/ports/decisions.ts";
import { requireBot } from "../formats/bot-pictures.ts";

/**
 * Removes a character with its card and pictures. One that is in a story stays: its lines and
 * memories would be of no one. So does the one that talks with the person.
 */
export async function removeBot(
  { read, now, accountId }: DecisionContext & { readonly accountId: string },
  botId: string,
): Promise<Decision<void>> {
  await requireBot(read, accountId, botId);
  const [story] = await read.rows<{ id: string | null }>(
    `select c.id from chats c where c.account_id = $1 and ($2 in (c.host_bot_id, coalesce(c.guest_bot_id, ''))
       or exists (select from presence p where p.chat_id = c.id and p.entity_id = $2))
     union all select null from companion where account_id = $1 and bot_id = $2 limit 1`,
    [accountId, botId],
  );
  if (story !== undefined)
    throw new Refusal("character_in_use", story.id === null ? undefined : { chat_id: story.id });
  return {
    events: [
      {
        stream: `bot:${accountId}:${botId}`,
        kind: "bot_removed",
        at: iso(now),
        accountId,
        payload: { bot_id: botId },
      },
    ],
    result: undefined,
  };
}
