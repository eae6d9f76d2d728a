import { useCallback, useEffect, useRef, useState, type PointerEvent } from "react";

export type Side = "stage" | "wings";

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
export function useCarry(onDrop: (who: string, to: Side) => void) {
  const [carried, setCarried] = useState<Carried>();
  const held = useRef<{ readonly who: string; readonly x: number; readonly y: number }>(undefined);
  const leave = useCallback(() => {
    held.current = undefined;
    setCarried(undefined);
  }, []);
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
      held.current = { who, x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const from = held.current;
      if (from === undefined || (carried === undefined && Math.hypot(x - from.x, y - from.y) < farEnough)) return;
      setCarried({ who, x, y, over: sideAt(x, y) });
    },
    onPointerUp: () => {
      if (carried?.over !== undefined) onDrop(carried.who, carried.over);
      leave();
    },
    onPointerCancel: leave,
  });
  return { carried, handlers };
}

function sideAt(x: number, y: number): Side | undefined {
  const side = document.elementFromPoint(x, y)?.closest("[data-side]")?.getAttribute("data-side");
  return side === "stage" || side === "wings" ? side : undefined;
}
