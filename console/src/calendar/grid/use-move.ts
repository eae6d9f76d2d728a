import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { type TimedEntry } from "../contract.ts";
import { type Day, type Wall } from "../days.ts";
import { distance, step } from "../moves.ts";
import { canResize, tryMoveByKey, type Moving } from "./move-keys.ts";

export interface Moves {
  /**
   * The wall time under a point, for something that was grabbed so many minutes behind its
   * beginning.
   */
  readonly wallUnder: (
    x: number,
    y: number,
    grabbed: { readonly entry: TimedEntry; readonly minutes: number },
  ) => Wall | undefined;
  readonly minutesInto: (entry: TimedEntry, y: number, element: HTMLElement) => number;
  readonly onDrop: (moved: Moving) => void;
  readonly upDown: "minutes" | "weeks";
  readonly days: readonly Day[];
  readonly room: RefObject<HTMLElement | null>;
}

interface Grab {
  readonly entry: TimedEntry;
  readonly minutes: number;
  readonly x: number;
  readonly y: number;
  /** Its lower edge was grabbed. */
  readonly isEdge: boolean;
  isActive: boolean;
  rest?: ReturnType<typeof setTimeout>;
}

/** A mouse drags at once; a finger first rests a moment, since it may mean to scroll. */
const restMs = 350;
const farEnough = 5;

/** Entries that have fired or are over can't be moved. */
export const isMovable = ({ entry_type: type }: TimedEntry): boolean => type === "occurrence";

/** Moves entries by pointer or by keys. */
export function useMove(on: Moves) {
  const [moving, setMoving] = useState<Moving>();
  const grab = useRef<Grab>(undefined);
  const isClickSpent = useRef(false);
  const { room } = on;

  const leave = useCallback(() => {
    clearTimeout(grab.current?.rest);
    grab.current = undefined;
    setMoving(undefined);
  }, []);
  const drop = (): void => {
    if (moving !== undefined && hasChanged(moving)) on.onDrop(moving);
    leave();
  };

  const down = (entry: TimedEntry, event: PointerEvent<HTMLElement>): void => {
    isClickSpent.current = false;
    if (event.button !== 0 || !isMovable(entry)) return;
    const minutes = on.minutesInto(entry, event.clientY, event.currentTarget);
    const isEdge = canResize(entry, on.upDown) && isAtEdge(event);
    const held: Grab = {
      entry,
      minutes,
      x: event.clientX,
      y: event.clientY,
      isEdge,
      isActive: false,
    };
    grab.current = held;
    if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId);
    else
      held.rest = setTimeout(() => {
        held.isActive = true;
        setMoving({ entry, to: entry.display_start });
      }, restMs);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const held = grab.current;
    if (held === undefined) return;
    const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > farEnough;
    if (!held.isActive && isFar) {
      if (event.pointerType === "touch") return leave();
      held.isActive = true;
    }
    if (!held.isActive) return;
    const { entry } = held;
    const grabbed = held.isEdge ? { entry, minutes: 0 } : held;
    const to = on.wallUnder(event.clientX, event.clientY, grabbed);
    if (to === undefined) return;
    setMoving(held.isEdge ? pullEnd(entry, to) : { entry, to });
  };
  const up = (): void => {
    // The click that ends a drag opens nothing.
    isClickSpent.current = grab.current?.isActive === true;
    if (isClickSpent.current) drop();
    else if (grab.current !== undefined) leave();
  };

  useStillFinger(room, grab);
  useEscape(moving !== undefined, leave);

  const tryKey = (entry: TimedEntry, event: KeyboardEvent): boolean =>
    isMovable(entry) &&
    tryMoveByKey(event, {
      entry,
      moving,
      upDown: on.upDown,
      isShown: (day) => on.days.includes(day),
      setMoving,
      drop,
      leave,
    });
  const handlers = (entry: TimedEntry) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => down(entry, event),
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: leave,
    onKeyDown: (event: KeyboardEvent) => void tryKey(entry, event),
  });
  return { moving, handlers, isClickSpent: () => isClickSpent.current };
}

/** So far from the lower edge of an entry its end is grabbed, and not the whole. */
const edge = { mouse: 8, touch: 14 };

function isAtEdge({ currentTarget, clientY, pointerType }: PointerEvent<HTMLElement>): boolean {
  const { bottom, height } = currentTarget.getBoundingClientRect();
  const reach = Math.min(pointerType === "touch" ? edge.touch : edge.mouse, height / 3);
  return bottom - clientY <= reach;
}

/** The end follows the pointer; it stays behind the beginning. */
function pullEnd(entry: TimedEntry, end: Wall): Moving {
  const start = entry.display_start;
  const by = distance(start, end);
  return { entry, to: start, minutes: Math.max(by.days * 1_440 + by.minutes, step) };
}

const hasChanged = ({ entry, to, minutes }: Moving): boolean =>
  to !== entry.display_start || (minutes !== undefined && minutes !== entry.duration_minutes);

/**
 * While something is dragged by a finger, the page under it stays. The listener has to be there
 * before the finger is.
 */
function useStillFinger(
  room: RefObject<HTMLElement | null>,
  grab: RefObject<Grab | undefined>,
): void {
  useEffect(() => {
    const element = room.current;
    const still = (event: TouchEvent): void => {
      if (grab.current?.isActive === true) event.preventDefault();
    };
    element?.addEventListener("touchmove", still, { passive: false });
    return () => element?.removeEventListener("touchmove", still);
  }, [room, grab]);
}

function useEscape(isOn: boolean, leave: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key === "Escape") leave();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOn, leave]);
}
