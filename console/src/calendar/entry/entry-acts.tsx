import { Button } from "@mantine/core";
import { cancel, complete, isOpen, restore, skip, snooze, untime } from "../acts.ts";
import { type Done, useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Entry } from "../contract.ts";
import { dayOf } from "../days.ts";
import { isRunning } from "../grid/entry-words.ts";

/** Actions on the person's own entry. All of them can be undone, so none asks for confirmation. */
export function EntryActs({
  entry,
  isRepeating = false,
  onClose,
}: {
  entry: Entry;
  /** It has gone off, and repeats until it is done. */
  isRepeating?: boolean;
  onClose: () => void;
}) {
  const calendar = useCalendar();
  const { words, perform, today } = calendar;
  const { entry_type: type, is_recurring: isSeries } = entry;
  const act = (label: string, job: () => Promise<Done>, isLast = false) => (
    <Button
      key={label}
      variant={isLast ? "subtle" : "default"}
      size="sm"
      {...(isLast ? { color: "red" } : {})}
      onClick={() => {
        onClose();
        void perform(job);
      }}
    >
      {label}
    </Button>
  );
  if (type === "done" || type === "cancelled")
    return (
      <div className={styles.buttons}>
        {act(words.entry.restore, () => restore(entry, calendar))}
      </div>
    );
  const isToday = entry.display_start !== null && dayOf(entry.display_start) === today;
  return (
    <>
      {isOpen(entry) ? (
        <div className={styles.buttons}>
          {isSeries
            ? [
                ...(isToday
                  ? [act(words.entry.completeToday, () => complete(entry, calendar))]
                  : []),
                act(words.entry.skip, () => skip(entry, calendar)),
                act(words.entry.cancelSeries, () => cancel(entry, calendar), true),
              ]
            : [
                act(words.entry.complete, () => complete(entry, calendar)),
                ...(type === "unscheduled"
                  ? []
                  : [act(words.entry.untimed, () => untime(entry, calendar))]),
                act(words.entry.cancel, () => cancel(entry, calendar), true),
              ]}
        </div>
      ) : null}
      {isRepeating && !isOpen(entry) ? (
        <div className={styles.buttons}>
          {act(words.entry.complete, () => complete(entry, calendar))}
          {isSeries ? null : act(words.entry.cancel, () => cancel(entry, calendar), true)}
        </div>
      ) : null}
      {isRunning(entry, today) ? (
        <div className={styles.buttons}>
          {act(words.entry.cancel, () => cancel(entry, calendar), true)}
        </div>
      ) : null}
      {type === "fired" || isToday ? (
        <div className={styles.buttons}>
          <span className={styles.hint}>{words.entry.snooze}</span>
          {Object.entries(words.entry.snoozeChoices).map(([minutes, label]) =>
            act(label, () => snooze(entry, Number(minutes), calendar)),
          )}
        </div>
      ) : null}
    </>
  );
}
