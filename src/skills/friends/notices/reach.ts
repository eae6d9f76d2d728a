import type { DeliveryOutlook } from "../../../domain/ports/delivery-outlook.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { friendName, nameList } from "../names.ts";
import type { Social } from "../people.ts";

/** Which of these people cannot be reached now. */
export async function unreachable(
  outlook: DeliveryOutlook | undefined,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const away = new Set<string>();
  for (const accountId of outlook === undefined ? [] : new Set(ids)) {
    const place = await outlook?.placeFor({ accountId, conversationId: null });
    const found = await place?.deliverableAt(iso(now));
    if (found?.kind === "closed") away.add(accountId);
  }
  return away;
}

/** All other people whom these events notify. */
export const listNotifiedAccounts = (events: readonly EventDraft[]): string[] =>
  events.flatMap((event) =>
    event.kind === "notification_made" && event.payload.muted !== true
      ? (event.accountId ?? [])
      : [],
  );

/**
 * The same events, with a mark on notices that can't be delivered yet: the planner knows, and is
 * notified when they have arrived, however soon.
 */
export const markAway = (
  events: readonly EventDraft[],
  away: ReadonlySet<string>,
): readonly EventDraft[] =>
  events.map((event) =>
    event.kind === "notification_made" && away.has(event.accountId ?? "")
      ? {
          ...event,
          payload: { ...event.payload, facts: { ...event.payload.facts, away: true } },
        }
      : event,
  );

/** Said at once: they will not hear of it yet. */
export function awayWords(social: Social, away: ReadonlySet<string>, to: Audience): string[] {
  const names = social.friends
    .filter(({ id }) => away.has(id))
    .map((friend) => friendName(friend, to));
  if (names.length === 0) return [];
  const list = nameList(names, to);
  return [
    inLanguage(
      to,
      `还没法告诉 ${list}：现在没有能把消息送到对方的聊天。一能送到就告诉对方，也会告诉你。`,
      `I can't reach ${list} yet: there is no chat where my message would arrive. They'll get it as soon as there is one, and I'll let you know.`,
    ),
  ];
}
