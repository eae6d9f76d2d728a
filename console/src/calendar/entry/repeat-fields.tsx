import { NativeSelect, TextInput } from "@mantine/core";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import detailStyles from "./details.module.css";
import { weekdayWord } from "../date-words.ts";
import { addDays, type Day, daysFrom, firstOfWeek } from "../days.ts";
import {
  type Ends,
  frequencies,
  newRepeat,
  parseRule,
  type Repeat,
  writeRule,
} from "./repeat-rule.ts";

interface RepeatFieldsProps {
  /** The rule as text; null: it happens once. */
  readonly value: string | null;
  /** The day on which it begins. */
  readonly start: Day;
  /** The present rule in words, for one that has no form. */
  readonly words: string | undefined;
  readonly onChange: (rrule: string | null) => void;
}

/** How often something comes, and until when. */
export function RepeatFields({ value, start, words: said, onChange }: RepeatFieldsProps) {
  const { words } = useCalendar();
  const { repeat: text } = words;
  const repeat = value === null ? undefined : parseRule(value, start);
  const isOther = value !== null && repeat === undefined;
  const choose = (chosen: string): void => {
    if (chosen === "other") return;
    const frequency = frequencies.find((each) => each === chosen);
    onChange(frequency === undefined ? null : writeRule(newRepeat(frequency), start));
  };
  const set = (change: Partial<Repeat>): void =>
    repeat === undefined ? undefined : onChange(writeRule({ ...repeat, ...change }, start));
  return (
    <>
      <NativeSelect
        label={words.entry.repeats}
        value={isOther ? "other" : (repeat?.frequency ?? "")}
        data={[
          { value: "", label: text.never },
          ...frequencies.map((each) => ({ value: each, label: text.frequencies[each] })),
          ...(isOther ? [{ value: "other", label: said ?? value }] : []),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {repeat === undefined ? null : (
        <div className={detailStyles.nested}>
          <TextInput
            type="number"
            min={1}
            max={99}
            label={text.every(text.units[repeat.frequency])}
            value={String(repeat.interval)}
            onChange={(event) => set({ interval: toCount(event.currentTarget.value) })}
          />
          {repeat.frequency === "WEEKLY" ? (
            <Weekdays
              value={repeat.weekdays}
              start={start}
              onChange={(weekdays) => set({ weekdays })}
            />
          ) : null}
          {repeat.frequency === "MONTHLY" ? (
            <NativeSelect
              label={text.on}
              value={repeat.monthly}
              data={(["date", "weekday", "lastDay"] as const).map((each) => ({
                value: each,
                label: monthlyWords(each, start, words.repeat),
              }))}
              onChange={(event) => set({ monthly: event.currentTarget.value as Repeat["monthly"] })}
            />
          ) : null}
          <EndFields value={repeat.ends} start={start} onChange={(ends) => set({ ends })} />
        </div>
      )}
    </>
  );
}

const toCount = (text: string): number => Math.min(Math.max(Math.round(Number(text)) || 1, 1), 999);

function monthlyWords(
  each: Repeat["monthly"],
  start: Day,
  words: ReturnType<typeof useCalendar>["words"]["repeat"],
): string {
  const date = Number(start.slice(8));
  return each === "date"
    ? words.onDate(date)
    : each === "lastDay"
      ? words.onLast
      : words.onWeekday(Math.ceil(date / 7));
}

function Weekdays({
  value,
  start,
  onChange,
}: {
  readonly value: readonly number[];
  readonly start: Day;
  readonly onChange: (days: readonly number[]) => void;
}) {
  const { words, language } = useCalendar();
  const week = daysFrom(firstOfWeek(start), 7);
  const own = week.indexOf(start);
  const chosen = new Set(value.length === 0 ? [own] : value);
  const toggle = (day: number): void => {
    const next = new Set(chosen);
    if (!next.delete(day)) next.add(day);
    if (next.size > 0) onChange([...next]);
  };
  return (
    <fieldset className={styles.chosen}>
      <legend>{words.repeat.on}</legend>
      {week.map((day, index) => (
        <button
          key={day}
          type="button"
          className={detailStyles.chip}
          aria-pressed={chosen.has(index)}
          onClick={() => toggle(index)}
        >
          {weekdayWord(day, language)}
        </button>
      ))}
    </fieldset>
  );
}

function EndFields({
  value,
  start,
  onChange,
}: {
  readonly value: Ends;
  readonly start: Day;
  readonly onChange: (ends: Ends) => void;
}) {
  const { words } = useCalendar();
  const { repeat } = words;
  const choose = (kind: string): void =>
    onChange(
      kind === "on"
        ? { kind, day: addDays(start, 30) }
        : kind === "after"
          ? { kind, times: 10 }
          : { kind: "never" },
    );
  return (
    <div className={styles.pair}>
      <NativeSelect
        label={repeat.ends}
        value={value.kind}
        data={(["never", "on", "after"] as const).map((kind) => ({
          value: kind,
          label: repeat.endings[kind],
        }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {value.kind === "on" ? (
        <TextInput
          type="date"
          label={repeat.lastDay}
          min={start}
          required
          value={value.day}
          onChange={(event) => {
            const day = event.currentTarget.value;
            if (day !== "") onChange({ kind: "on", day });
          }}
        />
      ) : null}
      {value.kind === "after" ? (
        <TextInput
          type="number"
          min={1}
          max={999}
          label={repeat.times}
          value={String(value.times)}
          onChange={(event) =>
            onChange({ kind: "after", times: toCount(event.currentTarget.value) })
          }
        />
      ) : null}
    </div>
  );
}
