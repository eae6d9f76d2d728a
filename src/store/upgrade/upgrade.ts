import { migrate, migrateRehearsed } from "../database/migrate.ts";
import { asOwner } from "../database/owner.ts";
import type { ConnectionSettings } from "../database/postgres-database.ts";
import type { Projector } from "../log/projector.ts";
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
  const { applied, owesRebuild } = await migrateRehearsed(connection, async (pending) => {
    tried.rehearsal = await rehearse(connection, pending, on);
    return { rebuild: (tried.rehearsal?.rebuilt.length ?? 0) > 0 };
  });
  if (owesRebuild) await payRebuild(connection, on.projector);
  return { migrations: applied, rehearsal: tried.rehearsal };
}

/**
 * A later version may read more out of old events than their migration could write. The debt is
 * paid and struck out in one transaction; of processes that start at once, the others wait and find
 * it struck out.
 */
const payRebuild = (connection: ConnectionSettings, projector: Projector): Promise<void> =>
  asOwner(connection, async (sql) => {
    const owed = await sql.rows("select from schema_version where owes_rebuild for update");
    if (owed.length === 0) return;
    await rebuild(sql, projector);
    await sql.rows("update schema_version set owes_rebuild = false where owes_rebuild");
  });
