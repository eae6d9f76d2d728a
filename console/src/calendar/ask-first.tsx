import { Button } from "@mantine/core";
import { useState } from "react";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";

interface AskFirstProps {
  readonly label: string;
  readonly question: string;
  readonly onYes: () => void;
  /** Ends something for good. */
  readonly isLast?: boolean;
}

/** A button whose action affects others or can't be undone: it asks for confirmation in place. */
export function AskFirst({ label, question, onYes, isLast = false }: AskFirstProps) {
  const { words } = useCalendar();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button
        variant={isLast ? "subtle" : "default"}
        size="sm"
        {...(isLast ? { color: "red" } : {})}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    );
  return (
    <div className={styles.buttons} role="group" aria-label={label}>
      <span role="alert">{question}</span>
      <Button
        size="sm"
        color="red"
        autoFocus
        onClick={() => {
          setAsking(false);
          onYes();
        }}
      >
        {words.friends.yes}
      </Button>
      <Button size="sm" variant="default" onClick={() => setAsking(false)}>
        {words.friends.no}
      </Button>
    </div>
  );
}
