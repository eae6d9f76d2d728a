import { createHash } from "node:crypto";
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Binaries, copyBinaries, linkLibraries } from "./binaries.ts";
import {
  type RunAs,
  canReach,
  errorCode,
  exists,
  giveTree,
  ownDirectory,
  privateDirectory,
} from "./data-directory.ts";

/** Where a bundled database is stored, and the user that runs it. */
export interface Home {
  readonly cluster: string;
  readonly sockets: string;
  /** Holds `bin`, `lib` and `share`. */
  readonly native: string;
  readonly runAs: RunAs | undefined;
  /** A note for the operator if the location is not the expected one. */
  readonly note: string | undefined;
}

export interface HomeOptions {
  readonly dataDir: string;
  /** The user id of this process. */
  readonly uid: number;
  readonly binaries: Binaries;
  /** Where root stores what the database's user could not reach in the checkout. */
  readonly systemDir: string;
}

const nobody: RunAs = { uid: 65534, gid: 65534 };
/**
 * If the machine has a user of this name, it runs the database when root starts the product:
 * `nobody` is shared with other programs.
 */
const ownUserName = "meanwhile";
export const socketPort = 5432;
/** The limit is 104 bytes on macOS and 108 on Linux, including the closing zero. */
const longestSocketPath = 103;

export async function prepareHome(options: HomeOptions): Promise<Home> {
  const dataDir = await ownDirectory(options.dataDir);
  const runAs = options.uid === 0 ? await databaseUser(dataDir) : undefined;
  const base = await chooseBase({ ...options, dataDir }, runAs);
  const cluster = join(base, "postgres");
  if (runAs !== undefined && (await exists(cluster)) && (await stat(cluster)).uid !== runAs.uid)
    await giveTree(cluster, runAs);
  const native = await reachableBinaries(options.binaries, { base, runAs });
  const sockets = await socketDirectory(base, { uid: options.uid, runAs });
  const notes = [
    base === dataDir
      ? []
      : `the database is stored in ${cluster} (${join(dataDir, "postgres")} points there)`,
    /-\d+$/.test(base) && base !== dataDir
      ? `an earlier one of this path is still in ${base.replace(/-\d+$/, "")}`
      : [],
    native === options.binaries.native ? [] : `PostgreSQL's programs were copied to ${native}`,
  ].flat();
  const why =
    runAs === undefined
      ? "The installed packages are read-only"
      : `The database runs as user ${runAs.uid}, who may not enter all directories here`;
  return {
    cluster,
    sockets,
    native,
    runAs,
    note: notes.length === 0 ? undefined : `${why}: ${notes.join("; ")}.`,
  };
}

/**
 * An existing cluster keeps its owner; a new one belongs to the database's user. Root keeps its own
 * data directory: the database's user may pass through it but change no entry, so a compromised
 * database cannot plant links for root to follow.
 */
async function databaseUser(dataDir: string): Promise<RunAs> {
  const cluster = await stat(join(dataDir, "postgres")).catch(() => undefined);
  if (cluster !== undefined && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const { uid, gid } = await stat(dataDir);
  const own = (await ownUser()) ?? nobody;
  if (uid !== 0) return (await canReach(dataDir, own)) ? own : { uid, gid };
  const fresh = (await readdir(dataDir)).every((name) => name === "lock");
  if (fresh || cluster !== undefined) {
    await lchown(dataDir, 0, own.gid);
    await chmod(dataDir, 0o710);
  }
  return own;
}

/** The machine's user `meanwhile`, if it exists. */
export async function ownUser(file = "/etc/passwd"): Promise<RunAs | undefined> {
  const line = (await readFile(file, "utf8").catch(() => ""))
    .split("\n")
    .find((one) => one.startsWith(`${ownUserName}:`));
  const [uid, gid] = (line?.split(":").slice(2, 4) ?? []).map(Number);
  return uid === undefined || gid === undefined || !(uid > 0) || !(gid > 0)
    ? undefined
    : { uid, gid };
}

/**
 * The directory of the cluster: the data directory, or one under `systemDir` to which a link
 * points.
 */
async function chooseBase(options: HomeOptions, runAs: RunAs | undefined): Promise<string> {
  const { dataDir } = options;
  const place = join(dataDir, "postgres");
  const found = await lstat(place).catch(() => undefined);
  if (found?.isSymbolicLink() === true) {
    if (found.uid !== options.uid)
      throw new Error(`${place} is a link that another user created. Remove it.`);
    return resolveLink(place);
  }
  if (runAs === undefined || (await canReach(dataDir, runAs))) return dataDir;
  if (found !== undefined) {
    throw new Error(
      `The database in ${place} was created when its user (uid ${runAs.uid}) could reach it, but it no longer can. Open the directories above it with chmod o+x, or move the data directory.`,
    );
  }
  const base = await freeBase(options);
  // The link comes first, so that an interrupted start finds the location again.
  await symlink(join(base, "postgres"), place);
  return base;
}

async function resolveLink(place: string): Promise<string> {
  const base = dirname(await readlink(place));
  if (await exists(base)) return base;
  throw new Error(
    `${place} points to ${base}, which is missing. Restore it, or remove the link to start with an empty database.`,
  );
}

/**
 * Data left by an earlier data directory of the same name is never taken over and never removed.
 */
async function freeBase(options: HomeOptions): Promise<string> {
  const plain = join(options.systemDir, shortHash(options.dataDir));
  for (let number = 1; ; number += 1) {
    const base = number === 1 ? plain : `${plain}-${number}`;
    if (await exists(join(base, "postgres"))) continue;
    await mkdir(base, { recursive: true });
    await Promise.all([chmod(options.systemDir, 0o755), chmod(base, 0o755)]);
    return base;
  }
}

async function reachableBinaries(
  binaries: Binaries,
  { base, runAs }: { base: string; runAs: RunAs | undefined },
): Promise<string> {
  const { native, version, source } = binaries;
  if (source === "system") return native;
  if (runAs === undefined || (await reachesAll(native, runAs))) {
    const linked = await linkLibraries(native).then(
      () => true,
      (error: unknown) => {
        if (["EROFS", "EACCES", "EPERM"].includes(errorCode(error))) return false;
        throw error;
      },
    );
    if (linked) return native;
  }
  const copy = `native-${version}`;
  await copyBinaries(native, join(base, copy));
  const outdated = (await readdir(base)).filter(
    (name) => name.startsWith("native-") && name !== copy,
  );
  for (const name of outdated) await rm(join(base, name), { recursive: true, force: true });
  return join(base, copy, "native");
}

async function reachesAll(native: string, user: RunAs): Promise<boolean> {
  const samples = ["bin/postgres", "bin/initdb", "lib", "share/postgresql/postgres.bki"];
  return (await Promise.all(samples.map((path) => canReach(join(native, path), user)))).every(
    Boolean,
  );
}

interface DatabaseUser {
  readonly uid: number;
  readonly runAs: RunAs | undefined;
}

/**
 * Next to the cluster if the path is short enough for a socket, otherwise in a private directory
 * with a short name.
 */
async function socketDirectory(base: string, { uid, runAs }: DatabaseUser): Promise<string> {
  const beside = join(base, "run");
  if (isShortEnough(beside)) {
    await privateDirectory(beside, runAs);
    return beside;
  }
  for (const parent of [tmpdir(), "/tmp"]) {
    const short = join(parent, `meanwhile-${shortHash(base)}`);
    if (!isShortEnough(short) || (runAs !== undefined && !(await canReach(parent, runAs))))
      continue;
    await mkdir(short, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
    });
    await assertOurs(short, [uid, runAs?.uid ?? uid]);
    await privateDirectory(short, runAs);
    return short;
  }
  throw new Error(
    `The path ${base} is too long for a socket, and so is the temporary directory. Set MEANWHILE_DATA to a shorter path.`,
  );
}

const isShortEnough = (directory: string): boolean =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`)) <= longestSocketPath;

/**
 * Temporary directories are open to all users: another user's directory, or a link, must not be
 * used.
 */
async function assertOurs(path: string, owners: readonly number[]): Promise<void> {
  const found = await lstat(path);
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new Error(
      `${path} belongs to another user. Remove it, or set MEANWHILE_DATA to a shorter path.`,
    );
  }
}

const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);
