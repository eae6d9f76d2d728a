import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useRef } from "react";
import { useCalendar } from "../calendar-context.tsx";
import { type TimedEntry } from "../contract.ts";
import { clockWords, fullDayWords, weekdayWord } from "../date-words.ts";
import { type Day, dayOf, type Wall } from "../days.ts";
import { RepeatIcon, SharedIcon } from "../icons.tsx";
import { shiftWall } from "../moves.ts";
import { isOnDay, linesInDay } from "./day-parts.ts";
import { keyOf, lookOf, markWords } from "./entry-words.ts";
import { type GridProps } from "./grid-props.ts";
import entryStyles from "./entry.module.css";
import styles from "./month-grid.module.css";
import { MovingNews } from "./time-grid.tsx";
import { Unseen } from "./unseen.tsx";
import { useGridKeys } from "./use-grid-keys.ts";
import { isMovable, useMove } from "./use-move.ts";

/** Whole weeks of a month. Entries can be dragged from day to day and keep their hour. */
export function MonthGrid(props: GridProps) {
  const { days, day, onDay, onOpenDay } = props;
  const { words, language } = useCalendar();
  const room = useRef<HTMLDivElement>(null);
  const { ref: measured, height } = useElementSize();
  const move = useMove({
    wallUnder: (x, y, { entry }) => onDayUnder(x, y, entry),
    minutesInto: () => 0,
    onDrop: props.onDrop,
    upDown: "weeks",
    days,
    room,
  });
  const pressed = useGridKeys({ room, day, upDown: "weeks", onDay, onEnter: onOpenDay });
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  );
  return (
    <div className={styles.monthRoom} ref={useMergedRef(room, measured)}>
      <div
        role="grid"
        className={styles.month}
        aria-label={words.title}
        aria-describedby="calendar-keys"
        onKeyDown={pressed}
      >
        <div role="row" className={styles.weekdays}>
          {(weeks[0] ?? []).map((each) => (
            <div key={each} role="columnheader" className={styles.weekday}>
              {weekdayWord(each, language)}
            </div>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((each) => (
              <MonthDay
                key={each}
                {...props}
                cell={each}
                move={move}
                lines={linesInDay(height, weeks.length)}
              />
            ))}
          </div>
        ))}
      </div>
      <MovingNews move={move} />
    </div>
  );
}

function MonthDay({
  cell,
  day,
  entries,
  move,
  lines,
  landing,
  onOpen,
  onOpenDay,
}: GridProps & {
  cell: Day;
  move: ReturnType<typeof useMove>;
  /** What fits into a day; the rest is counted. */
  lines: number;
}) {
  const { words, language, today } = useCalendar();
  const own = entries.filter((entry) => isOnDay(entry, cell));
  const shown = own.length > lines ? own.slice(0, lines - 1) : own;
  const moving = move.moving ?? landing;
  const isTarget = moving !== undefined && dayOf(moving.to) === cell;
  return (
    <div
      role="gridcell"
      data-day={cell}
      className={styles.cell}
      data-today={cell === today ? "" : undefined}
      data-other={cell.slice(0, 7) === day.slice(0, 7) ? undefined : ""}
      data-target={isTarget ? "" : undefined}
      tabIndex={cell === day ? 0 : -1}
      onClick={(event) => (event.target === event.currentTarget ? onOpenDay(cell) : undefined)}
    >
      <span className={styles.date}>{Number(cell.slice(8))}</span>
      <Unseen>
        {fullDayWords(cell, language)}:{" "}
        {own.length === 0 ? words.nothing : words.entries(own.length)}
      </Unseen>
      {shown.map((entry) => (
        <MonthEntry key={keyOf(entry)} entry={entry} move={move} onOpen={onOpen} />
      ))}
      {own.length > shown.length ? (
        <button type="button" className={styles.moreButton} onClick={() => onOpenDay(cell)}>
          {words.more(own.length - shown.length)}
        </button>
      ) : null}
    </div>
  );
}

interface MonthEntryProps {
  readonly entry: TimedEntry;
  readonly move: ReturnType<typeof useMove>;
  readonly onOpen: (entry: TimedEntry) => void;
}

function MonthEntry({ entry, move, onOpen }: MonthEntryProps) {
  const calendar = useCalendar();
  return (
    <button
      type="button"
      className={entryStyles.line}
      {...lookOf(entry, calendar)}
      data-movable={isMovable(entry) ? "" : undefined}
      data-moving={move.moving?.entry === entry ? "" : undefined}
      aria-keyshortcuts={isMovable(entry) ? "M" : undefined}
      onClick={() => (move.isClickSpent() ? undefined : onOpen(entry))}
      {...move.handlers(entry)}
    >
      {entry.all_day ? (
        <Unseen>{calendar.words.wholeDay}</Unseen>
      ) : (
        <span className={entryStyles.when}>{clockWords(entry.display_start, calendar)}</span>
      )}
      <span className={entryStyles.what}>{entry.content}</span>
      <Unseen>
        {fullDayWords(dayOf(entry.display_start), calendar.language)} {markWords(entry, calendar)}
      </Unseen>
      {entry.is_recurring || entry.series_id !== null ? <RepeatIcon /> : null}
      {entry.shared_reminder_id === null ? null : <SharedIcon />}
    </button>
  );
}

function onDayUnder(x: number, y: number, entry: TimedEntry): Wall | undefined {
  const under = document
    .elementsFromPoint(x, y)
    .find(
      (each): each is HTMLElement =>
        each instanceof HTMLElement && each.dataset["day"] !== undefined,
    );
  const day = under?.dataset["day"];
  if (day === undefined) return undefined;
  return `${day}${shiftWall(entry.display_start, { days: 0, minutes: 0 }).slice(10)}`;
}
