import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";
import { dayOf, minutesOf, type Wall, wallAt } from "../days.ts";
import { type Slot } from "../entry/entry-draft.ts";
import { step, toDropWall } from "../moves.ts";

/** A stretch of free time that is being drawn. */
export interface Span {
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

interface Drawing {
  readonly column: HTMLElement;
  readonly day: string;
  readonly y: number;
  isActive: boolean;
  rest?: ReturnType<typeof setTimeout>;
}

/** As for moves: a mouse draws at once, a finger rests first, since it may mean to scroll. */
const restMs = 350;
const farEnough = 6;

/** Draws a new entry over free time of a day, by mouse or finger. */
export function useSpan(room: RefObject<HTMLElement | null>, onSpan: (slot: Slot) => void) {
  const [span, setSpan] = useState<Span>();
  const drawing = useRef<Drawing>(undefined);
  const isClickSpent = useRef(false);
  const leave = (): void => {
    clearTimeout(drawing.current?.rest);
    drawing.current = undefined;
    setSpan(undefined);
  };
  const spanTo = (held: Drawing, y: number): Span => {
    const [from, to] = [minutesAt(held, held.y), minutesAt(held, y)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    return { day: held.day, from, to: Math.max(to, from + step) };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    isClickSpent.current = false;
    const day = event.currentTarget.dataset["day"];
    if (event.button !== 0 || event.target !== event.currentTarget || day === undefined) return;
    const held: Drawing = {
      column: event.currentTarget,
      day,
      y: event.clientY,
      isActive: false,
    };
    drawing.current = held;
    if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId);
    else
      held.rest = setTimeout(() => {
        held.isActive = true;
        setSpan(spanTo(held, held.y));
      }, restMs);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const held = drawing.current;
    if (held === undefined) return;
    if (!held.isActive && Math.abs(event.clientY - held.y) > farEnough) {
      if (event.pointerType === "touch") return leave();
      held.isActive = true;
    }
    if (held.isActive) setSpan(spanTo(held, event.clientY));
  };
  const onPointerUp = (): void => {
    isClickSpent.current = drawing.current?.isActive === true;
    if (isClickSpent.current && span !== undefined)
      onSpan({
        start: wallAt(span.day, span.from),
        minutes: span.to - span.from,
        allDay: false,
      });
    leave();
  };
  useStillPage(room, drawing);
  return {
    span,
    isClickSpent: () => isClickSpent.current,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: leave },
  };
}

function minutesAt({ column, day }: Drawing, y: number): number {
  const { top, height } = column.getBoundingClientRect();
  const wall: Wall = toDropWall(day, ((y - top) / height) * 1_440);
  return dayOf(wall) === day ? minutesOf(wall) : 0;
}

/** While a finger draws, the page under it stays. */
function useStillPage(
  room: RefObject<HTMLElement | null>,
  drawing: RefObject<Drawing | undefined>,
): void {
  useEffect(() => {
    const element = room.current;
    const still = (event: TouchEvent): void => {
      if (drawing.current?.isActive === true) event.preventDefault();
    };
    element?.addEventListener("touchmove", still, { passive: false });
    return () => element?.removeEventListener("touchmove", still);
  }, [room, drawing]);
}
