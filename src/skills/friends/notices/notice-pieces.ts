import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { NewsPiece } from "../../../domain/events/delivery.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { PieceEnd } from "../../../domain/timed-words.ts";
import { type NewsRow, newsRows, newsText } from "./news.ts";
import { socialStream } from "../social-stream.ts";

/** Arrival within this time is not reported to the planner: it was already promised. */
const soonMs = 5 * 60_000;
const isPlan = ({ type }: NewsRow): boolean =>
  type.startsWith("shared_reminder_") && !hears.has(type);
const hears: ReadonlySet<string> = new Set([
  "shared_reminder_accepted",
  "shared_reminder_declined",
  "shared_reminder_heard",
]);

export const newsPieceOf = (
  account: string,
  news: readonly NewsRow[],
  hosts: readonly string[],
): NewsPiece => ({
  kind: "notices",
  account,
  ids: news.map(({ id }) => id),
  hosts,
  answered: news
    .filter(isPlan)
    .map(({ id, actor_account_id: actor, object_id: object, created_at: made, facts }) => ({
      id,
      actor,
      object,
      made,
      facts,
    })),
});

/** "Tomorrow" is another day by the time it is said. */
export async function noticesNow(read: Reads, piece: NewsPiece, now: number): Promise<NewsPiece[]> {
  const { ids, hosts = [] } = piece;
  const rows = await newsRows(read, ids);
  return rows.length === 0 ? [] : [{ ...piece, text: newsText(rows, { now, linkHosts: hosts }) }];
}

export function noticeFacts(news: NewsPiece, end: PieceEnd, now: number): EventDraft[] {
  if (end === "given_up") return [];
  return [
    {
      stream: `notifications:${news.account}`,
      kind: "notifications_reached",
      at: iso(now),
      accountId: news.account,
      payload: { account_id: news.account, ids: news.ids, reached: end === "arrived" },
    },
    ...(end === "arrived" ? notifyPlanner(news, now) : []),
  ];
}

/** Notifies the planner that a friend was reached after all. */
function notifyPlanner({ account, answered = [] }: NewsPiece, now: number): EventDraft[] {
  const late = answered.filter(({ made }) => now - Date.parse(made) > soonMs);
  return late.map(({ id, actor, object, facts }): EventDraft<"notification_made"> => ({
    stream: socialStream(actor),
    kind: "notification_made",
    at: iso(now),
    accountId: actor,
    payload: {
      id: `${id}-heard`,
      account_id: actor,
      type: "shared_reminder_heard",
      actor_account_id: account,
      object_type: "shared_reminder",
      object_id: object,
      facts,
    },
  }));
}
