import type { Chance, Clock } from "../domain/clock.ts";
import type { Failpoints } from "../domain/failpoints.ts";
import type { Log, Metrics } from "../domain/log.ts";
import type { Database } from "./database.ts";
import type { Projector } from "./projector.ts";

/** What every engine works with. Made once, at the start. */
export interface EngineParts {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly failpoints: Failpoints;
}
