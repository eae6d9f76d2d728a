import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type BundledPostgres, startBundledPostgres } from "../../src/store/bundled-postgres.ts";
import { silentLog } from "./silent-log.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A socket: whoever connects is told where the run's database listens, or why there is none. */
    readonly postgresDesk: string;
  }
}

export type DeskAnswer = { readonly connection: BundledPostgres["connection"] } | { readonly failure: string };

/** One throw-away server for the whole run, started when the first test asks. Runs without such a test pay nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  // Many tests start the product as a process: it is compiled once for all of them.
  process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "..", "..", "node_modules", ".cache", "meanwhile");
  let starting: Promise<BundledPostgres> | undefined;
  const desk = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    starting ??= startThrowAway();
    starting.then(
      ({ connection }) => socket.end(JSON.stringify({ connection } satisfies DeskAnswer)),
      (error: unknown) => socket.end(JSON.stringify({ failure: String(error) } satisfies DeskAnswer)),
    );
  });
  const place = await mkdtemp(join(tmpdir(), prefix()));
  const path = join(place, "desk.sock");
  await new Promise<void>((resolve) => desk.listen(path, resolve));
  project.provide("postgresDesk", path);
  return async () => {
    desk.close();
    await starting?.then((server) => server.stop()).catch(() => undefined);
    await removeOwn();
  };
}

/** Nothing here outlives the run, so nothing needs to reach the disk. */
async function startThrowAway(): Promise<BundledPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix()));
  const hasty = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const settings = { ...hasty, max_connections: "200", autovacuum: "off", max_wal_size: "4GB" };
  return startBundledPostgres({ dataDir, log: silentLog, uid: process.getuid?.() ?? -1, settings });
}

const prefix = (pid = process.pid): string => `meanwhile-run-${pid}-`;

const removeOwn = async (): Promise<void> => removeThose((name) => name.startsWith(prefix()));

/** A run that was killed leaves files but no process: its servers end with it. */
const removeLeftovers = (): Promise<void> =>
  removeThose((name) => {
    const pid = /^meanwhile-run-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });

async function removeThose(doomed: (name: string) => boolean): Promise<void> {
  const names = (await readdir(tmpdir())).filter(doomed);
  // Somebody else's left-overs are not ours to remove.
  await Promise.allSettled(names.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
