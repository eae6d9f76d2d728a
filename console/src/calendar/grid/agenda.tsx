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
  const filled = days
    .map((day) => ({
      day,
      own: entries.filter((entry) => isOnDay(entry, day)),
    }))
    .filter(({ own }) => own.length > 0);
  if (filled.length === 0)
    return (
      <div className={styles.empty}>
        <strong>{words.emptyAgenda}</strong>
        <span>{words.emptyHint}</span>
      </div>
    );
  return (
    <div className={styles.agenda}>
      {filled.map(({ day, own }) => {
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
    </div>
  );
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
        {entry.all_day ? words.wholeDay : spanWords(entry.display_start, entry.display_end)}
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
