import { withScratch } from "../cli/scratch.ts";
import type { Config } from "../config.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { Log } from "../domain/ports/log.ts";
import type { Keys } from "../store/secrets.ts";
import type { RehearsalDeps } from "../store/upgrade/rehearse.ts";
import { backupDirectory } from "./chores.ts";
import { productProjector } from "./projections.ts";

interface UpgradeParts {
  readonly config: Config;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "bytes">;
  readonly log: Log;
}

export const rehearsalOf = (on: UpgradeParts): RehearsalDeps => ({
  projector: productProjector(),
  keyring: on.keys,
  randomBytes: (count) => on.chance.bytes(count),
  directory: backupDirectory(on.config),
  clock: on.clock,
  log: on.log,
  withScratch,
});

/** Undefined where the settings say that migrations run untried. */
export function rehearsalBySettings(on: UpgradeParts): RehearsalDeps | undefined {
  const { rehearse_upgrades: isTried } = on.config.database;
  return isTried ? rehearsalOf(on) : undefined;
}
