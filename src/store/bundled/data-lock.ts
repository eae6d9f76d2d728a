import { link, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { errorCode, ownDirectory } from "./data-directory.ts";
import type { DatabaseAddress } from "./postgres.ts";
import { type Alive, ask, closed, listening } from "./lock-socket.ts";

/**
 * One holder per data directory.
 *
 * The lock is a listening socket, so the kernel lets go of it when its process dies, however it dies. The files are
 * `lock/1.sock`, `lock/2.sock`…: the newest that answers is the holder. A taker listens first, under a private name,
 * and then links that socket to the next number. Linking fails if the number is taken, so of two takers one wins;
 * and since a numbered socket listens from its first moment, one that refuses is dead for certain. Numbers are
 * never used again: a dead socket stays until the next holder has gone past it.
 */
export interface Owner {
  readonly pid: number;
  readonly startedAt: string;
  readonly command: string;
}

/** What a holder tells whoever asks. No secret goes in: everybody who may enter the directory can read it. */
export interface Holder extends Owner {
  readonly url?: string | undefined;
  readonly database?: DatabaseAddress | undefined;
}

export interface DataLock {
  /** Adds facts for other commands on this machine, such as where the database listens. */
  publish(facts: Pick<Holder, "url" | "database">): void;
  release(): Promise<void>;
}

/** `heldBy` is missing when the holder lives but does not answer. */
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
    return { heldBy: taken.holder, sentence: refusal(dataDir, taken.holder) };
  answering.unref();
  return {
    lock: {
      publish: (more) => {
        facts = { ...facts, ...more };
      },
      release: () => closed(answering),
    },
  };
}

/** Who holds the directory now, if anybody does. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  if (process.platform === "win32") return (await ask(pipeName(dataDir)))?.holder;
  const newest = (await numbers(join(dataDir, "lock"))).at(-1);
  return newest === undefined
    ? undefined
    : (await ask(socketFile(join(dataDir, "lock"), newest)))?.holder;
}

function refusal(dataDir: string, holder: Holder | undefined): string {
  const who =
    holder === undefined
      ? "a process that does not answer"
      : `process ${holder.pid}, \`${holder.command}\`, started ${holder.startedAt}`;
  return `The data directory ${dataDir} is in use by Meanwhile (${who}). Stop that one first, or set MEANWHILE_DATA to another directory.`;
}

async function takeSocket(dataDir: string, server: Server): Promise<Alive | undefined> {
  const directory = join(await ownDirectory(dataDir), "lock");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const corner = await mkdtemp(join(directory, "taking-"));
  const own = join(corner, "meanwhile.sock");
  await listening(server, own);
  try {
    const alive = await climb(directory, own);
    if (alive !== undefined) await closed(server);
    else await sweep(directory, corner);
    return alive;
  } finally {
    await rm(corner, { recursive: true, force: true });
  }
}

async function climb(directory: string, own: string): Promise<Alive | undefined> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const newest = (await numbers(directory)).at(-1) ?? 0;
    const alive = newest === 0 ? undefined : await ask(socketFile(directory, newest));
    if (alive !== undefined) return alive;
    const mine = socketFile(directory, newest + 1);
    if (!(await linked(own, mine))) continue;
    // A taker that was slow may have linked a number which a newer holder had already swept away.
    if ((await numbers(directory)).at(-1) === newest + 1) return undefined;
    await rm(mine, { force: true });
  }
  throw new Error(`Could not take the lock in ${directory}: its files change all the time.`);
}

async function linked(own: string, mine: string): Promise<boolean> {
  try {
    await link(own, mine);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes what dead holders and dead takers left. Only the holder does this, and it spares takers of the last minute. */
async function sweep(directory: string, corner: string): Promise<void> {
  const now = (await stat(corner)).mtimeMs;
  for (const old of (await numbers(directory)).slice(0, -1))
    await rm(socketFile(directory, old), { force: true });
  for (const name of await readdir(directory)) {
    if (!name.startsWith("taking-")) continue;
    const made = await stat(join(directory, name)).catch(() => undefined);
    if (made !== undefined && now - made.mtimeMs > 60_000)
      await rm(join(directory, name), { recursive: true, force: true });
  }
}

async function numbers(directory: string): Promise<readonly number[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  const found = names.flatMap((name) => /^(\d+)\.sock$/.exec(name)?.[1] ?? []);
  return found.map(Number).toSorted((a, b) => a - b);
}

const socketFile = (directory: string, number: number): string => join(directory, `${number}.sock`);

/** Windows keeps pipe names itself and gives each to one process only. */
async function takePipe(dataDir: string, server: Server): Promise<Alive | undefined> {
  const name = pipeName(await ownDirectory(dataDir));
  try {
    await listening(server, name);
    return undefined;
  } catch (error) {
    if (errorCode(error) !== "EADDRINUSE") throw error;
    return (await ask(name)) ?? { holder: undefined };
  }
}

const pipeName = (dataDir: string): string =>
  `\\\\.\\pipe\\meanwhile-${createHash("sha256").update(dataDir.toLowerCase()).digest("hex").slice(0, 32)}`;
