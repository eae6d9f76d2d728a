import { momentWords } from "./date-words.ts";
import { Button } from "@mantine/core";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import todoStyles from "./todos.module.css";
import { dismissMissed, useMissed } from "./calls.ts";
import { type Missed } from "./contract.ts";
import { nowhereWords } from "./forecast-words.ts";
import { CheckIcon } from "./icons.tsx";
import { wallAtInstant } from "./zone-time.ts";

/** Of a series that was missed several times, its latest time. */
function useUndelivered(): readonly Missed[] {
  const missed = (useMissed().data ?? []).filter(({ state }) => state === "undelivered");
  return [...new Map(missed.map((each) => [each.reminder_id, each])).values()];
}

/** One line, where the list itself is behind a button. */
export function MissedStrip({ onOpen }: { onOpen: () => void }) {
  const { words } = useCalendar();
  const { length } = useUndelivered();
  return (
    <div role="status">
      {length === 0 ? null : (
        <div className={styles.stale}>
          <span>{words.missed.some(length)}</span>
          <button type="button" onClick={onOpen}>
            {words.missed.show}
          </button>
        </div>
      )}
    </div>
  );
}

/** Reminders that could not be delivered: they stay here until they are delivered or dismissed. */
export function MissedReminders() {
  const { words, language, perform } = useCalendar();
  const latest = useUndelivered();
  if (latest.length === 0) return null;
  const dismiss = (ids: readonly string[]): void =>
    void perform(async () => {
      await dismissMissed(ids);
      return { text: words.missed.dismissed };
    });
  const isNowhere = latest.every(({ reason }) => reason === "no_route");
  return (
    <section className={styles.panel} aria-label={words.missed.title}>
      <h2>{words.missed.title}</h2>
      <p className={styles.hint}>{isNowhere ? nowhereWords(language) : words.missed.hint}</p>
      <ul className={styles.todos}>
        {latest.map((each) => (
          <MissedLine
            key={each.reminder_id}
            missed={each}
            onDismiss={() => dismiss([each.reminder_id])}
          />
        ))}
      </ul>
      {latest.length < 2 ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => dismiss(latest.map(({ reminder_id: id }) => id))}
        >
          {words.missed.all}
        </Button>
      )}
    </section>
  );
}

function MissedLine({ missed, onDismiss }: { missed: Missed; onDismiss: () => void }) {
  const calendar = useCalendar();
  const when = momentWords(wallAtInstant(Date.parse(missed.due_at), calendar.zone), calendar);
  return (
    <li className={todoStyles.todo}>
      <button
        type="button"
        className={todoStyles.tick}
        aria-label={calendar.words.missed.dismiss(missed.content)}
        onClick={onDismiss}
      >
        <CheckIcon />
      </button>
      <span className={todoStyles.todoText}>
        {missed.content} · {when}
      </span>
    </li>
  );
}
