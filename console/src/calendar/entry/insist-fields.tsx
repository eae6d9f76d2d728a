import { Checkbox, NativeSelect } from "@mantine/core";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import type { Reminder } from "../contract.ts";
import { wallAtInstant } from "../zone-time.ts";

type Insist = Reminder["insist"];

interface InsistFieldsProps {
  readonly reminder: Reminder | undefined;
  readonly value: Insist;
  readonly onChange: (value: Insist) => void;
}

const steps = [5, 10, 15, 30, 60, 120];
const usual = { every_minutes: 10, times: 24, until: null, important: false };

/** How a reminder repeats until it is done, and how far it has come. */
export function InsistFields({ reminder, value, onChange }: InsistFieldsProps) {
  const { words } = useCalendar();
  const { entry } = words;
  const minutes = [...new Set([...steps, ...(value === null ? [] : [value.every_minutes])])];
  const label = (count: number): string =>
    count % 60 === 0 ? entry.insistChoices.hours(count / 60) : entry.insistChoices.minutes(count);
  return (
    <>
      <NativeSelect
        label={entry.insist}
        value={value === null ? "" : String(value.every_minutes)}
        data={[
          { value: "", label: entry.insistChoices.never },
          ...minutes
            .toSorted((a, b) => a - b)
            .map((count) => ({ value: String(count), label: label(count) })),
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange(chosen === "" ? null : { ...(value ?? usual), every_minutes: Number(chosen) });
        }}
      />
      {value === null ? null : (
        <Checkbox
          label={entry.important}
          checked={value.important}
          onChange={(event) => onChange({ ...value, important: event.currentTarget.checked })}
        />
      )}
      {reminder === undefined ? null : <Repeating reminder={reminder} />}
    </>
  );
}

/** How far its repeats have come, while there are any. */
export function Repeating({ reminder: { nag_at, nags } }: { reminder: Reminder }) {
  const { words, zone } = useCalendar();
  if (nag_at === null) return null;
  const next = wallAtInstant(Date.parse(nag_at), zone).slice(11, 16);
  return <p className={styles.hint}>{words.entry.repeating(nags, next)}</p>;
}
