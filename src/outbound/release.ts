import type { ChannelLimits } from "../domain/channel.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { DeliveryPayload, MergedPart, Piece } from "../domain/events/delivery.ts";
import { piecesIn, type TimedWords } from "../domain/timed-words.ts";
import type { Sql } from "../store/database/database.ts";
import { type LapsedDeps, sayLapsed } from "./lapsed.ts";
import { earlierMark, overtakenMark } from "./marks.ts";
import { measureOf } from "./split.ts";
import {
  endOfPieces,
  fact,
  factWithMerged,
  listMergedParts,
  mayExpire,
  type DeliveryRow,
  type PartFact,
} from "./delivery-row.ts";

export interface ReleaseDeps extends LapsedDeps {
  readonly clock: Clock;
  readonly words?: TimedWords | undefined;
  limitsOf(channel: string): Pick<ChannelLimits, "partLength" | "partUnit"> | undefined;
}

type WaitingRow = DeliveryRow & { readonly created_at: string; readonly status: string };

const earlierAfterMs = 10 * 60_000;
/**
 * A part that the vendor refuses again and again is not retried; it stays in the list of missed
 * reminders.
 */
const mostReleases = 5;

/** Where a conversation is held. */
interface Address {
  readonly channel: string;
  readonly channelAccount: string;
  readonly scope: string;
}

/** A single conversation has a query of its own, whose plan is cached. */
const atAddress =
  "(select c.id from conversation c where c.provider_type = $1 and c.channel_account = $2 and c.scope = $3)";

/**
 * The person wrote, so their vendor's window is open again: waiting parts are sent, in order and in
 * as few parts as the channel allows, and so does a reminder that had failed or whose outcome is
 * unknown. The first of the merged parts keeps its id and carries the text; the others share its
 * outcome. Parts that are too old have expired, except reminders. Runs in the transaction that
 * accepts the message.
 */
export async function releaseWaiting(
  on: ReleaseDeps,
  sql: Sql,
  places: readonly string[] | Address,
): Promise<EventDraft[]> {
  if ("length" in places && places.length === 0) return [];
  const rows = await sql.rows<WaitingRow>(
    `select * from delivery_attempt where conversation_id = ${"length" in places ? "any($1)" : atAddress} and merged_into is null
       and (status = 'waiting_for_user' or (status in ('failed', 'unknown') and payload ? 'pieces'
         and coalesce((payload ->> 'releases')::int, 0) < ${mostReleases}))
     order by conversation_id, ordinal for update`,
    "length" in places ? [places] : [places.channel, places.channelAccount, places.scope],
  );
  const now = on.clock.now();
  const isLate = (row: WaitingRow): boolean =>
    row.expires_at !== null && Date.parse(row.expires_at) <= now && mayExpire(row);
  const going: ReleasedPart[] = [];
  const drafts: EventDraft[] = [];
  for (const row of rows) {
    const pieces = isLate(row) ? [] : await piecesNow({ ...on, sql, now }, row);
    if (pieces.length > 0) going.push({ row, pieces });
    else drafts.push(...endPart(on, row, isLate(row)));
  }
  return [
    ...drafts,
    ...(await sayLapsed(on, sql, { rows: rows.filter(isLate), now })),
    ...bundles(on, going).flatMap((bundle) => releasePart(now, bundle)),
  ];
}

interface ReleasedPart {
  readonly row: WaitingRow;
  readonly pieces: readonly Piece[];
}

/** A part as pieces: those it was made of, as far as they still hold, or else its text. */
async function piecesNow(
  on: ReleaseDeps & { sql: Sql; now: number },
  row: WaitingRow,
): Promise<readonly Piece[]> {
  const pieces = piecesIn(row.payload);
  if (pieces.length > 0 && on.words !== undefined) return on.words.current(on.sql, pieces, on.now);
  const isOld = on.now - Date.parse(row.created_at) > earlierAfterMs;
  return [
    { text: row.text, ...(isOld && row.delivery_source !== "notice" ? { mark: markOf(row) } : {}) },
  ];
}

const markOf = ({ text, delivery_source: source }: WaitingRow): string =>
  source === "reply" ? earlierMark(text) : overtakenMark(text, source);

function endPart(on: ReleaseDeps, row: WaitingRow, isLate: boolean): EventDraft[] {
  const now = on.clock.now();
  const event: PartFact = (part) =>
    isLate
      ? { kind: "delivery_expired", payload: { ...part, code: "too_late" } }
      : { kind: "delivery_discarded", payload: { ...part, code: "not_wanted" } };
  const over = isLate ? endOfPieces(on.words, row, { end: "given_up", now }) : [];
  // Named by their conversation, so that none of it happens when its message is refused.
  return [
    ...factWithMerged(now, row, event),
    ...over.map((draft) => ({ ...draft, conversationId: row.conversation_id })),
  ];
}

interface Bundle {
  readonly host: WaitingRow;
  readonly guests: WaitingRow[];
  pieces: readonly Piece[];
  text: string;
}

function bundles(on: ReleaseDeps, going: readonly ReleasedPart[]): Bundle[] {
  const made: Bundle[] = [];
  for (const { row, pieces } of going) {
    const limits = on.limitsOf(row.provider_type);
    const isWithinLimit = (text: string): boolean =>
      limits === undefined || measureOf(limits.partUnit)(text) <= limits.partLength;
    const last = made.at(-1);
    const joined = withMarks([...(last?.pieces ?? []), ...pieces]);
    const text = textOf(on, joined);
    if (
      last?.host.conversation_id === row.conversation_id &&
      limits !== undefined &&
      isWithinLimit(text)
    ) {
      last.guests.push(row);
      last.pieces = joined;
      last.text = text;
    } else {
      const own = withMarks(pieces);
      const alone = textOf(on, own);
      made.push({
        host: row,
        guests: [],
        pieces: own,
        text: isWithinLimit(alone) ? alone : row.text,
      });
    }
  }
  return made;
}

/** One mark is enough for several pieces in a row. */
function withMarks(pieces: readonly Piece[]): Piece[] {
  const said = new Set<string>();
  return pieces.map((piece) => {
    if (piece.kind !== undefined || piece.mark === undefined) return piece;
    const { mark, text } = piece;
    const isSaid = said.has(mark) || text.startsWith(mark);
    said.add(mark);
    return { ...piece, text: isSaid ? text : mark + text };
  });
}

const textOf = ({ words, clock }: ReleaseDeps, pieces: readonly Piece[]): string =>
  words?.text(pieces, clock.now()) ??
  pieces.flatMap((piece) => (piece.kind === "reminders" ? [] : (piece.text ?? []))).join("\n\n");

/** One released part, with those merged into it. */
export function releasePart(
  now: number,
  {
    host,
    guests,
    text,
    pieces,
  }: Pick<Bundle, "text"> & {
    readonly host: DeliveryRow & { readonly status?: string };
    readonly guests: readonly DeliveryRow[];
    readonly pieces?: readonly Piece[];
  },
): EventDraft[] {
  const merged: MergedPart[] = [
    ...listMergedParts(host),
    ...guests.flatMap((row) => [
      { id: row.id, message_id: row.message_id, turn_id: row.turn_id },
      ...listMergedParts(row),
    ]),
  ];
  const payload: DeliveryPayload = {
    ...host.payload,
    ...(merged.length === 0 ? {} : { merged }),
    ...(pieces === undefined ? {} : piecesOf(pieces, [host, ...guests])),
  };
  return [
    fact(now, host, (part) => ({
      kind: "delivery_released",
      payload: { ...part, next_attempt_at: iso(now), text, payload },
    })),
    ...merged.map((guest) =>
      fact(now, { ...host, ...guest }, (part) => ({
        kind: "delivery_merged",
        payload: { ...part, merged_into: host.id },
      })),
    ),
  ];
}

/** Only where one of them is made of pieces: fixed text needs none. */
function piecesOf(
  pieces: readonly Piece[],
  rows: readonly (DeliveryRow & { readonly status?: string })[],
): DeliveryPayload {
  if (!rows.some(({ payload }) => piecesIn(payload).length > 0)) return {};
  const releases = Math.max(...rows.map(({ payload }) => payload.releases ?? 0));
  const isAgain = rows.some(({ status }) => status === "failed" || status === "unknown");
  return {
    pieces,
    // A reminder that may have arrived says so.
    ...(rows.some(({ status, payload }) => status === "unknown" || payload.repeated === true)
      ? { repeated: true }
      : {}),
    ...(isAgain ? { releases: releases + 1 } : {}),
  };
}
