import { useWords } from "../language/use-words.tsx";
import styles from "./chat.module.css";
import { type StreamStatus } from "./live-stream.ts";

interface ConnectionBannerProps {
  readonly status: StreamStatus;
  /** What being offline means on a page that keeps nothing to send it later. */
  readonly offline?: string;
}

export function ConnectionBanner({ status, offline }: ConnectionBannerProps) {
  const words = useWords();
  const said = { ...words.connection, ...(offline === undefined ? {} : { offline }) };
  const isAway = status === "offline" || status === "reconnecting";
  // The region stays in the page while it is empty: a screen reader only tells of changes in a
  // region it knows.
  return (
    <div role="status" className={isAway ? styles.banner : undefined}>
      {isAway ? said[status] : null}
    </div>
  );
}
