import { Button, Loader } from "@mantine/core";
import { useWords } from "../language/use-words.tsx";
import styles from "./states.module.css";

export function Loading({ label }: { label: string }) {
  return (
    <div className={styles.middle} role="status">
      <Loader size="sm" aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}

/** The error, and what to do. */
export function Failure({
  message,
  retry,
  onRetry,
}: {
  message: string;
  retry?: string;
  onRetry?: () => void;
}) {
  const words = useWords();
  return (
    <div className={styles.middle} role="alert">
      <span>{message}</span>
      {onRetry === undefined ? null : (
        <Button variant="default" size="sm" onClick={onRetry}>
          {retry ?? words.retry}
        </Button>
      )}
    </div>
  );
}
