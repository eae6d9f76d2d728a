import { Button } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { change, isOpen, reshape } from "../acts.ts";
import { placeWords } from "../date-words.ts";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import detailStyles from "./details.module.css";
import { type Entry, type Reminder, type TimedEntry } from "../contract.ts";
import { type Wall } from "../days.ts";
import { forecastWords } from "../forecast-words.ts";
import { stateWords } from "../grid/entry-words.ts";
import { EntryActs } from "./entry-acts.tsx";
import { basicChange, draftOf, isMoved, isReshaped, timeChange, wallOf } from "./entry-draft.ts";
import { EntryFields } from "./entry-fields.tsx";
import { Repeating } from "./insist-fields.tsx";

interface EntryFormProps {
  readonly entry: Entry;
  readonly reminder: Reminder;
  readonly onClose: () => void;
  readonly onMove: (entry: TimedEntry, to: Wall) => void;
}

export function EntryForm({ entry, reminder, onClose, onMove }: EntryFormProps) {
  const calendar = useCalendar();
  const { perform, language, words, zone } = calendar;
  const [before] = useState(() => draftOf(entry, reminder));
  const [draft, setDraft] = useState(before);
  const start = entry.display_start;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onClose();
    const basics = basicChange(before, draft);
    void (async () => {
      if (isReshaped(before, draft)) {
        const times = timeChange(before, draft, zone);
        await perform(() => reshape(reminder, { ...basics, ...times }, calendar));
        return;
      }
      const isEdited = Object.keys(basics).length > 0;
      if (isEdited && !(await perform(() => change(reminder, basics, calendar)))) return;
      const at = wallOf(draft);
      if (start !== null && at !== undefined && isMoved(before, draft))
        onMove({ ...entry, display_start: start, content: draft.content }, at);
    })();
  };
  if (!isOpen(entry)) return <Closed entry={entry} reminder={reminder} onClose={onClose} />;
  return (
    <form className={styles.form} onSubmit={submit}>
      <EntryFields
        draft={draft}
        onChange={setDraft}
        reminder={reminder}
        ruleWords={entry.rule_words?.[language]}
      />
      {reminder.captured_timezone === zone ? null : (
        <p className={styles.hint}>
          {words.entry.zone}: {reminder.captured_timezone}
        </p>
      )}
      <Warning reminder={reminder} />
      <div className={`${styles.buttons} ${styles.saveBar}`}>
        <Button type="submit">{words.entry.save}</Button>
      </div>
      <hr className={styles.rule} />
      <EntryActs entry={entry} onClose={onClose} />
    </form>
  );
}

/** Shown as long as it is true. */
function Warning({ reminder }: { reminder: Reminder }) {
  const text = forecastWords(reminder.delivery, useCalendar());
  return text === undefined ? null : <p className={styles.warning}>{text}</p>;
}

/** A past entry can be viewed, snoozed and restored. */
function Closed({ entry, reminder, onClose }: Omit<EntryFormProps, "onMove">) {
  const calendar = useCalendar();
  const { words } = calendar;
  const when =
    entry.display_start === null
      ? ""
      : placeWords(
          { wall: entry.display_start, allDay: entry.all_day, end: entry.display_end },
          calendar,
        );
  return (
    <div className={styles.form}>
      <strong>{entry.content}</strong>
      <p className={styles.hint}>
        {entry.entry_type === "fired" && entry.fire_state === "completed"
          ? words.entry.went(when)
          : [when, stateWords(entry, calendar)].filter((part) => part !== undefined).join(" · ")}
      </p>
      {reminder.place === null ? null : <p className={styles.hint}>{reminder.place}</p>}
      {reminder.notes === null ? null : <p className={detailStyles.notes}>{reminder.notes}</p>}
      <Repeating reminder={reminder} />
      <EntryActs entry={entry} isRepeating={reminder.nag_at !== null} onClose={onClose} />
    </div>
  );
}
