import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useWords } from "../language/use-words.tsx";
import styles from "./message-log.module.css";

interface EarlierProps {
  readonly label: string;
  readonly isLoading: boolean;
  /** Why they could not be had. */
  readonly problem: string | undefined;
  readonly onLoad: () => void;
}

/** How far above the view they are fetched, so that scrolling seldom waits. */
const ahead = "400px 0px 0px";

/**
 * What was said before the first line that is shown: it comes when one scrolls there, or by the
 * button.
 */
export function Earlier({ label, isLoading, problem, onLoad }: EarlierProps) {
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
