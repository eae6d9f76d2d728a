import { complete } from "./acts.ts";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { type Entry } from "./contract.ts";
import { CheckIcon } from "./icons.tsx";

/** What has no time yet. */
export function ToDos({
  entries,
  onOpen,
}: {
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
}) {
  const calendar = useCalendar();
  const { words, perform } = calendar;
  return (
    <section className={styles.panel} aria-label={words.todos.title}>
      <h2>{words.todos.title}</h2>
      {entries.length === 0 ? (
        <p className={styles.hint}>
          {words.todos.none} {words.todos.hint}
        </p>
      ) : (
        <ul className={styles.todos}>
          {entries.map((entry) => (
            <li key={entry.reminder_id} className={styles.todo}>
              <button
                type="button"
                className={styles.tick}
                aria-label={words.todos.done(entry.content)}
                onClick={() => void perform(() => complete(entry, calendar))}
              >
                <CheckIcon />
              </button>
              <button type="button" className={styles.todoText} onClick={() => onOpen(entry)}>
                {entry.content}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
