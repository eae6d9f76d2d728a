import { useCalendar } from "../calendar-context.tsx";
import { fullDayWords } from "../date-words.ts";
import { RepeatIcon, SharedIcon } from "../icons.tsx";
import { partsOf } from "./day-parts.ts";
import { keyOf, lookOf, markWords } from "./entry-words.ts";
import { type GridProps } from "./grid-props.ts";
import entryStyles from "./entry.module.css";
import styles from "./time-grid.module.css";
import { Unseen } from "./unseen.tsx";

/** What fills whole days, above their hours. Nothing, where there is none. */
export function WholeDays({
  days,
  entries,
  onOpen,
}: Pick<GridProps, "days" | "entries" | "onOpen">) {
  const calendar = useCalendar();
  const { words, language } = calendar;
  const wholes = days.map((day) => ({ day, whole: partsOf(day, entries).whole }));
  if (wholes.every(({ whole }) => whole.length === 0)) return null;
  return (
    <div role="row" className={styles.heads}>
      <div role="rowheader" className={styles.wholeName}>
        {words.wholeDay}
      </div>
      {wholes.map(({ day, whole }) => (
        <div key={day} role="gridcell" className={styles.whole}>
          {whole.map((entry) => (
            <button
              key={keyOf(entry)}
              type="button"
              className={entryStyles.line}
              {...lookOf(entry, calendar)}
              onClick={() => onOpen(entry)}
            >
              <span className={entryStyles.what}>{entry.content}</span>
              <Unseen>
                {fullDayWords(day, language)} {words.wholeDay} {markWords(entry, calendar)}
              </Unseen>
              {entry.is_recurring || entry.series_id !== null ? <RepeatIcon /> : null}
              {entry.shared_reminder_id === null ? null : <SharedIcon />}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
