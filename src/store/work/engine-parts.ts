import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { Failpoints } from "../../domain/ports/failpoints.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { Database } from "../database/database.ts";
import type { Projector } from "../log/projector.ts";

/** The dependencies shared by all engines. Created once, at the start. */
export interface EngineParts {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly failpoints: Failpoints;
}
