import { type ReactNode, useEffect, useRef } from "react";
import { LatestButton } from "./latest-button.tsx";
import styles from "./message-log.module.css";
import { useScroll } from "./use-scroll.ts";
import { Button } from "@mantine/core";
import { useWords } from "../language/use-words.tsx";

interface MessageLogProps {
  readonly words: { readonly label: string; readonly earlier: string; readonly latest: string };
  /** The topmost row: when it changes, earlier rows were added and the view stays where it is. */
  readonly firstId: string | undefined;
  /** The row that is looked for: the view begins there instead of at the end. */
  readonly targetId?: string | undefined;
  /** Undefined when the first row of all is shown. */
  readonly earlier:
    | {
        readonly isLoading: boolean;
        readonly problem: string | undefined;
        readonly load: () => void;
      }
    | undefined;
  /** Above the first row of all. */
  readonly beginning: ReactNode;
  /** In place of rows while there are none. */
  readonly empty: ReactNode;
  /** Below the last row. */
  readonly after?: ReactNode;
  /** `li` elements, oldest first. */
  readonly children: ReactNode;
}

/** Rows that are read from the end: messages in Talk, lines on the Stage. */
export function MessageLog({
  words,
  firstId,
  targetId,
  earlier,
  beginning,
  empty,
  after,
  children,
}: MessageLogProps) {
  const scroll = useScroll(firstId, targetId);
  return (
    <div className={styles.frame}>
      {/* A live region beside the log reads replies out; the log itself stays silent, or everything would be read twice. */}
      <div
        ref={scroll.outer}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={words.label}
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        <div ref={scroll.inner} className={styles.column}>
          {earlier === undefined ? (
            beginning
          ) : (
            <Earlier
              label={words.earlier}
              isLoading={earlier.isLoading}
              problem={earlier.problem}
              onLoad={earlier.load}
            />
          )}
          {empty}
          <ol className={styles.rows}>{children}</ol>
          {after === undefined || after === null ? null : (
            <div className={styles.after}>{after}</div>
          )}
        </div>
      </div>
      {scroll.isAtEnd ? null : <LatestButton label={words.latest} onClick={scroll.toEnd} />}
    </div>
  );
}

interface EarlierProps {
  readonly label: string;
  readonly isLoading: boolean;
  /** Why they could not be loaded. */
  readonly problem: string | undefined;
  readonly onLoad: () => void;
}

/** How far above the view they are fetched, so that scrolling seldom waits. */
const ahead = "400px 0px 0px";

/** Earlier lines are loaded when the person scrolls up, or by the button. */
function Earlier({ label, isLoading, problem, onLoad }: EarlierProps) {
  const words = useWords();
  const mark = useRef<HTMLDivElement>(null);
  // After a failure the person says when to try again.
  const isWanted = !isLoading && problem === undefined;
  useEffect(() => {
    const element = mark.current;
    if (!isWanted || element === null) return undefined;
    const watcher = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && onLoad(),
      {
        root: element.closest("[role=log]"),
        rootMargin: ahead,
      },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [isWanted, onLoad]);
  return (
    <div ref={mark} className={styles.earlier}>
      {problem === undefined ? null : <span role="alert">{problem}</span>}
      <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={onLoad}>
        {problem === undefined ? label : words.retry}
      </Button>
    </div>
  );
}
