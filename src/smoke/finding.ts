import type { Expected, Forbid, Who } from "./case.ts";
import type { Difference, ReminderRow, SharedRow, Snapshot } from "./snapshot.ts";
import type { Person } from "./stack.ts";
import type { TurnView } from "./turn.ts";

/** A deviation from the expected outcome. A step without findings has passed. */
export interface Finding {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

export interface Evidence {
  readonly expected: Expected;
  readonly forbid: readonly Forbid[];
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** None where only time passed. */
  readonly turn: TurnView | undefined;
  /** The moment that the step's moments count from. */
  readonly now: number;
  /** The moment at which the step was over, by the instance's clock. */
  readonly endedAt: number;
  /** The clock is the real one. */
  readonly runsByItself: boolean;
  readonly people: readonly Person[];
  readonly speaker: Who;
  /** Rows by the names that the case gives them. Those that the step makes are added. */
  readonly named: Map<string, string>;
  /** Titles of other people's fixtures, which no message may contain. */
  readonly secrets: readonly string[];
  readonly isAlone: boolean;
}

export interface Differences {
  readonly reminders: Difference<ReminderRow>;
  readonly shared: Difference<SharedRow>;
}

export function must(
  what: string,
  expected: string | number | boolean | null,
  found: string | number | boolean | null,
): Finding[] {
  return expected === found ? [] : [{ what, expected: String(expected), found: String(found) }];
}
