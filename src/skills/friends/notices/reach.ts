import type { DeliveryOutlook } from "../../../domain/ports/delivery-outlook.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Listener } from "../../reminders/words/when-words.ts";
import { said } from "../../reminders/words/reminder-words.ts";
import { friendName, nameList } from "../names.ts";
import type { Social } from "../people.ts";

/** Which of these people nothing could be handed to now. */
export async function unreachable(
  outlook: DeliveryOutlook | undefined,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const away = new Set<string>();
  for (const accountId of outlook === undefined ? [] : new Set(ids)) {
    const found = await outlook?.deliverableAt({ accountId, conversationId: null }, iso(now));
    if (found?.kind === "closed") away.add(accountId);
  }
  return away;
}

/** Everybody else whom these commands tell something. */
export const toldBy = (commands: readonly StagedCommand[]): string[] =>
  commands.flatMap(({ events }) =>
    events.flatMap(({ kind, accountId, payload }) =>
      kind === "notification_made" && payload["muted"] !== true && accountId !== undefined
        ? [accountId]
        : [],
    ),
  );

/** Said at once: they will not hear of it yet. */
export function awayWords(social: Social, away: ReadonlySet<string>, to: Listener): string[] {
  const names = social.friends
    .filter(({ id }) => away.has(id))
    .map((friend) => friendName(friend, to));
  if (names.length === 0) return [];
  const list = nameList(names, to);
  return [
    said(
      to,
      `还没法告诉 ${list}：现在没有能把消息送到对方的聊天。一能送到就告诉对方，也会告诉你。`,
      `I can't reach ${list} yet: there is no chat that my message would get to. They'll hear of it as soon as there is, and I'll let you know.`,
    ),
  ];
}
