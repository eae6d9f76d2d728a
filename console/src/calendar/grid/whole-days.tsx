import { type CSSProperties } from "react";
import { useCalendar } from "../calendar-context.tsx";
import { inColumns } from "../columns.ts";
import { type TimedEntry } from "../contract.ts";
import { fullDayWords } from "../date-words.ts";
import { type Day } from "../days.ts";
import { RepeatIcon, SharedIcon } from "../icons.tsx";
import { partsOf } from "./day-parts.ts";
import { keyOf, lookOf, markWords } from "./entry-words.ts";
import { type GridProps } from "./grid-props.ts";
import entryStyles from "./entry.module.css";
import styles from "./time-grid.module.css";
import { Unseen } from "./unseen.tsx";
import { isMovable, type useMove } from "./use-move.ts";

interface WholeDaysProps extends Pick<GridProps, "days" | "entries" | "onOpen" | "onSpan"> {
  readonly move: ReturnType<typeof useMove>;
}

/** Entries of whole days, above the hours: one bar over all days that it fills. */
export function WholeDays({ days, entries, onOpen, onSpan, move }: WholeDaysProps) {
  const { words, language } = useCalendar();
  const bars = listBars(days, entries);
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1));
  return (
    <div role="row" className={styles.heads}>
      <div role="rowheader" className={styles.wholeName}>
        {words.wholeDay}
      </div>
      {days.map((day, at) => (
        <div
          key={day}
          role="gridcell"
          className={styles.whole}
          style={{ "--lanes": lanes } as CSSProperties}
          onClick={(event) =>
            event.target === event.currentTarget
              ? onSpan({ start: `${day}T00:00:00`, minutes: null, allDay: true })
              : undefined
          }
        >
          <Unseen>{fullDayWords(day, language)}</Unseen>
          {bars
            .filter(({ from }) => from === at)
            .map((bar) => (
              <WholeBar key={keyOf(bar.entry)} bar={bar} day={day} move={move} onOpen={onOpen} />
            ))}
        </div>
      ))}
    </div>
  );
}

interface Bar {
  readonly entry: TimedEntry;
  /** Places of its days among those that are shown; the end is not part of it. */
  readonly from: number;
  readonly to: number;
  readonly lane: number;
}

function listBars(days: readonly Day[], entries: readonly TimedEntry[]): Bar[] {
  const found = new Map<string, { entry: TimedEntry; from: number; to: number }>();
  days.forEach((day, at) => {
    for (const entry of partsOf(day, entries).whole) {
      const known = found.get(keyOf(entry));
      found.set(keyOf(entry), { entry, from: known?.from ?? at, to: at + 1 });
    }
  });
  return inColumns([...found.values()]).map(({ item, column }) => ({ ...item, lane: column }));
}

function WholeBar({
  bar: { entry, from, to, lane },
  day,
  move,
  onOpen,
}: {
  readonly bar: Bar;
  readonly day: Day;
  readonly move: WholeDaysProps["move"];
  readonly onOpen: GridProps["onOpen"];
}) {
  const calendar = useCalendar();
  const { words, language } = calendar;
  const canMove = isMovable(entry);
  return (
    <button
      type="button"
      className={`${entryStyles.line} ${styles.bar}`}
      style={{ "--lane": lane, "--span": to - from } as CSSProperties}
      {...lookOf(entry, calendar)}
      data-movable={canMove ? "" : undefined}
      data-moving={move.moving?.entry === entry ? "" : undefined}
      aria-keyshortcuts={canMove ? "M" : undefined}
      onClick={() => (move.isClickSpent() ? undefined : onOpen(entry))}
      {...(canMove ? move.handlers(entry) : {})}
    >
      <span className={entryStyles.what}>{entry.content}</span>
      <Unseen>
        {fullDayWords(day, language)} {words.wholeDay} {markWords(entry, calendar)}
      </Unseen>
      {entry.is_recurring || entry.series_id !== null ? <RepeatIcon /> : null}
      {entry.shared_reminder_id === null ? null : <SharedIcon />}
    </button>
  );
}
