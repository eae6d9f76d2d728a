import { useEffect } from "react";
import { useCalendar, useNote } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { type Day } from "./days.ts";

const shownMs = 20_000;

/** The last action, with undo. */
export function NoteBar({
  days,
  onDay,
}: {
  /** Those that are in sight: what lies elsewhere can be shown. */
  readonly days: readonly Day[];
  readonly onDay: (day: Day) => void;
}) {
  const { tell, perform, words } = useCalendar();
  const note = useNote();
  useEffect(() => {
    if (note === undefined || note.isBad === true) return undefined;
    const timer = setTimeout(() => tell(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [note, tell]);
  const undo = note?.undo;
  return (
    <div role={note?.isBad === true ? "alert" : "status"}>
      {note === undefined ? null : (
        <div className={styles.note} data-bad={note.isBad === true ? "" : undefined}>
          <span>{note.text}</span>
          {note.day === undefined || days.includes(note.day) ? null : (
            <button
              type="button"
              className={styles.noteButton}
              onClick={() => onDay(note.day ?? "")}
            >
              {words.show}
            </button>
          )}
          {undo === undefined ? null : (
            <button
              type="button"
              className={styles.noteButton}
              onClick={() =>
                void perform(async () => {
                  await undo();
                  return { text: words.undone };
                })
              }
            >
              {words.undo}
            </button>
          )}
          <button
            type="button"
            className={styles.noteButton}
            aria-label={words.dismiss}
            onClick={() => tell(undefined)}
          >
            ×
          </button>
        </div>
      )}
    </div>
  );
}
