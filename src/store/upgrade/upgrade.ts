import { migrate } from "../database/migrate.ts";
import { asOwner } from "../database/owner.ts";
import type { ConnectionSettings } from "../database/postgres-database.ts";
import { rebuild } from "../log/rebuild.ts";
import { type Rehearsal, rehearse, type RehearsalDeps } from "./rehearse.ts";

export interface DoneUpgrade {
  readonly migrations: readonly string[];
  readonly rehearsal: Rehearsal | undefined;
}

/** Brings the database to this program's schema. Without `on`, migrations run untried. */
export async function upgradeDatabase(
  connection: ConnectionSettings,
  on: RehearsalDeps | undefined,
): Promise<DoneUpgrade> {
  if (on === undefined) return { migrations: await migrate(connection), rehearsal: undefined };
  const tried: { rehearsal?: Rehearsal | undefined } = {};
  const migrations = await migrate(connection, undefined, async (pending) => {
    tried.rehearsal = await rehearse(connection, pending, on);
  });
  const { rehearsal } = tried;
  // A later version may read more out of old events than their migration could write.
  if (rehearsal !== undefined && rehearsal.rebuilt.length > 0)
    await asOwner(connection, (sql) => rebuild(sql, on.projector));
  return { migrations, rehearsal };
}
