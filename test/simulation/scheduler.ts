import { AsyncLocalStorage } from "node:async_hooks";
import { iso } from "../../src/domain/ports/clock.ts";
import type { Actor } from "./actors.ts";
import type { Dice } from "./dice.ts";

interface Step {
  readonly actor: Actor;
  readonly label: string;
  readonly mayGo?: (() => boolean) | undefined;
  readonly go: () => void;
}

interface Alarm extends Step {
  readonly at: number;
}

/**
 * One thread, one clock, one seed. Whatever waits for a port waits here, and in every step chance
 * chooses one of those that may go on. Time passes a little with every step, and leaps to the next
 * alarm when nothing else is left to do.
 */
export interface Scheduler {
  /** Milliseconds since the epoch, as a clock without faults shows them. */
  now(): number;
  readonly steps: number;
  readonly trace: readonly string[];
  note(actor: string, what: string): void;
  /** Calls back in a step of its own. `mayGo` keeps it waiting. */
  add(step: Step): void;
  /** The same, not before this many milliseconds have passed. */
  addLater(step: Step, ms: number): () => void;
  /** Resolves in a step of its own. */
  cross(actor: Actor, label: string): Promise<void>;
  /** Code that runs inside belongs to the actor: its timers become steps. */
  runAs<T>(actor: Actor, work: () => T): T;
  /** Goes on until the condition holds, nothing is left to do, or the limit is reached. */
  run(until: () => boolean, most: { readonly steps: number; readonly ms: number }): Promise<End>;
}

export type End = "done" | "nothing_left" | "too_many_steps" | "too_late";

const realSetImmediate = globalThis.setImmediate;
const realTimers = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
};

const quietMs = 300;
const lateMs = 8_000;

/** All that runs until it waits for a port again. Nothing in a simulation waits for anything else. */
const settle = (): Promise<void> => new Promise((resolve) => void realSetImmediate(resolve));

export function createScheduler(dice: Dice, startsAt: number): Scheduler {
  const current = new AsyncLocalStorage<Actor>();
  const trace: string[] = [];
  let ready: Step[] = [];
  let alarms: Alarm[] = [];
  let now = startsAt;
  let steps = 0;

  const isAble = ({ actor, mayGo }: Step): boolean =>
    actor.isAlive && actor.pausedUntil <= now && (mayGo?.() ?? true);
  const collectDue = (): void => {
    const due = alarms.filter(({ at }) => at <= now);
    if (due.length === 0) return;
    alarms = alarms.filter(({ at }) => at > now);
    ready.push(...due.sort((a, b) => a.at - b.at));
  };
  const tryLeap = (): boolean => {
    alarms = alarms.filter(({ actor }) => actor.isAlive);
    const moments = [
      ...alarms.map(({ at }) => at),
      ...ready.filter(({ actor }) => actor.isAlive).map(({ actor }) => actor.pausedUntil),
    ].filter((at) => at > now);
    if (moments.length === 0) return false;
    const next = Math.min(...moments);
    // When little happens, alarms may ring late: a machine that is busy elsewhere, and fewer steps.
    now = next + (next - now > quietMs ? dice.below(lateMs) : 0);
    return true;
  };
  const choose = (): Step | undefined => {
    for (;;) {
      collectDue();
      ready = ready.filter(({ actor }) => actor.isAlive);
      const able = ready.filter(isAble);
      if (able.length > 0) return dice.pick(able);
      if (!tryLeap()) return undefined;
    }
  };
  const note = (actor: string, what: string): void => {
    trace.push(`${String(steps).padStart(5)} ${iso(now).slice(11, 23)} ${actor.padEnd(6)} ${what}`);
  };
  const scheduler: Scheduler = {
    now: () => now,
    get steps() {
      return steps;
    },
    trace,
    note,
    add: (step) => void ready.push(step),
    addLater(step, ms) {
      const alarm = { ...step, at: now + Math.max(0, ms) };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((each) => each !== alarm);
        ready = ready.filter((each) => each !== alarm);
      };
    },
    cross: (actor, label) =>
      new Promise((resolve) => {
        scheduler.add({ actor, label, go: resolve });
      }),
    runAs: (actor, work) => current.run(actor, work),
    async run(until, most) {
      const [lastStep, lastMoment] = [steps + most.steps, now + most.ms];
      const restore = replaceTimers(scheduler, current);
      try {
        await settle();
        while (!until()) {
          if (steps >= lastStep) return "too_many_steps";
          if (now > lastMoment) return "too_late";
          const step = choose();
          if (step === undefined) return "nothing_left";
          ready = ready.filter((each) => each !== step);
          steps += 1;
          now += dice.below(4);
          note(step.actor.name, step.label);
          current.run(step.actor, step.go);
          await settle();
        }
        return "done";
      } finally {
        restore();
      }
    },
  };
  return scheduler;
}

/** The few places that use the runtime's own timers get steps instead, as long as a process of the simulation calls them. */
function replaceTimers(scheduler: Scheduler, current: AsyncLocalStorage<Actor>): () => void {
  const cancels = new WeakMap<object, () => void>();
  const later = (step: Step, ms: number): object => {
    const handle = { ref: () => handle, unref: () => handle, hasRef: () => true };
    cancels.set(handle, scheduler.addLater(step, ms));
    return handle;
  };
  type Callback = (...args: unknown[]) => void;
  const faked = {
    setTimeout(go: Callback, ms = 0, ...args: unknown[]) {
      const actor = current.getStore();
      return actor === undefined
        ? realTimers.setTimeout(go, ms, ...args)
        : later({ actor, label: "timeout", go: () => go(...args) }, ms);
    },
    clearTimeout(handle: unknown) {
      const cancel =
        typeof handle === "object" && handle !== null ? cancels.get(handle) : undefined;
      if (cancel === undefined) realTimers.clearTimeout(handle as NodeJS.Timeout);
      else cancel();
    },
    setImmediate(go: Callback, ...args: unknown[]) {
      const actor = current.getStore();
      return actor === undefined
        ? realTimers.setImmediate(go, ...args)
        : later({ actor, label: "immediate", go: () => go(...args) }, 0);
    },
  };
  Object.assign(globalThis, faked);
  return () => void Object.assign(globalThis, realTimers);
}
