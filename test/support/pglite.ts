import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
import type { Database } from "../../src/store/database.ts";
import { applyMigrations } from "../../src/store/migrate.ts";
import { openPglite } from "../../src/store/pglite-database.ts";

/** An empty, migrated database in memory. The clock of its SQL is the clock of this process. */
export async function pgliteDatabase(): Promise<{ db: Database; lite: PGlite }> {
  // To unpack a copy takes a second, to make one takes several: the first file of the run makes it for all.
  const copy = join(dirname(inject("postgresDesk")), "pglite.tar");
  const packed = await readFile(copy).catch(() => undefined);
  const lite = packed === undefined ? await makeFirst(copy) : await PGlite.create({ loadDataDir: new Blob([packed]) });
  return { db: openPglite(lite), lite };
}

async function makeFirst(copy: string): Promise<PGlite> {
  const lite = await PGlite.create();
  await applyMigrations(async <R>(text: string) => ((await lite.exec(text)).at(-1)?.rows ?? []) as R[]);
  const packed = await lite.dumpDataDir("none");
  // Nobody sees half of it, and of two who made one at the same time either is as good.
  await writeFile(`${copy}.${process.pid}`, new Uint8Array(await packed.arrayBuffer()));
  await rename(`${copy}.${process.pid}`, copy);
  return lite;
}
