import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Migration } from "../../src/store/database/migrate.ts";
import type { PlantedBug } from "./planted-bugs.ts";

const root = join(import.meta.dirname, "..", "..");

/** How often the text that a bug replaces is there. */
export const countPlaces = ({ file, from }: PlantedBug): number =>
  readFileSync(join(root, file), "utf8").split(from).length - 1;

/** From now on the file is read with the bug in it. To be called before anything imports it. */
export function plant({ file, from, to }: PlantedBug): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith("file:") || fileURLToPath(url) !== join(root, file)) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString("utf8");
      return { ...loaded, source: source.replace(from, () => to) };
    },
  });
}

/** The same for a bug in a migration. */
export const plantIn =
  (bug: PlantedBug | undefined) =>
  (migration: Migration): Migration =>
    bug?.file.endsWith(`/${migration.name}`) === true
      ? { ...migration, sql: migration.sql.replace(bug.from, () => bug.to) }
      : migration;
