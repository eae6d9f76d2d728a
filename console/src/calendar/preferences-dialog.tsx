import { Modal, NativeSelect } from "@mantine/core";
import { useWords } from "../language/use-words.tsx";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { weekdayWord } from "./date-words.ts";
import { addDays } from "./days.ts";
import { weekStarts } from "./preferences.ts";

/** A Monday, of which only the name of the day matters. */
const monday = "2024-01-01";

/** How this device shows the calendar. */
export function PreferencesDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { words, language, weekStart, hours, setPreferences } = useCalendar();
  const common = useWords();
  const { preferences } = words;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={preferences.open}
      closeButtonProps={{ "aria-label": common.close }}
      lockScroll={false}
    >
      <div className={styles.form}>
        <NativeSelect
          label={preferences.weekStart}
          value={String(weekStart)}
          data={weekStarts.map((day) => ({
            value: String(day),
            label: weekdayWord(addDays(monday, day), language),
          }))}
          onChange={(event) =>
            setPreferences({ hours, weekStart: Number(event.currentTarget.value) })
          }
        />
        <NativeSelect
          label={preferences.hours}
          value={String(hours)}
          data={([24, 12] as const).map((each) => ({
            value: String(each),
            label: preferences.choices[each],
          }))}
          onChange={(event) =>
            setPreferences({ weekStart, hours: event.currentTarget.value === "12" ? 12 : 24 })
          }
        />
      </div>
    </Modal>
  );
}
