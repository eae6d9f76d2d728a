import { useCalendar } from "../calendar-context.tsx";
import { type ReadItem, type Reading } from "../contract.ts";
import { clockWords, dayWords } from "../date-words.ts";
import { dayOf } from "../days.ts";
import styles from "./sentence.module.css";

/** What Enter would make, in the colours of the words that say it. */
export function Preview({ reading }: { reading: Reading }) {
  const { words } = useCalendar();
  return (
    <ul className={styles.items}>
      {reading.items.map((item) => (
        <li key={`${item.start} ${item.title}`}>
          <ItemParts item={item} />
        </li>
      ))}
      {reading.reasons.includes("after_midnight") ? (
        <li className={styles.hint}>{words.sentence.afterMidnight}</li>
      ) : null}
      {reading.reasons.includes("guessed_half_of_day") ? (
        <li className={styles.hint}>{words.sentence.guessed}</li>
      ) : null}
    </ul>
  );
}

function ItemParts({ item }: { item: ReadItem }) {
  const { words, language, today } = useCalendar();
  const parts = [
    { kind: "date", text: dayWords(dayOf(item.start), language, today) },
    { kind: "clock", text: item.all_day ? words.wholeDay : clockWords(item.start) },
    ...(item.duration_minutes === null || item.all_day
      ? []
      : [{ kind: "clock", text: words.sentence.minutes(item.duration_minutes) }]),
    ...(item.rule_words === null ? [] : [{ kind: "recurrence", text: item.rule_words[language] }]),
    { kind: "title", text: item.title === "" ? words.sentence.untitled : item.title },
  ];
  return (
    <span className={styles.parts}>
      {parts.map(({ kind, text }) => (
        <span
          key={`${kind} ${text}`}
          className={styles.part}
          data-kind={kind}
          title={words.sentence.kinds[kind]}
        >
          {text}
        </span>
      ))}
    </span>
  );
}
