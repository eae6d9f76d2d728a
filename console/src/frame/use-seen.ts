import { useEffect, useRef, type RefObject } from "react";

/** Calls when the element comes into view, as long as it is wanted. */
export function useSeen(isWanted: boolean, onSeen: () => void): RefObject<HTMLDivElement | null> {
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    const element = mark.current;
    if (!isWanted || element === null) return undefined;
    const watcher = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [isWanted]);
  return mark;
}
