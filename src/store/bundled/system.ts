import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Binaries, findBinaries } from "./binaries.ts";
import { exists } from "./data-directory.ts";

/** Which PostgreSQL programs run the database in the data directory. */
export type DatabasePrograms = "auto" | "bundled" | "system";

/** The builtin locale provider, which the cluster needs, came with PostgreSQL 17. */
const oldestMajor = 17;

/**
 * Install locations of distributions: Debian and Ubuntu, Red Hat and SUSE, Homebrew on ARM and
 * Intel.
 */
const places: readonly { readonly directory: string; readonly name: RegExp }[] = [
  { directory: "/usr/lib/postgresql", name: /^(\d+)$/ },
  { directory: "/usr", name: /^pgsql-(\d+)$/ },
  { directory: "/opt/homebrew/opt", name: /^postgresql@(\d+)$/ },
  { directory: "/usr/local/opt", name: /^postgresql@(\d+)$/ },
];

/** The distribution's PostgreSQL, newest first. The distribution supplies its security updates. */
export async function findSystemPrograms(from = places): Promise<Binaries[]> {
  const found: Binaries[] = [];
  for (const { directory, name } of from) {
    for (const entry of await readdir(directory).catch(() => [])) {
      const major = name.exec(entry)?.[1];
      const native = join(directory, entry);
      if (
        major === undefined ||
        Number(major) < oldestMajor ||
        !(await exists(join(native, "bin", "initdb")))
      )
        continue;
      found.push({ native, version: major, source: "system" });
    }
  }
  return found.toSorted((a, b) => Number(b.version) - Number(a.version));
}

interface ProgramChoice {
  readonly programs: DatabasePrograms;
  readonly platform: string;
  /** `<data>/postgres`, which may be a link or missing. */
  readonly cluster: string;
  readonly system: readonly Binaries[];
}

/**
 * Chooses the programs for this cluster. A cluster is only ever opened by the major version that
 * created it; a new one is created by the bundled programs, or by the distribution's if the setting
 * asks for them or none are bundled.
 */
export async function choosePrograms({
  programs,
  platform,
  cluster,
  system,
}: ProgramChoice): Promise<Binaries> {
  const bundled = await findBinaries(platform).catch((error: unknown) =>
    system.length > 0 || programs === "system" ? undefined : fail(error),
  );
  const made = (await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "")).trim();
  const preferred =
    programs === "system"
      ? [...system, bundled]
      : programs === "bundled"
        ? [bundled]
        : [bundled, ...system];
  const fits = preferred
    .filter((one) => one !== undefined)
    .filter((one) => made === "" || majorOf(one) === made);
  const chosen =
    made === "" && programs === "system" ? fits.find(({ source }) => source === "system") : fits[0];
  if (chosen !== undefined) return chosen;
  if (made !== "") {
    throw new Error(
      `The database in ${cluster} was created by PostgreSQL ${made}, and no programs of that version were found. Install PostgreSQL ${made}, or restore a backup into a new data directory.`,
    );
  }
  throw new Error(
    `\`database.programs\` is "system", and no PostgreSQL ${oldestMajor} or newer was found on this machine. Install it (on Debian: apt-get install postgresql), or set it to "auto".`,
  );
}

const majorOf = ({ version }: Pick<Binaries, "version">): string => version.split(".")[0] ?? "";

function fail(error: unknown): never {
  throw error;
}
