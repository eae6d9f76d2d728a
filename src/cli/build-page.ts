import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

export interface PageBuild {
  /**
   * The folder of the finished page. Every file other than `index.html` is named by its content.
   */
  readonly directory: string;
  /** False when the existing page still matches its sources. */
  readonly built: boolean;
}

export interface PageBuildOptions {
  /** The checkout: it holds `console/` and `node_modules/`. */
  readonly root: string;
  /** Default: `dist/console` in the checkout. */
  readonly directory?: string | undefined;
  /** Ends the build; what was there before stays. */
  readonly signal?: AbortSignal | undefined;
}

/** Written into the finished page, so that page and stamp appear together. */
const stampName = "build.json";

/**
 * Builds the page unless it is there already, made from the same sources. It is built beside its place and moved
 * there whole: a server that reads the directory meanwhile never finds half a page.
 */
export async function buildPage(options: PageBuildOptions): Promise<PageBuild> {
  const directory = options.directory ?? join(options.root, "dist", "console");
  // The published package holds the page, and nothing to build it from.
  if (!existsSync(join(options.root, "console")) && existsSync(join(directory, "index.html")))
    return { directory, built: false };
  const stamp = await hashSources(options.root);
  const versions = await hashVersions(options.root);
  const before = await readStamp(directory);
  // A package without a lockfile holds the page that was built with it.
  if (before?.sources === stamp && (versions === undefined || before.versions === versions)) {
    await reopen(directory);
    return { directory, built: false };
  }
  const made = await mkdir(dirname(directory), { recursive: true });
  if (made !== undefined) await chmod(dirname(directory), 0o755);
  const fresh = await mkdtemp(`${directory}-`);
  try {
    await runVite(options, fresh);
    await writeFile(join(fresh, stampName), JSON.stringify({ sources: stamp, versions }));
    await openToReaders(fresh);
    await moveInto(fresh, directory).catch(async (error: unknown) => {
      // Another start was building the same page and was faster.
      if ((await readStamp(directory))?.sources !== stamp) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return { directory, built: true };
}

/**
 * The page is public. Who builds it, such as root or the maker of an image, is often not the user who serves it, and
 * temporary directories and this program's umask would close it to that one.
 */
async function openToReaders(path: string): Promise<void> {
  const isDirectory = (await stat(path)).isDirectory();
  await chmod(path, isDirectory ? 0o755 : 0o644);
  if (!isDirectory) return;
  for (const name of await readdir(path)) await openToReaders(join(path, name));
}

/** Pages that earlier versions built were closed to others. */
async function reopen(directory: string): Promise<void> {
  const { mode, uid } = await stat(directory);
  if ((mode & 0o005) === 0 && uid === process.getuid?.()) await openToReaders(directory);
}

/** A directory can't be renamed over a full one, so the old page is moved away first. */
async function moveInto(fresh: string, directory: string): Promise<void> {
  const aside = `${fresh}-old`;
  if (existsSync(directory)) await rename(directory, aside);
  await rename(fresh, directory);
  await rm(aside, { recursive: true, force: true });
}

interface Stamp {
  readonly sources?: string;
  readonly versions?: string;
}

async function readStamp(directory: string): Promise<Stamp | undefined> {
  const path = join(directory, stampName);
  if (!existsSync(path)) return undefined;
  return JSON.parse(await readFile(path, "utf8")) as Stamp;
}

/** The versions of the packages in the page, where a lockfile says them. */
async function hashVersions(root: string): Promise<string | undefined> {
  const path = join(root, "package-lock.json");
  return existsSync(path)
    ? createHash("sha256")
        .update(await readFile(path))
        .digest("hex")
    : undefined;
}

/** The page's own files and the packages that it names. */
async function hashSources(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const path of await sourcePaths(root)) {
    hash.update(`${relative(root, path)}\0`);
    hash.update(await readFile(path));
  }
  return hash.digest("hex");
}

async function sourcePaths(root: string): Promise<string[]> {
  const found = await readdir(join(root, "console"), { recursive: true, withFileTypes: true });
  const own = found
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const others = ["package.json", join("client", "address.ts")]
    .map((name) => join(root, name))
    .filter((path) => existsSync(path));
  return [...own.sort(), ...others];
}

/** In a process of its own: a bundler would hold up the server's event loop and keep its memory. */
async function runVite(options: PageBuildOptions, outDir: string): Promise<void> {
  const vite = join(
    dirname(createRequire(join(options.root, "package.json")).resolve("vite/package.json")),
    "bin",
    "vite.js",
  );
  const args = [
    vite,
    "build",
    join(options.root, "console"),
    "--outDir",
    outDir,
    "--configLoader",
    "native",
    "--logLevel",
    "warn",
  ];
  // No secret of the server's environment reaches the bundler.
  const env = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    TMPDIR: process.env["TMPDIR"],
    NODE_ENV: "production",
  };
  const child = spawn(process.execPath, args, {
    cwd: options.root,
    env,
    signal: options.signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const keep = (text: string): void => {
    said = (said + text).slice(-4_000);
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new Error(`The page could not be built (vite ended with ${code}).\n${said.trim()}`);
}
