import { type CSSProperties } from "react";
import { useCalendar } from "../calendar-context.tsx";
import { type Placed } from "../columns.ts";
import { type TimedEntry } from "../contract.ts";
import { clockWords, fullDayWords } from "../date-words.ts";
import { dayOf } from "../days.ts";
import { RepeatIcon, SharedIcon } from "../icons.tsx";
import { lookOf, markWords } from "./entry-words.ts";
import entryStyles from "./entry.module.css";
import { Unseen } from "./unseen.tsx";
import { isMovable, type useMove } from "./use-move.ts";

export interface Block {
  readonly entry: TimedEntry;
  readonly from: number;
  readonly to: number;
  /** It began the day before. */
  readonly isRest: boolean;
}

const percent = (part: number): string => `${part * 100}%`;

const placeOf = ({
  item,
  column,
  columns,
}: Placed<Block>): CSSProperties & Record<`--${string}`, number> => ({
  top: percent(item.from / 1440),
  height: percent((item.to - item.from) / 1440),
  left: percent(column / columns),
  // Many beside each other are too narrow to be read. They begin one after the other as a rule, so
  // each lies a little under the next.
  width: percent(columns < 3 ? 1 / columns : Math.min(1 - column / columns, 1.6 / columns)),
  "--layer": Math.min(column + 1, 8),
});

interface EntryBlockProps {
  readonly placed: Placed<Block>;
  readonly move: ReturnType<typeof useMove>;
  /** It is being dragged. */
  readonly isAway: boolean;
  readonly onOpen: (entry: TimedEntry) => void;
}

/** An entry on the hours of its day. */
export function EntryBlock({ placed, move, isAway, onOpen }: EntryBlockProps) {
  const calendar = useCalendar();
  const { language } = calendar;
  const { entry, from, to, isRest } = placed.item;
  const canMove = isMovable(entry) && !isRest;
  const { display_start: start, display_end: end } = entry;
  const isShort = to - from <= 30;
  return (
    <button
      type="button"
      className={entryStyles.block}
      style={placeOf(placed)}
      {...lookOf(entry, calendar)}
      data-short={isShort ? "" : undefined}
      data-movable={canMove ? "" : undefined}
      data-moving={isAway ? "" : undefined}
      data-rest={isRest ? "" : undefined}
      aria-keyshortcuts={canMove ? "M" : undefined}
      onClick={() => (move.isClickSpent() ? undefined : onOpen(entry))}
      {...(canMove ? move.handlers(entry) : {})}
    >
      <span className={entryStyles.what}>{entry.content}</span>
      <Unseen>{fullDayWords(dayOf(start), language)}</Unseen>
      <span className={entryStyles.when}>
        {clockWords(start, calendar)}
        {end === null ? null : isShort ? (
          <Unseen>–{clockWords(end, calendar)}</Unseen>
        ) : (
          `–${clockWords(end, calendar)}`
        )}
      </span>
      {entry.is_recurring || entry.series_id !== null ? <RepeatIcon /> : null}
      {entry.shared_reminder_id === null ? null : <SharedIcon />}
      <Unseen>{markWords(entry, calendar)}</Unseen>
    </button>
  );
}

/** Where the dragged entry would land. */
export function Ghost({ entry, at, minutes }: { entry: TimedEntry; at: string; minutes: number }) {
  const calendar = useCalendar();
  const from = Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16));
  const style = {
    top: percent(from / 1440),
    height: percent(minutes / 1440),
    left: "0%",
    width: "100%",
  };
  return (
    <div
      className={`${entryStyles.block} ${entryStyles.ghost}`}
      style={style}
      {...lookOf(entry, calendar)}
      data-short={minutes <= 30 ? "" : undefined}
      aria-hidden="true"
    >
      <span className={entryStyles.what}>{entry.content}</span>
      <span className={entryStyles.when}>{clockWords(at, calendar)}</span>
    </div>
  );
}
