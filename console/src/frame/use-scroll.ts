import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

const nearEnd = 80;

/**
 * Stays at the end while text grows, unless the person has scrolled up to read; and keeps the view
 * where it is when earlier messages come in above. `firstId` names the topmost message, `targetId`
 * an element with which to begin instead of the end.
 */
export function useScroll(firstId: string | undefined, targetId?: string) {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const follows = useRef(targetId === undefined);
  const lastTop = useRef(0);
  const above = useRef({ firstId, height: 0 });
  const [isAtEnd, setAtEnd] = useState(true);

  useLayoutEffect(() => {
    if (targetId !== undefined)
      document.getElementById(targetId)?.scrollIntoView({ block: "center" });
  }, [targetId]);

  const toEnd = useCallback(() => {
    follows.current = true;
    outer.current?.scrollTo({ top: outer.current.scrollHeight });
  }, []);
  const onScroll = useCallback(() => {
    const box = outer.current;
    if (box === null) return;
    // Text that grows moves nothing up: only a person does that.
    const wentUp = box.scrollTop < lastTop.current - 1;
    lastTop.current = box.scrollTop;
    follows.current =
      box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd || (follows.current && !wentUp);
    setAtEnd(follows.current);
  }, []);

  useLayoutEffect(() => {
    const box = outer.current;
    if (box === null) return;
    const before = above.current;
    if (before.firstId !== undefined && before.firstId !== firstId && !follows.current)
      box.scrollTop += box.scrollHeight - before.height;
    above.current = { firstId, height: box.scrollHeight };
  });

  useEffect(() => {
    const [box, content] = [outer.current, inner.current];
    if (box === null || content === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (follows.current) box.scrollTop = box.scrollHeight;
      else onScroll();
    });
    observer.observe(content);
    observer.observe(box);
    return () => observer.disconnect();
  }, [onScroll]);

  return { outer, inner, onScroll, toEnd, isAtEnd };
}
