import { useCalendar } from "../calendar-context.tsx";
import { type Entry } from "../contract.ts";
import { placeWords } from "../date-words.ts";
import { stateWords } from "../grid/entry-words.ts";
import styles from "../calendar-page.module.css";

/** An entry of a calendar elsewhere: it can only be looked at here. */
export function OutsideEntry({ entry }: { entry: Entry }) {
  const calendar = useCalendar();
  const when =
    entry.display_start === null
      ? undefined
      : placeWords(
          { wall: entry.display_start, allDay: entry.all_day, end: entry.display_end },
          calendar,
        );
  const parts = [when, entry.rule_words?.[calendar.language], stateWords(entry, calendar)];
  return (
    <div className={styles.form}>
      <strong>{entry.content}</strong>
      <p className={styles.hint}>{parts.filter((part) => part !== undefined).join(" · ")}</p>
    </div>
  );
}
