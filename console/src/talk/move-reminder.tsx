import { Button } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../language/use-words.tsx";
import styles from "./reminder-card.module.css";
import { words as all } from "./words.ts";

interface MoveReminderProps {
  /** The time on the wall at which it is now. */
  readonly at: string;
  readonly isBusy: boolean;
  readonly onMove: (to: string) => void;
  readonly onClose: () => void;
}

/** Moves a single reminder, beside its message. */
export function MoveReminder({ at, isBusy, onMove, onClose }: MoveReminderProps) {
  const words = usePageWords(all).card;
  const [to, setTo] = useState(at.slice(0, 16));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onMove(to);
  };
  return (
    <form className={styles.move} onSubmit={submit}>
      <input
        className={styles.moment}
        type="datetime-local"
        aria-label={words.newTime}
        value={to}
        required
        autoFocus
        onChange={(event) => setTo(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
      />
      <Button
        type="submit"
        size="compact-sm"
        loading={isBusy}
        disabled={to === "" || to === at.slice(0, 16)}
      >
        {words.moveIt}
      </Button>
    </form>
  );
}
