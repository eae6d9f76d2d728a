import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";

export type Side = "stage" | "offstage";

/** Somebody on their way over the stage, held by a pointer. */
export interface Carried {
  readonly who: string;
  readonly x: number;
  readonly y: number;
  readonly over: Side | undefined;
}

const farEnough = 6;

/**
 * Carries somebody from one side to the other, by mouse, pen or finger. A row of faces can be pushed along sideways by a finger
 * (`touch-action` in the style), so a finger carries when it goes up or down, as the other side lies there.
 */
export function useDragPerson(
  room: RefObject<HTMLElement | null>,
  onDrop: (who: string, to: Side) => void,
) {
  const [carried, setCarried] = useState<Carried>();
  // What is shown lags behind a quick hand, so what happens goes by this.
  const held = useRef<{ readonly x: number; readonly y: number; isCarried: boolean }>(undefined);
  const leave = useCallback(() => {
    held.current = undefined;
    setCarried(undefined);
  }, []);
  // Whoever is carried by a finger takes nothing else along. The listener has to be there before the finger is.
  useEffect(() => {
    const element = room.current;
    const still = (event: TouchEvent): void => {
      if (held.current?.isCarried === true) event.preventDefault();
    };
    element?.addEventListener("touchmove", still, { passive: false });
    return () => element?.removeEventListener("touchmove", still);
  });
  useEffect(() => {
    if (carried === undefined) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === "Escape") leave();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [carried, leave]);

  const handlers = (who: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // The button beside the name is pressed, not carried.
      if (event.button !== 0 || (event.target as Element).closest("button") !== null) return;
      held.current = { x: event.clientX, y: event.clientY, isCarried: false };
      // A finger belongs to what it touched in any case.
      if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const from = held.current;
      if (from === undefined) return;
      from.isCarried ||= Math.hypot(x - from.x, y - from.y) >= farEnough;
      if (from.isCarried) setCarried({ who, x, y, over: sideAt(x, y) });
    },
    onPointerUp: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const to = held.current?.isCarried === true ? sideAt(x, y) : undefined;
      leave();
      if (to !== undefined) onDrop(who, to);
    },
    onPointerCancel: leave,
  });
  return { carried, handlers };
}

function sideAt(x: number, y: number): Side | undefined {
  const side = document.elementFromPoint(x, y)?.closest("[data-side]")?.getAttribute("data-side");
  return side === "stage" || side === "offstage" ? side : undefined;
}
