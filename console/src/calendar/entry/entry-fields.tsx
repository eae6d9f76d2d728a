import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import detailStyles from "./details.module.css";
import type { Reminder } from "../contract.ts";
import { dayOf } from "../days.ts";
import { lengthChoices } from "../lengths.ts";
import { DetailFields } from "./detail-fields.tsx";
import { type EntryDraft, withAllDay, withDay } from "./entry-draft.ts";
import { InsistFields } from "./insist-fields.tsx";
import { RepeatFields } from "./repeat-fields.tsx";

interface EntryFieldsProps {
  readonly draft: EntryDraft;
  readonly onChange: (draft: EntryDraft) => void;
  /** Of an entry that exists. */
  readonly reminder?: Reminder | undefined;
  readonly ruleWords?: string | undefined;
}

/** Every field of an entry, new or not. */
export function EntryFields({ draft, onChange, reminder, ruleWords }: EntryFieldsProps) {
  const { words } = useCalendar();
  const set = (change: Partial<EntryDraft>): void => onChange({ ...draft, ...change });
  const isTimed = draft.day !== "";
  const isSeries = reminder !== undefined && reminder.rrule !== null;
  const seriesStart = isSeries ? reminder.local_start : null;
  return (
    <>
      <TextInput
        label={words.entry.what}
        value={draft.content}
        maxLength={500}
        required
        data-autofocus
        onChange={(event) => set({ content: event.currentTarget.value })}
      />
      <When
        draft={draft}
        onChange={onChange}
        isToDo={reminder !== undefined && reminder.local_start === null}
      />
      {isTimed ? (
        <RepeatFields
          value={draft.rrule}
          start={seriesStart === null ? draft.day : dayOf(seriesStart)}
          words={ruleWords}
          onChange={(rrule) => set({ rrule })}
        />
      ) : null}
      {isTimed && draft.rrule === null ? (
        <Checkbox
          label={words.entry.toDo}
          checked={draft.isToDo}
          onChange={(event) => set({ isToDo: event.currentTarget.checked })}
        />
      ) : null}
      <DetailFields
        value={draft.details}
        isTimed={isTimed}
        onChange={(change) => set({ details: { ...draft.details, ...change } })}
      />
      <details className={detailStyles.more}>
        <summary>{words.entry.more}</summary>
        <div className={styles.form}>
          <NativeSelect
            label={words.entry.late}
            value={draft.late_policy}
            data={[
              { value: "fire", label: words.entry.lateChoices.fire },
              { value: "skip", label: words.entry.lateChoices.skip },
            ]}
            onChange={(event) =>
              set({ late_policy: event.currentTarget.value === "skip" ? "skip" : "fire" })
            }
          />
          {isTimed ? (
            <InsistFields
              reminder={reminder}
              value={draft.insist}
              onChange={(insist) => set({ insist })}
            />
          ) : null}
        </div>
      </details>
    </>
  );
}

function When({
  draft,
  onChange,
  isToDo,
}: Pick<EntryFieldsProps, "draft" | "onChange"> & { readonly isToDo: boolean }) {
  const { words } = useCalendar();
  const set = (change: Partial<EntryDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          type="date"
          label={isToDo ? words.entry.give : words.entry.day}
          required={!isToDo}
          value={draft.day}
          onChange={(event) => onChange(withDay(draft, event.currentTarget.value))}
        />
        {draft.allDay ? (
          <TextInput
            type="number"
            min={1}
            max={31}
            label={words.entry.days}
            value={String(Math.max(1, Math.round((draft.minutes ?? 0) / 1_440)))}
            onChange={(event) => set({ minutes: toDayMinutes(event.currentTarget.value) })}
          />
        ) : (
          <>
            <TextInput
              type="time"
              label={words.entry.clock}
              required={draft.day !== ""}
              value={draft.clock}
              onChange={(event) => set({ clock: event.currentTarget.value })}
            />
            <NativeSelect
              label={words.entry.length}
              value={String(draft.minutes ?? "")}
              data={lengthChoices(String(draft.minutes ?? ""), words)}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                set({ minutes: chosen === "" ? null : Number(chosen) });
              }}
            />
          </>
        )}
      </div>
      {isToDo && draft.day === "" ? null : (
        <Checkbox
          label={words.entry.allDay}
          checked={draft.allDay}
          onChange={(event) => onChange(withAllDay(draft, event.currentTarget.checked))}
        />
      )}
    </>
  );
}

/** One day has no length; several have that of so many days. */
const toDayMinutes = (days: string): number | null =>
  Number(days) > 1 ? Math.min(31, Math.round(Number(days))) * 1_440 : null;
