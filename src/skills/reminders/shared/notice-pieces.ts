import { iso } from "../../../domain/clock.ts";
import type { EventDraft } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/reads.ts";
import type { Piece, PieceEnd } from "../../../domain/timed-words.ts";
import { newsRows, newsText } from "./news.ts";

interface NewsPiece {
  readonly account: string;
  readonly ids: readonly string[];
  /** Hosts whose links stay links for everybody. */
  readonly hosts: readonly string[];
}

/** News from friends, as a delivery keeps it until it is said. */
export const newsPiece = (of: NewsPiece): Piece => ({ kind: "notices", ...of });

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
  ];
}
