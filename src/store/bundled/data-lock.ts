import { chmod, link, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { errorCode, ownDirectory } from "./data-directory.ts";
import type { DatabaseAddress } from "./postgres.ts";

/**
 * One holder per data directory.
 *
 * The lock is a listening socket, so the kernel releases it when its process dies, in whatever way.
 * The files are `lock/1.sock`, `lock/2.sock`…: the newest that answers is the holder. A taker first
 * listens under a private name and then links that socket to the next number. Linking fails if the
 * number is taken, so one of two takers wins; and because a numbered socket listens from its first
 * moment, one that refuses a connection is certainly dead. Numbers are never reused: a dead socket
 * stays until the next holder has passed it.
 */
export interface Owner {
  readonly pid: number;
  readonly startedAt: string;
  readonly command: string;
}

/**
 * Facts that a holder publishes to other processes. Never a secret: every user who may enter the
 * directory can read it.
 */
export interface Holder extends Owner {
  readonly url?: string | undefined;
  readonly database?: DatabaseAddress | undefined;
}

export interface DataLock {
  /** Publishes facts for other commands on this machine, such as where the database listens. */
  publish(facts: Pick<Holder, "url" | "database">): void;
  release(): Promise<void>;
}

/** `heldBy` is missing if the holder is alive but does not answer, or belongs to another user. */
export type LockOutcome =
  | { readonly lock: DataLock }
  | { readonly heldBy: Holder | undefined; readonly sentence: string };

export async function takeDataLock(dataDir: string, owner: Owner): Promise<LockOutcome> {
  let facts: Holder = owner;
  const answering = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(JSON.stringify(facts));
  });
  const taken =
    process.platform === "win32"
      ? await takePipe(dataDir, answering)
      : await takeSocket(dataDir, answering);
  if (taken !== undefined)
    return { heldBy: taken.holder, sentence: await describeTaken(dataDir, taken) };
  answering.unref();
  return {
    lock: {
      publish: (more) => {
        facts = { ...facts, ...more };
      },
      release: () => closeServer(answering),
    },
  };
}

/** The current holder of the directory, if any. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  if (process.platform === "win32") return (await askHolder(pipeName(dataDir)))?.holder;
  const newest = (await listNumbers(join(dataDir, "lock"))).at(-1);
  return newest === undefined
    ? undefined
    : (await askHolder(socketFile(join(dataDir, "lock"), newest)))?.holder;
}

async function describeTaken(dataDir: string, { holder, closed }: Alive): Promise<string> {
  const stop = "Stop that one first, or set MEANWHILE_DATA to another directory.";
  if (closed !== undefined)
    return `The data directory ${dataDir} is in use by a process of another user (uid ${await uidOf(closed)}), or one was killed there: only that user can tell. Run this as that user; if nothing runs there, remove ${closed}.`;
  const who =
    holder === undefined
      ? "a process that does not answer"
      : `process ${holder.pid}, \`${holder.command}\`, started ${holder.startedAt}`;
  return `The data directory ${dataDir} is in use by Meanwhile (${who}). ${stop}`;
}

async function refuseClosed(directory: string, cause: unknown): Promise<never> {
  if (errorCode(cause) !== "EACCES") throw cause;
  throw new Error(
    `${directory} belongs to another user (uid ${await uidOf(directory)}), whose command ran here once. Give it to the owner of the data directory: chown -R.`,
    { cause },
  );
}

const uidOf = async (path: string): Promise<number | string> =>
  (await stat(path).catch(() => undefined))?.uid ?? "unknown";

async function takeSocket(dataDir: string, server: Server): Promise<Alive | undefined> {
  const directory = join(await ownDirectory(dataDir), "lock");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const corner = await mkdtemp(join(directory, "taking-")).catch((cause: unknown) =>
    refuseClosed(directory, cause),
  );
  const own = join(corner, "meanwhile.sock");
  await listenOn(server, own);
  // Who may enter the directory may ask who holds it, and so finds out that a dead holder is dead.
  await chmod(own, 0o666);
  try {
    const alive = await takeNextNumber(directory, own);
    if (alive !== undefined) await closeServer(server);
    else await sweep(directory, corner);
    return alive;
  } finally {
    await rm(corner, { recursive: true, force: true });
  }
}

async function takeNextNumber(directory: string, own: string): Promise<Alive | undefined> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const newest = (await listNumbers(directory)).at(-1) ?? 0;
    const alive = newest === 0 ? undefined : await askHolder(socketFile(directory, newest));
    if (alive !== undefined) return alive;
    const mine = socketFile(directory, newest + 1);
    if (!(await tryLink(own, mine))) continue;
    // A slow taker may have linked a number that a newer holder had already swept away.
    if ((await listNumbers(directory)).at(-1) === newest + 1) return undefined;
    await rm(mine, { force: true });
  }
  throw new Error(`Could not take the lock in ${directory}: its files keep changing.`);
}

async function tryLink(own: string, mine: string): Promise<boolean> {
  try {
    await link(own, mine);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes the files of dead holders and dead takers. Only the holder does this, and it spares
 * takers of the last minute.
 */
async function sweep(directory: string, corner: string): Promise<void> {
  const now = (await stat(corner)).mtimeMs;
  for (const old of (await listNumbers(directory)).slice(0, -1))
    await rm(socketFile(directory, old), { force: true });
  for (const name of await readdir(directory)) {
    if (!name.startsWith("taking-")) continue;
    const made = await stat(join(directory, name)).catch(() => undefined);
    if (made !== undefined && now - made.mtimeMs > 60_000)
      await rm(join(directory, name), { recursive: true, force: true });
  }
}

async function listNumbers(directory: string): Promise<readonly number[]> {
  const names = await readdir(directory).catch((error: unknown) =>
    errorCode(error) === "ENOENT" ? [] : refuseClosed(directory, error),
  );
  const found = names.flatMap((name) => /^(\d+)\.sock$/.exec(name)?.[1] ?? []);
  return found.map(Number).toSorted((a, b) => a - b);
}

const socketFile = (directory: string, number: number): string => join(directory, `${number}.sock`);

/** Windows manages pipe names itself and gives each to one process only. */
async function takePipe(dataDir: string, server: Server): Promise<Alive | undefined> {
  const name = pipeName(await ownDirectory(dataDir));
  try {
    await listenOn(server, name);
    return undefined;
  } catch (error) {
    if (errorCode(error) !== "EADDRINUSE") throw error;
    return (await askHolder(name)) ?? { holder: undefined };
  }
}

const pipeName = (dataDir: string): string =>
  `\\\\.\\pipe\\meanwhile-${createHash("sha256").update(dataDir.toLowerCase()).digest("hex").slice(0, 32)}`;

interface Alive {
  readonly holder: Holder | undefined;
  /** A socket of another user that this one may not ask. */
  readonly closed?: string;
}

/** Undefined if no process listens there. A stopped or busy holder still counts. */
function askHolder(path: string): Promise<Alive | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const socket = withShortPath(path, (name) => connect(name));
    const settle = (answer: Alive | undefined): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding("utf8").setTimeout(2_000, () => settle({ holder: undefined }));
    socket.on("data", (chunk: string) => (text += chunk));
    socket.on("end", () => settle({ holder: parseHolder(text) }));
    socket.on("error", (error) => {
      const code = errorCode(error);
      if (["ECONNREFUSED", "ENOENT", "ENOTSOCK"].includes(code)) settle(undefined);
      else settle({ holder: undefined, ...(code === "EACCES" ? { closed: path } : {}) });
    });
  });
}

/** A holder that dies while answering leaves half a message. */
function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function listenOn(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    withShortPath(path, (name) => server.listen(name, resolve));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/**
 * Socket paths are limited to 104 bytes on the smallest system. A longer one is addressed from
 * inside its directory; Node binds and connects synchronously, so no other code sees the changed
 * directory.
 */
function withShortPath<T>(path: string, use: (name: string) => T): T {
  if (process.platform === "win32" || Buffer.byteLength(path) < 104) return use(path);
  const back = process.cwd();
  process.chdir(dirname(path));
  try {
    return use(basename(path));
  } finally {
    process.chdir(back);
  }
}
