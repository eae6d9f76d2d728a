import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import detailStyles from "./details.module.css";
import type { Details } from "../contract.ts";
import { entryColors } from "../grid/entry-colors.ts";
import entryStyles from "../grid/entry.module.css";

interface DetailFieldsProps {
  readonly value: Details;
  /** Without a time there is nothing to be alerted to. */
  readonly isTimed: boolean;
  readonly onChange: (change: Partial<Details>) => void;
}

/** Alerts, notes, place, link and colour. */
export function DetailFields({ value, isTimed, onChange }: DetailFieldsProps) {
  const { words } = useCalendar();
  const { details } = words;
  return (
    <>
      {isTimed ? (
        <AlertFields value={value.alerts} onChange={(alerts) => onChange({ alerts })} />
      ) : null}
      <Textarea
        label={details.notes}
        value={value.notes ?? ""}
        maxLength={4_000}
        rows={2}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <TextInput
          label={details.place}
          value={value.place ?? ""}
          maxLength={300}
          onChange={(event) => onChange({ place: event.currentTarget.value })}
        />
        <TextInput
          type="url"
          label={details.link}
          placeholder="https://"
          pattern='https?://[^\s"<>]+'
          title={details.linkHint}
          value={value.link ?? ""}
          maxLength={1_000}
          onChange={(event) => onChange({ link: event.currentTarget.value })}
        />
      </div>
      <fieldset className={styles.chosen}>
        <legend>{details.color}</legend>
        {[null, ...entryColors].map((color) => (
          <label key={color ?? ""} className={detailStyles.swatch}>
            <input
              type="radio"
              name="color"
              checked={value.color === color}
              onChange={() => onChange({ color })}
            />
            <span
              className={`${detailStyles.swatchFace} ${entryStyles.colored}`}
              data-color={color ?? undefined}
            />
            <span>{color === null ? details.noColor : details.colors[color]}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

const usual = [5, 10, 15, 30, 60, 120, 1_440, 2_880, 10_080];
const mostAlerts = 5;

function AlertFields({
  value,
  onChange,
}: {
  readonly value: readonly number[];
  readonly onChange: (alerts: readonly number[]) => void;
}) {
  const { words } = useCalendar();
  const { details } = words;
  const left = usual.filter((minutes) => !value.includes(minutes));
  return (
    <div className={detailStyles.alerts}>
      {value.length >= mostAlerts ? null : (
        <NativeSelect
          label={details.alerts}
          value=""
          data={[
            { value: "", label: value.length === 0 ? details.noAlert : details.addAlert },
            ...left.map((minutes) => ({ value: String(minutes), label: details.before(minutes) })),
          ]}
          onChange={(event) => {
            const minutes = Number(event.currentTarget.value);
            if (minutes > 0) onChange([...value, minutes].sort((a, b) => b - a));
          }}
        />
      )}
      {value.length === 0 ? null : (
        <ul className={detailStyles.chips} aria-label={details.alerts}>
          {value.map((minutes) => (
            <li key={minutes}>
              <button
                type="button"
                className={detailStyles.chip}
                aria-label={details.removeAlert(details.before(minutes))}
                onClick={() => onChange(value.filter((each) => each !== minutes))}
              >
                {details.before(minutes)} ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
