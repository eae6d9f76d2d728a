import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";

export type Side = "stage" | "offstage";

/** The character being dragged. */
export interface DraggedPerson {
  readonly who: string;
  readonly x: number;
  readonly y: number;
  readonly over: Side | undefined;
}

const farEnough = 6;

/**
 * Drags a character between the two sides by mouse, pen or touch. Horizontal touch moves scroll the
 * row (`touch-action` in the style), so a vertical move starts the drag.
 */
export function useDragPerson(
  room: RefObject<HTMLElement | null>,
  onDrop: (who: string, to: Side) => void,
) {
  const [carried, setCarried] = useState<DraggedPerson>();
  // State updates lag behind fast pointers, so decisions use this ref.
  const held = useRef<{ readonly x: number; readonly y: number; isCarried: boolean }>(undefined);
  const leave = useCallback(() => {
    held.current = undefined;
    setCarried(undefined);
  }, []);
  // Prevents scrolling while dragging by touch. The listener has to be registered before the touch
  // starts.
  useEffect(() => {
    const element = room.current;
    const preventScroll = (event: TouchEvent): void => {
      if (held.current?.isCarried === true) event.preventDefault();
    };
    element?.addEventListener("touchmove", preventScroll, { passive: false });
    return () => element?.removeEventListener("touchmove", preventScroll);
  });
  useEffect(() => {
    if (carried === undefined) return undefined;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") leave();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [carried, leave]);

  const createHandlers = (who: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // The button beside the name is for clicks, not for dragging.
      if (event.button !== 0 || (event.target as Element).closest("button") !== null) return;
      held.current = { x: event.clientX, y: event.clientY, isCarried: false };
      // Touch pointers are captured implicitly.
      if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const from = held.current;
      if (from === undefined) return;
      from.isCarried ||= Math.hypot(x - from.x, y - from.y) >= farEnough;
      if (from.isCarried) setCarried({ who, x, y, over: findSide(x, y) });
    },
    onPointerUp: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const to = held.current?.isCarried === true ? findSide(x, y) : undefined;
      leave();
      if (to !== undefined) onDrop(who, to);
    },
    onPointerCancel: leave,
  });
  return { carried, handlers: createHandlers };
}

function findSide(x: number, y: number): Side | undefined {
  const side = document.elementFromPoint(x, y)?.closest("[data-side]")?.getAttribute("data-side");
  return side === "stage" || side === "offstage" ? side : undefined;
}
