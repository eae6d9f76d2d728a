import { useEffect, useRef, type CSSProperties, type MouseEvent } from "react";
import { useCalendar, useNow } from "../calendar-context.tsx";
import { inColumns } from "../columns.ts";
import { type TimedEntry } from "../contract.ts";
import { fullDayWords, hourWords, monthWords, spanWords, weekdayWord } from "../date-words.ts";
import { type Day, dayOf, minutesOf, type Wall, wallAt } from "../days.ts";
import { shiftWall, toDropWall } from "../moves.ts";
import { lengthOf } from "./move-keys.ts";
import { type Span, useSpan } from "./use-span.ts";
import { partsOf } from "./day-parts.ts";
import { EntryBlock, Ghost } from "./entry-block.tsx";
import { keyOf } from "./entry-words.ts";
import { type GridProps } from "./grid-props.ts";
import styles from "./time-grid.module.css";
import unseenStyles from "./unseen.module.css";
import { Unseen } from "./unseen.tsx";
import { WholeDays } from "./whole-days.tsx";
import { useGridKeys } from "./use-grid-keys.ts";
import { useMove } from "./use-move.ts";

/** One or several days with their hours: entries are placed by their time. */
export function TimeGrid(props: GridProps) {
  const { days, day, entries, onDay, onSlot } = props;
  const calendar = useCalendar();
  const { words, today, readClock } = calendar;
  const room = useRef<HTMLDivElement>(null);
  const move = useMove({
    wallUnder: (x, y, { minutes }) => wallUnder(room.current, { x, y }, minutes),
    minutesInto: (entry, y, element) =>
      ((y - element.getBoundingClientRect().top) / hourHeight(room.current)) * 60,
    onDrop: props.onDrop,
    upDown: "minutes",
    days,
    room,
  });
  const draw = useSpan(room, props.onSpan);
  const pressed = useGridKeys({
    room,
    day,
    upDown: "entries",
    onDay,
    onEnter: (at) => onSlot(toDropWall(at, nextHour(at, readClock()))),
  });
  useFirstHour(room, () => (days.includes(today) ? minutesOf(readClock()) : undefined), entries);
  return (
    <div className={styles.scroll} ref={room}>
      <div
        role="grid"
        className={styles.days}
        style={{ "--days": days.length } as CSSProperties}
        aria-label={words.title}
        aria-describedby="calendar-keys"
        onKeyDown={pressed}
      >
        <div role="rowgroup" className={styles.top}>
          <div role="row" className={styles.heads}>
            <div className={styles.corner} aria-hidden="true" />
            {days.map((each) => (
              <Head key={each} day={each} onOpen={props.onOpenDay} />
            ))}
          </div>
          <WholeDays {...props} move={move} />
        </div>
        <div role="row" className={styles.hours}>
          <div className={styles.clock} aria-hidden="true">
            {Array.from({ length: 23 }, (_, hour) => (
              <span key={hour}>{hourWords(hour + 1, calendar)}</span>
            ))}
          </div>
          {days.map((each) => (
            <DayColumn
              key={each}
              {...props}
              column={each}
              move={move}
              draw={draw}
              isStop={each === (days.includes(day) ? day : days[0])}
            />
          ))}
        </div>
      </div>
      <MovingNews move={move} />
    </div>
  );
}

function Head({ day, onOpen }: { day: Day; onOpen: (day: Day) => void }) {
  const { language, today } = useCalendar();
  return (
    <div role="columnheader" className={styles.head} data-today={day === today ? "" : undefined}>
      <button type="button" className={styles.headDay} onClick={() => onOpen(day)}>
        <span>{weekdayWord(day, language)}</span>
        <strong>{Number(day.slice(8))}</strong>
        <Unseen>{monthWords(day, language)}</Unseen>
      </button>
    </div>
  );
}

interface DayColumnProps extends GridProps {
  readonly column: Day;
  readonly move: ReturnType<typeof useMove>;
  readonly draw: ReturnType<typeof useSpan>;
  readonly isStop: boolean;
}

function DayColumn({
  column,
  entries,
  move,
  draw,
  isStop,
  onOpen,
  onSlot,
  busy,
  landing,
}: DayColumnProps) {
  const { words, language, today } = useCalendar();
  const { whole, blocks } = partsOf(column, entries);
  const count = whole.length + blocks.length;
  const moving = move.moving ?? landing;
  const isTarget = moving?.entry.all_day === true && dayOf(moving.to) === column;
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || draw.isClickSpent()) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const minutes = ((event.clientY - top) / height) * 1440;
    onSlot(toDropWall(column, Math.floor(minutes / 30) * 30));
  };
  return (
    <div
      role="gridcell"
      data-day={column}
      className={styles.column}
      data-today={column === today ? "" : undefined}
      data-target={isTarget ? "" : undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={onClick}
      {...draw.handlers}
    >
      <Unseen>
        {fullDayWords(column, language)}: {count === 0 ? words.nothing : words.entries(count)}
      </Unseen>
      {(busy.get(column) ?? []).map(({ from, to }) => (
        <div
          key={from}
          className={styles.busy}
          style={{ top: `${from / 14.4}%`, height: `${(to - from) / 14.4}%` }}
          aria-hidden="true"
        />
      ))}
      {column === today ? <NowLine /> : null}
      {inColumns(blocks).map((placed) => (
        <EntryBlock
          key={keyOf(placed.item.entry)}
          placed={placed}
          move={move}
          isAway={moving !== undefined && keyOf(moving.entry) === keyOf(placed.item.entry)}
          onOpen={onOpen}
        />
      ))}
      {moving !== undefined && !isTarget && dayOf(moving.to) === column ? (
        <Ghost entry={moving.entry} at={moving.to} minutes={lengthOf(moving)} />
      ) : null}
      {draw.span?.day === column ? <DrawnSpan span={draw.span} /> : null}
    </div>
  );
}

/** Where the new entry would be. */
function DrawnSpan({ span: { day, from, to } }: { span: Span }) {
  const calendar = useCalendar();
  return (
    <div
      className={styles.drawn}
      style={{ top: `${from / 14.4}%`, height: `${(to - from) / 14.4}%` }}
      aria-hidden="true"
    >
      {spanWords(wallAt(day, from), wallAt(day, to), calendar)}
    </div>
  );
}

/** Announced to screen readers. */
export function MovingNews({ move: { moving } }: { move: ReturnType<typeof useMove> }) {
  const calendar = useCalendar();
  const { words, language } = calendar;
  const at =
    moving === undefined
      ? ""
      : `${fullDayWords(dayOf(moving.to), language)} ${spanWords(moving.to, moving.minutes === undefined ? null : shiftWall(moving.to, { days: 0, minutes: moving.minutes }), calendar)}`;
  return (
    <div className={unseenStyles.unseen} role="status">
      {moving === undefined ? "" : words.move.moving(moving.entry.content, at)}
    </div>
  );
}

const hourHeight = (room: HTMLElement | null): number =>
  (room?.querySelector("[data-day]")?.getBoundingClientRect().height ?? 1440) / 24;

function wallUnder(
  room: HTMLElement | null,
  { x, y }: { x: number; y: number },
  grabbed: number,
): Wall | undefined {
  const columns = [...(room?.querySelectorAll<HTMLElement>("[data-day]") ?? [])].map((each) => ({
    each,
    rect: each.getBoundingClientRect(),
  }));
  const under = columns.find(({ rect }) => x < rect.right) ?? columns.at(-1);
  const day = under?.each.dataset["day"];
  if (under === undefined || day === undefined || room === null) return undefined;
  // Scrolls when the pointer is near the edge.
  const view = room.getBoundingClientRect();
  if (y > view.bottom - 32) room.scrollBy({ top: 12 });
  else if (y < view.top + 64) room.scrollBy({ top: -12 });
  return toDropWall(day, ((y - under.rect.top) / under.rect.height) * 1440 - grabbed);
}

/** Moves with the clock, and nothing else of the grid does. */
function NowLine() {
  const now = useNow();
  return (
    <div className={styles.now} style={{ top: `${minutesOf(now) / 14.4}%` }} aria-hidden="true" />
  );
}

const nextHour = (day: Day, now: Wall): number =>
  day === dayOf(now) ? Math.min((Math.floor(minutesOf(now) / 60) + 1) * 60, 1380) : 9 * 60;

/** The view starts after the night, although something may be in it. */
const morning = 5 * 60;

/** Opens where the day begins: at the first entry of the morning, and so that now is in sight. */
function useFirstHour(
  room: { readonly current: HTMLElement | null },
  readMinutes: () => number | undefined,
  entries: readonly TimedEntry[],
): void {
  const isPlaced = useRef(false);
  useEffect(() => {
    if (isPlaced.current || room.current === null) return;
    isPlaced.current = true;
    const all = entries.map(({ display_start: start }) => minutesOf(start));
    const firsts = all.filter((start) => start >= morning);
    const first = Math.min(8 * 60, ...(firsts.length === 0 ? all : firsts));
    const hour = hourHeight(room.current);
    const now = readMinutes();
    const latest = now === undefined ? 0 : (now / 60) * hour - 0.7 * room.current.clientHeight;
    room.current.scrollTop = Math.min(
      Math.max((first / 60 - 1) * hour, latest),
      ((now ?? 24 * 60) / 60) * hour,
    );
  }, [room, readMinutes, entries]);
}
