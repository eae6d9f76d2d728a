/** The gaps between the steps of the flow. A test kills the process in each and checks that nothing was lost. */
export const failpointNames = [
  "accept.before_commit",
  "accept.committed",
  "turn.claimed",
  "turn.started",
  "turn.model_called",
  "turn.chunk_shown",
  "turn.staged",
  "turn.before_commit",
  "turn.committing",
  "turn.committed",
  "timers.claimed",
  "timers.firing",
  "timers.fired",
  "outbox.sending",
  "outbox.answered",
  "outbox.recorded",
] as const;

export type FailpointName = (typeof failpointNames)[number];

/** Where a test ends or halts the process: at the `hit`-th time that it gets there. */
export interface FailpointPlan {
  readonly name: FailpointName;
  readonly hit: number;
  /** `kill` ends it as a power cut would; `pause` stops it until a SIGCONT, as a sleeping machine would. */
  readonly act: "kill" | "pause";
}

/** Handed in by `main.ts`; outside of tests its `hit` does nothing. */
export interface Failpoints {
  hit(name: FailpointName): void;
}

export const noFailpoints: Failpoints = { hit: () => undefined };
