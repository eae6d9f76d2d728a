import type { ReminderPlace, ReminderRoute } from "../domain/ports/reminder-routes.ts";
import type { TimerKind } from "../domain/timers.ts";
import type { Sql } from "../store/database/database.ts";
import type { EngineParts } from "../store/work/engine-parts.ts";

/** The dependencies of the timers. Made once, at the start. */
export interface TimerEngine extends EngineParts {
  readonly kinds: ReadonlyMap<string, TimerKind>;
  readonly settings: TimerSettings;
  /**
   * The moment that decides what is due. One clock for all processes: a machine whose own is wrong
   * fires nothing too early.
   */
  now(sql: Sql): Promise<number>;
  /** The conversation of each of these, in order. */
  routes(
    sql: Sql,
    places: readonly ReminderPlace[],
  ): Promise<readonly (ReminderRoute | undefined)[]>;
  partsOf(channel: string, text: string): readonly string[];
}

export interface TimerSettings {
  readonly holder: string;
  readonly sweepMs: number;
  /** After this it is no longer worth sending. */
  readonly expiresMs: number;
  /** Timers that end in one transaction. */
  readonly batch: number;
  /** Version of the time zones' rules. */
  readonly zones: string;
}

export async function databaseNow(sql: Sql): Promise<number> {
  const [row] = await sql.rows<{ ms: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
  );
  if (row === undefined) throw new Error("the database has no clock");
  return Math.floor(row.ms);
}
