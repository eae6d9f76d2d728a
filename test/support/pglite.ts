import { PGlite } from "@electric-sql/pglite";
import type { Database } from "../../src/store/database.ts";
import { applyMigrations } from "../../src/store/migrate.ts";
import { openPglite } from "../../src/store/pglite-database.ts";

/** An empty, migrated database in memory. The clock of its SQL is the clock of this process. */
export async function pgliteDatabase(): Promise<{ db: Database; lite: PGlite }> {
  const lite = await PGlite.create();
  await applyMigrations(async <R>(text: string) => ((await lite.exec(text)).at(-1)?.rows ?? []) as R[]);
  return { db: openPglite(lite), lite };
}
