import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { DueItem, DuePiece, Piece } from "../../../domain/events/delivery.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { PieceEnd, TimedWords } from "../../../domain/timed-words.ts";
import { type DueLine, dueText } from "./fire-words.ts";
import { reminderStream } from "../rows.ts";
import { countDays } from "../commands/schedule.ts";
import { bookingsNow } from "../../friends/bookings/news.ts";
import { noticeFacts, noticesNow } from "../../friends/notices/notice-pieces.ts";

/**
 * Within this time a reminder that must not come late is still sent, for example after a restart.
 */
export const skipAfterMs = 15 * 60_000;

const isDue = (piece: Piece): piece is DuePiece => piece.kind === "reminders";
const itemsIn = (pieces: readonly Piece[]): DueItem[] =>
  pieces.filter(isDue).flatMap(({ items }) => items);

const isOver = ({ due, skip_late: skips, ahead_of: aheadOf }: DueItem, now: number): boolean =>
  aheadOf === undefined
    ? skips === true && now - Date.parse(due) > skipAfterMs
    : now >= Date.parse(aheadOf);

/** Words reminders and friends' notices when they are sent. */
export const timedWords: TimedWords = {
  async current(read, pieces, now) {
    const wanted = await stillWanted(read, itemsIn(pieces));
    const kept: Piece[] = [];
    for (const piece of pieces) {
      if (piece.kind === "notices") kept.push(...(await noticesNow(read, piece, now)));
      else if (piece.kind === "bookings") kept.push(...(await bookingsNow(read, piece, now)));
      else if (isDue(piece)) {
        const items = piece.items.filter((item) => wanted.has(keyOf(item)) && !isOver(item, now));
        if (items.length > 0) kept.push({ ...piece, items });
      } else kept.push(piece);
    }
    return kept;
  },
  text(pieces, now) {
    const first = pieces.find(isDue);
    const parts = pieces
      .filter((piece) => !isDue(piece) || piece === first)
      .map((piece) =>
        isDue(piece) ? dueText(linesOf(itemsIn(pieces)), { ...piece, now }) : (piece.text ?? ""),
      );
    return parts.join("\n\n");
  },
  facts: (pieces, end, now) => [
    ...[...Map.groupBy(itemsIn(pieces), ({ id }) => id).values()].flatMap((items) =>
      settleItems(items, end, now),
    ),
    ...pieces.flatMap((piece) => (piece.kind === "notices" ? noticeFacts(piece, end, now) : [])),
  ],
};

const keyOf = ({ id, due }: Pick<DueItem, "id" | "due">): string => `${id} ${due}`;

/**
 * One line for each reminder: of a series that went off more than once, the latest time and how
 * often.
 */
function linesOf(items: readonly DueItem[]): DueLine[] {
  const each = [...Map.groupBy(items, ({ id }) => id).values()].map((times): DueLine => {
    const last = times.toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due)).at(-1) as DueItem;
    return {
      content: last.content,
      due: Date.parse(last.due),
      zone: last.zone,
      missedMore: last.missed_more,
      times: times.length,
      ...(last.companions === undefined ? {} : { companions: last.companions }),
      ...nagOf(last),
      ...(last.ahead_of === undefined
        ? {}
        : { due: Date.parse(last.ahead_of), isAhead: true, times: 1 }),
      ...(last.all_day === undefined ? {} : { days: countDays(last.all_day.duration_minutes) }),
    };
  });
  return each.toSorted((a, b) => a.due - b.due);
}

function nagOf({ nag, due }: DueItem): Pick<DueLine, "nag"> & Partial<Pick<DueLine, "due">> {
  if (nag === undefined) return {};
  const { nth, every_minutes: everyMinutes, is_last: isLast } = nag;
  return {
    due: Date.parse(nag.since),
    nag: { nth, everyMinutes, isLast, at: Date.parse(due) },
  };
}

/**
 * A fire that has not been seen, `f` of the reminder `r`, as long as it is worth saying: not after
 * it was done, called off or given a new time. Repeats of a time that is done count no more.
 */
export const unseenSql = `f.fire_state = 'waiting' and r.lifecycle <> 'deleted' and coalesce(r.completion, '') <> 'done'
  and f.nag <= r.nags
  and (r.rrule is not null or r.next_fire_at is null)`;

async function stillWanted(read: Reads, items: readonly DueItem[]): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set();
  const alerts = items.filter(({ ahead_of: aheadOf }) => aheadOf !== undefined);
  const stillAhead = alerts.length === 0 ? [] : await listStillAhead(read, alerts);
  const rows = await read.rows<{ id: string; due: string }>(
    `select f.reminder_id as id, f.due_at as due from reminder_fire f join reminder r on r.id = f.reminder_id
     where f.reminder_id = any($1) and ${unseenSql}`,
    [[...new Set(items.map(({ id }) => id))]],
  );
  return new Set([...rows, ...stillAhead].map(keyOf));
}

/** Alerts whose time is still to come as it was announced: not done, called off or moved. */
async function listStillAhead(read: Reads, alerts: readonly DueItem[]): Promise<DueItem[]> {
  const rows = await read.rows<{ id: string; next: string; is_series: boolean }>(
    `select id, next_fire_at as next, rrule is not null as is_series from reminder
     where id = any($1) and lifecycle = 'active' and next_fire_at is not null`,
    [[...new Set(alerts.map(({ id }) => id))]],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return alerts.filter(({ id, ahead_of: aheadOf }) => {
    const row = found.get(id);
    const by = row === undefined ? -1 : Date.parse(aheadOf ?? "") - Date.parse(row.next);
    return row?.is_series === true ? by >= 0 : by === 0;
  });
}

function settleItems(all: readonly DueItem[], end: PieceEnd, now: number): EventDraft[] {
  // An alert settles nothing: the reminder's own time is still to come.
  const items = all.filter(({ ahead_of: aheadOf }) => aheadOf === undefined);
  // A held fire has waited since its time.
  if (end === "held") return [];
  if (end === "lost") return fireSettled(items, "waiting", now);
  const over = items.filter((item) => end === "given_up" || isOver(item, now));
  const said = items.filter((item) => !over.includes(item));
  return [...fireSettled(said, "completed", now), ...fireSettled(over, "skipped", now)];
}

/**
 * The outcome of one reminder's fires: seen after all, not seen after all, skipped, or dismissed.
 */
export function fireSettled(
  items: readonly Pick<DueItem, "id" | "account" | "due">[],
  state: "completed" | "waiting" | "skipped" | "dismissed",
  now: number,
): EventDraft[] {
  const [first] = items;
  if (first === undefined) return [];
  return [
    {
      stream: reminderStream(first.id),
      kind: "reminder_fire_settled",
      at: iso(now),
      accountId: first.account,
      payload: {
        id: first.id,
        owner_account_id: first.account,
        occurrences: items.map(({ due }) => iso(Date.parse(due))),
        state,
      },
    },
  ];
}
