import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { edit, isOpen } from "../acts.ts";
import { momentWords, placeWords } from "../date-words.ts";
import { actOnReminder } from "../calls.ts";
import { type Done, useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Entry, type Reminder, type TimedEntry } from "../contract.ts";
import { type Wall } from "../days.ts";
import { forecastWords, withForecast } from "../forecast-words.ts";
import { stateWords } from "../grid/entry-words.ts";
import { lengthChoices } from "../lengths.ts";
import { EntryActs } from "./entry-acts.tsx";
import { InsistFields, Repeating } from "./insist-fields.tsx";

interface EntryFormProps {
  readonly entry: Entry;
  readonly reminder: Reminder;
  readonly onClose: () => void;
  readonly onMove: (entry: TimedEntry, to: Wall) => void;
}

export function EntryForm({ entry, reminder, onClose, onMove }: EntryFormProps) {
  const calendar = useCalendar();
  const { words, perform } = calendar;
  const start = entry.display_start;
  const [content, setContent] = useState(reminder.content);
  const shownLength = entry.all_day ? 10 : 16;
  const [when, setWhen] = useState(start?.slice(0, shownLength) ?? "");
  const [minutes, setMinutes] = useState(String(reminder.duration_minutes ?? ""));
  const [late, setLate] = useState(reminder.late_policy);
  const [insist, setInsist] = useState(reminder.insist);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const next = {
      content: content.trim(),
      duration_minutes: minutes === "" ? null : Number(minutes),
      late_policy: late,
      insist,
    };
    const isEdited =
      next.content !== reminder.content ||
      next.duration_minutes !== reminder.duration_minutes ||
      late !== reminder.late_policy ||
      JSON.stringify(insist) !== JSON.stringify(reminder.insist);
    const at = when === "" ? undefined : `${when}${entry.all_day ? "T00:00:00" : ":00"}`;
    const isMoved = at !== undefined && at.slice(0, shownLength) !== start?.slice(0, shownLength);
    onClose();
    void (async () => {
      if (isEdited && next.content !== "" && !(await perform(() => edit(reminder, next, calendar))))
        return;
      if (!isMoved) return;
      if (start === null) await perform(() => saveTimed(entry, at, calendar));
      else onMove({ ...entry, display_start: start, content: next.content }, at);
    })();
  };
  if (!isOpen(entry)) return <Closed entry={entry} reminder={reminder} onClose={onClose} />;
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={words.entry.what}
        value={content}
        maxLength={500}
        required
        data-autofocus
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <div className={styles.pair}>
        <TextInput
          type={entry.all_day ? "date" : "datetime-local"}
          label={start === null ? words.entry.give : words.entry.when}
          value={when}
          onChange={(event) => setWhen(event.currentTarget.value)}
        />
        {entry.all_day ? (
          <TextInput
            type="number"
            min={1}
            max={31}
            label={words.entry.days}
            value={String(Math.max(1, Math.round(Number(minutes) / 1_440)))}
            onChange={(event) => setMinutes(toDayMinutes(event.currentTarget.value))}
          />
        ) : (
          <NativeSelect
            label={words.entry.length}
            value={minutes}
            data={lengthChoices(minutes, words)}
            onChange={(event) => setMinutes(event.currentTarget.value)}
          />
        )}
      </div>
      <Facts entry={entry} reminder={reminder} />
      <Warning reminder={reminder} />
      <NativeSelect
        label={words.entry.late}
        value={late}
        data={[
          { value: "fire", label: words.entry.lateChoices.fire },
          { value: "skip", label: words.entry.lateChoices.skip },
        ]}
        onChange={(event) => setLate(event.currentTarget.value === "skip" ? "skip" : "fire")}
      />
      {start === null ? null : (
        <InsistFields reminder={reminder} value={insist} onChange={setInsist} />
      )}
      <div className={styles.buttons}>
        <Button type="submit">{words.entry.save}</Button>
      </div>
      <hr className={styles.rule} />
      <EntryActs entry={entry} onClose={onClose} />
    </form>
  );
}

/** One day has no length; several have that of so many days. */
const toDayMinutes = (days: string): string =>
  Number(days) > 1 ? String(Math.min(31, Math.round(Number(days))) * 1_440) : "";

/** Shown as long as it is true. */
function Warning({ reminder }: { reminder: Reminder }) {
  const text = forecastWords(reminder.delivery, useCalendar());
  return text === undefined ? null : <p className={styles.warning}>{text}</p>;
}

/** A past entry can be viewed, snoozed and restored. */
function Closed({ entry, reminder, onClose }: Omit<EntryFormProps, "onMove">) {
  const calendar = useCalendar();
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
          ? calendar.words.entry.went(when)
          : [when, stateWords(entry, calendar)].filter((part) => part !== undefined).join(" · ")}
      </p>
      <Repeating reminder={reminder} />
      <EntryActs entry={entry} isRepeating={reminder.nag_at !== null} onClose={onClose} />
    </div>
  );
}

async function saveTimed(
  entry: Entry,
  at: Wall,
  calendar: ReturnType<typeof useCalendar>,
): Promise<Done> {
  const { reminder_id: id, content } = entry;
  const after = await actOnReminder(id, "schedule-unscheduled", {
    trigger_time: at,
    captured_timezone: calendar.zone,
  });
  const text = calendar.words.did.moved(content, momentWords(at, calendar));
  return {
    text: withForecast(text, after.delivery, calendar),
    undo: () => actOnReminder(id, "clear-trigger-time"),
  };
}

function Facts({ entry, reminder }: { entry: Entry; reminder: Reminder }) {
  const { words, language, zone } = useCalendar();
  const isElsewhere = reminder.captured_timezone !== zone;
  if (entry.rule_words === null && !isElsewhere) return null;
  return (
    <dl className={styles.facts}>
      {entry.rule_words === null ? null : (
        <>
          <dt>{words.entry.repeats}</dt>
          <dd>{entry.rule_words[language]}</dd>
        </>
      )}
      {isElsewhere ? (
        <>
          <dt>{words.entry.zone}</dt>
          <dd>{reminder.captured_timezone}</dd>
        </>
      ) : null}
    </dl>
  );
}
