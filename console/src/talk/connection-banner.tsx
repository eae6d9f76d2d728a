import { useWords } from "../language/use-words.tsx";
import styles from "./chat.module.css";
import { type StreamStatus } from "./live-stream.ts";

export function ConnectionBanner({ status }: { status: StreamStatus }) {
  const words = useWords();
  const isAway = status === "offline" || status === "reconnecting";
  // The region stays in the page while it is empty: a screen reader only tells of changes in a region it knows.
  return (
    <div role="status" className={isAway ? styles.banner : undefined}>
      {isAway ? words.connection[status] : null}
    </div>
  );
}
