import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Piece, PieceEnd } from "../../../domain/timed-words.ts";
import { type NewsRow, newsRows, newsText } from "./news.ts";
import { socialStream } from "../social-stream.ts";

interface NewsPiece {
  readonly account: string;
  readonly ids: readonly string[];
  /** Hosts whose links stay links for everybody. */
  readonly hosts: readonly string[];
  /** News whose sender wants to know when it arrived. */
  readonly answered?: readonly {
    readonly id: string;
    readonly actor: string;
    readonly object: string;
    readonly made: string;
    readonly facts: Payload;
  }[];
}

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
): Piece =>
  newsPiece({
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

/** News from friends, as a delivery keeps it until it is said. */
const newsPiece = (of: NewsPiece): Piece => ({ kind: "notices", ...of });

export const noticePiece = (piece: Piece): NewsPiece | undefined =>
  piece["kind"] === "notices" ? (piece as unknown as NewsPiece) : undefined;

/** "Tomorrow" is another day by the time it is said. */
export async function noticesNow(read: Reads, piece: Piece, now: number): Promise<Piece[]> {
  const { ids = [], hosts = [] } = noticePiece(piece) ?? {};
  const rows = await newsRows(read, ids);
  return rows.length === 0 ? [] : [{ ...piece, text: newsText(rows, { now, linkHosts: hosts }) }];
}

export function noticeFacts(piece: Piece, end: PieceEnd, now: number): EventDraft[] {
  const news = noticePiece(piece);
  if (news === undefined || end === "given_up") return [];
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
  return late.map(({ id, actor, object, facts }) => ({
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
