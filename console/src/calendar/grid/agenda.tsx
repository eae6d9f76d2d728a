import { useCallback, useMemo, useState } from "react";
import { useCalendar } from "../calendar-context.tsx";
import { type TimedEntry } from "../contract.ts";
import { dayWords, fullDayWords, nearDay, spanWords } from "../date-words.ts";
import { type Day, dayOf } from "../days.ts";
import { RepeatIcon, SharedIcon } from "../icons.tsx";
import { isOnDay } from "./day-parts.ts";
import { keyOf, lookOf, stateWords } from "./entry-words.ts";
import entryStyles from "./entry.module.css";
import styles from "./agenda.module.css";
import { Unseen } from "./unseen.tsx";

interface AgendaProps {
  readonly days: readonly Day[];
  readonly entries: readonly TimedEntry[];
  readonly onOpen: (entry: TimedEntry) => void;
}

/** Day after day, only those that have something. */
export function Agenda({ days, entries, onOpen }: AgendaProps) {
  const { words, language, today } = useCalendar();
  const filled = useFilledDays(days, entries);
  const { shown, end } = useWindow(filled);
  if (filled.length === 0)
    return (
      <div className={styles.empty}>
        <strong>{words.emptyAgenda}</strong>
        <span>{words.emptyHint}</span>
      </div>
    );
  return (
    <div className={styles.agenda}>
      {shown.map(({ day, own }) => {
        const near = nearDay(day, today);
        return (
          <section
            key={day}
            className={styles.agendaDay}
            data-today={day === today ? "" : undefined}
          >
            <h2 className={styles.agendaHead}>
              {near === undefined ? null : <span>{words[near]}</span>}
              {dayWords(day, language, today)}
            </h2>
            <ul className={styles.agendaList}>
              {own.map((entry) => (
                <li key={keyOf(entry)}>
                  <AgendaRow entry={entry} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {end}
    </div>
  );
}

interface FilledDay {
  readonly day: Day;
  readonly own: readonly TimedEntry[];
}

/** Days that have something, each entry looked at once. */
function useFilledDays(days: readonly Day[], entries: readonly TimedEntry[]): FilledDay[] {
  return useMemo(
    () =>
      days
        .map((day) => ({ day, own: entries.filter((entry) => isOnDay(entry, day)) }))
        .filter(({ own }) => own.length > 0),
    [days, entries],
  );
}

/** So many entries are drawn at first, and as many more when their end comes into sight. */
const atOnce = 50;

/** Draws only what has been scrolled to: hundreds of entries would delay the first sight. */
function useWindow(filled: readonly FilledDay[]) {
  const [most, setMost] = useState(atOnce);
  const shown: FilledDay[] = [];
  let count = 0;
  for (const { day, own } of filled) {
    if (count >= most) break;
    shown.push({ day, own: own.slice(0, most - count) });
    count += own.length;
  }
  const all = filled.reduce((sum, { own }) => sum + own.length, 0);
  const watch = useCallback((mark: HTMLElement | null) => {
    if (mark === null) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setMost((before) => before + atOnce);
      },
      { rootMargin: "600px" },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, []);
  return { shown, end: most >= all ? null : <div key={most} ref={watch} aria-hidden="true" /> };
}

function AgendaRow({ entry, onOpen }: { entry: TimedEntry; onOpen: (entry: TimedEntry) => void }) {
  const calendar = useCalendar();
  const { words, language } = calendar;
  return (
    <button
      type="button"
      className={entryStyles.row}
      {...lookOf(entry, calendar)}
      onClick={() => onOpen(entry)}
    >
      <span className={styles.rowTime}>
        {entry.all_day
          ? words.wholeDay
          : spanWords(entry.display_start, entry.display_end, calendar)}
      </span>
      <span className={entryStyles.what}>{entry.content}</span>
      <span className={styles.rowMarks}>
        <Unseen>{fullDayWords(dayOf(entry.display_start), language)}</Unseen>
        {stateWords(entry, calendar)}
        {entry.rule_words === null ? null : (
          <>
            <RepeatIcon /> {entry.rule_words[language]}
          </>
        )}
        {entry.shared_reminder_id === null ? null : (
          <>
            <SharedIcon /> {words.shared}
          </>
        )}
      </span>
    </button>
  );
}
