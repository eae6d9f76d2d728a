import type { Fault, Plan, Point, Trouble } from "./plan.ts";
import type { Scheduler } from "./scheduler.ts";
import type { SimulatedProcess } from "./actors.ts";

/** What happens to a process as such. Whatever else goes wrong is up to the port where it does. */
export interface Blows {
  crash(process: SimulatedProcess, backMs: number): void;
  crashDatabase(backMs: number): void;
  end(process: SimulatedProcess): void;
  /** For so long nothing can be said about how quickly things happen. */
  disturb(ms: number): void;
}

export interface Faults {
  /** Called wherever something crosses a port. Gives the trouble that the port itself has to make. */
  strike(point: Point, process: SimulatedProcess): Pick<Fault, "what" | "ms"> | undefined;
  /** From now on nothing goes wrong. */
  calm(): void;
}

/** How long a vendor that is away stays away. */
export const outageMs = 25_000;

const general: ReadonlySet<Trouble> = new Set([
  "crash",
  "crash_with_database",
  "end",
  "pause",
  "leap",
]);

export function openFaults(plan: Plan, scheduler: Scheduler, blows: Blows): Faults {
  const counts = new Map<Point, number>();
  let isCalm = false;
  const deal = ({ what, ms }: Fault, process: SimulatedProcess): void => {
    if (what === "pause") process.pausedUntil = scheduler.now() + ms;
    if (what === "leap") process.skewMs += ms;
    if (what === "end") blows.end(process);
    if (what === "crash_with_database") blows.crashDatabase(ms);
    if (what === "crash" || what === "crash_with_database") blows.crash(process, ms);
  };
  return {
    strike(point, process) {
      const nth = (counts.get(point) ?? 0) + 1;
      counts.set(point, nth);
      if (isCalm) return undefined;
      const fault = plan.faults.find((each) => each.at === point && each.nth === nth);
      if (fault === undefined) return undefined;
      scheduler.note(process.name, `✗ ${fault.what} at ${point} ${nth} (${fault.ms} ms)`);
      blows.disturb(Math.max(fault.ms, outageMs));
      if (!general.has(fault.what)) return fault;
      deal(fault, process);
      return undefined;
    },
    calm() {
      isCalm = true;
    },
  };
}
