import type { Spine } from "../../src/spine/parts.ts";
import type { Presence } from "../../src/store/database/database.ts";

/** Whose step it is: a process, or the world outside of them. */
export interface Actor {
  readonly name: string;
  isAlive: boolean;
  /** It does nothing before this moment. */
  pausedUntil: number;
}

/** What is outside of all processes. */
export const world: Actor = { name: "world", isAlive: true, pausedUntil: -Infinity };

/** A process of the product: the spine, with a clock, a database, a vendor and a model of the simulation. */
export interface SimulatedProcess extends Actor {
  readonly number: number;
  /** How far its clock is off. */
  skewMs: number;
  /** There once it has started. */
  spine: Spine | undefined;
  isEnding: boolean;
  /** Its wake-up connection, while it has one. */
  listening: Listening | undefined;
}

export interface Listening {
  readonly onTopic: (topic: string) => void;
  readonly presence: Presence | undefined;
}

export const createProcess = (number: number): SimulatedProcess => ({
  name: `p${number}`,
  number,
  isAlive: true,
  pausedUntil: -Infinity,
  skewMs: 0,
  spine: undefined,
  isEnding: false,
  listening: undefined,
});

/** A process that is gone hears nothing. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
