import { useDebouncedValue } from "@mantine/hooks";
import { Modal, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "../language/use-words.tsx";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import searchStyles from "./search.module.css";
import { searchReminders } from "./calls.ts";
import type { Entry, Reminder } from "./contract.ts";
import { momentWords, placeWords } from "./date-words.ts";
import { type Day, dayOf, type Wall } from "./days.ts";
import { toDoOf, whenOf } from "./found-reminder.ts";

interface SearchProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDay: (day: Day) => void;
  readonly onOpen: (entry: Entry) => void;
}

const typingMs = 200;

/** Finds entries by title, notes or place, upcoming ones first. */
export function Search({ isOpen, onClose, onDay, onOpen }: SearchProps) {
  const { words } = useCalendar();
  const common = useWords();
  const [typed, setTyped] = useState("");
  const [wanted] = useDebouncedValue(typed.trim(), typingMs);
  const found = useQuery({
    queryKey: ["calendar", "search", wanted],
    enabled: wanted !== "",
    queryFn: async () => [
      ...(await searchReminders(wanted, "active")),
      ...(await searchReminders(wanted, "completed")),
    ],
    placeholderData: (before) => before,
  });
  const hits = wanted === "" ? [] : (found.data ?? []);
  const choose = (reminder: Reminder, at: Wall | undefined): void => {
    onClose();
    if (at === undefined) onOpen(toDoOf(reminder));
    else onDay(dayOf(at));
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={words.find.title}
      closeButtonProps={{ "aria-label": common.close }}
      lockScroll={false}
      size="lg"
    >
      <div className={styles.form}>
        <TextInput
          type="search"
          aria-label={words.find.field}
          placeholder={words.find.field}
          value={typed}
          maxLength={200}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ul className={styles.todos} aria-label={words.find.results}>
          {hits.map((reminder) => (
            <Hit key={reminder.id} reminder={reminder} onChoose={choose} />
          ))}
        </ul>
        <p role="status" className={styles.hint}>
          {wanted !== "" && found.isSuccess && hits.length === 0 ? words.find.none : ""}
        </p>
      </div>
    </Modal>
  );
}

function Hit({
  reminder,
  onChoose,
}: {
  readonly reminder: Reminder;
  readonly onChoose: (reminder: Reminder, at: Wall | undefined) => void;
}) {
  const calendar = useCalendar();
  const { words } = calendar;
  const at = whenOf(reminder, calendar.zone);
  const when =
    at === undefined
      ? words.find.untimed
      : reminder.all_day
        ? placeWords({ wall: at, allDay: true }, calendar)
        : momentWords(at, calendar);
  const parts = [
    when,
    ...(reminder.lifecycle === "active" ? [] : [words.find.over]),
    ...(reminder.place === null ? [] : [reminder.place]),
  ];
  return (
    <li>
      <button type="button" className={searchStyles.hit} onClick={() => onChoose(reminder, at)}>
        <strong dir="auto">{reminder.content}</strong>
        <span className={styles.hint}>{parts.join(" · ")}</span>
      </button>
    </li>
  );
}
