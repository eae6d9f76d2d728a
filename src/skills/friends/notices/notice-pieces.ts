import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { NewsPiece } from "../../../domain/events/delivery.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { PieceEnd } from "../../../domain/timed-words.ts";
import { type NewsRow, newsRows, newsText } from "./news.ts";
import { socialStream } from "../social-stream.ts";

/** Arrival within this time is what the planner was promised. */
const soonMs = 5 * 60_000;
const isPlan = ({ type }: NewsRow): boolean =>
  type.startsWith("shared_reminder_") && !hears.has(type);
const hears: ReadonlySet<string> = new Set([
  "shared_reminder_accepted",
  "shared_reminder_declined",
  "shared_reminder_heard",
  "shared_reminder_unheard",
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

/**
 * "Tomorrow" is another day by the time it is sent. A part keeps the result only when it had
 * waited.
 */
export async function noticesNow(read: Reads, piece: NewsPiece, now: number): Promise<NewsPiece[]> {
  const { ids, hosts = [] } = piece;
  const rows = await newsRows(read, ids);
  return rows.length === 0
    ? []
    : [{ ...piece, held: true, text: newsText(rows, { now, linkHosts: hosts }) }];
}

export function noticeFacts(news: NewsPiece, end: PieceEnd, now: number): EventDraft[] {
  if (end === "given_up") return [];
  return [
    ...(end === "held" ? [] : [toReachedFact(news, end === "arrived", now)]),
    ...(end === "arrived"
      ? notifyPlanners(news, { about: arrivalsToReport(news, now), type: "heard", now })
      : notifyPlanners(news, { about: delaysToReport(news), type: "unheard", now })),
  ];
}

const toReachedFact = ({ account, ids }: NewsPiece, reached: boolean, now: number): EventDraft => ({
  stream: `notifications:${account}`,
  kind: "notifications_reached",
  at: iso(now),
  accountId: account,
  payload: { account_id: account, ids, reached },
});

type Answered = NonNullable<NewsPiece["answered"]>;

const isKnownAway = ({ facts }: Answered[number]): boolean => facts.away === true;

/** A notice that arrived at once, as promised, is not reported. */
const arrivalsToReport = ({ answered = [], held }: NewsPiece, now: number): Answered =>
  answered.filter(
    (each) => held === true || isKnownAway(each) || now - Date.parse(each.made) > soonMs,
  );

/** Said once, and not to a planner who heard it when they planned. */
const delaysToReport = ({ answered = [], held }: NewsPiece): Answered =>
  held === true ? [] : answered.filter((each) => !isKnownAway(each));

/** Notifies the planners that a friend was reached after all, or was not reached yet. */
function notifyPlanners(
  { account }: NewsPiece,
  { about, type, now }: { about: Answered; type: "heard" | "unheard"; now: number },
): EventDraft[] {
  return about.map(({ id, actor, object, facts }): EventDraft<"notification_made"> => ({
    stream: socialStream(actor),
    kind: "notification_made",
    at: iso(now),
    accountId: actor,
    payload: {
      id: `${id}-${type}`,
      account_id: actor,
      type: `shared_reminder_${type}`,
      actor_account_id: account,
      object_type: "shared_reminder",
      object_id: object,
      facts,
    },
  }));
}
