import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../domain/ports/log.ts";
import { postgresPackages } from "./binaries.ts";
import {
  databaseName,
  ensureCluster,
  isServerOf,
  readRecordedPid,
  stopLeftover,
  superuser,
  writeAccessRules,
} from "./cluster.ts";
import { assertAsReleased } from "./digest.ts";
import { type Home, prepareHome, socketPort } from "./home.ts";
import { type Server, type ServerExit, launch } from "./process.ts";
import { choosePrograms, type DatabasePrograms, findSystemPrograms } from "./system.ts";

/** A database's address over its unix socket: `host` is the socket's directory. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface BundledPostgres {
  readonly connection: DatabaseAddress;
  readonly pid: number;
  /** A note for the operator if something is not stored where expected. */
  readonly note: string | undefined;
  /** Resolves when the server has exited. An unexpected exit ends the product too. */
  readonly exited: Promise<ServerExit>;
  stop(): Promise<void>;
}

export interface BundledOptions {
  /** The caller holds its lock (`takeDataLock`), so a server found running in it is a leftover. */
  readonly dataDir: string;
  readonly log: Log;
  /** The user id of this process. */
  readonly uid: number;
  /** Override the default settings. Only tests do this, to switch `fsync` off. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly systemDir?: string;
  /** The PostgreSQL programs to use. Default: `auto`. */
  readonly programs?: DatabasePrograms | undefined;
  /** Work that needs no database: it runs while the server's own process starts. */
  readonly whileStarting?: (() => void) | undefined;
}

/**
 * Small, durable, and silent about content: the contents of statements are never written to the
 * server's log.
 */
const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // Limits the WAL to replay after a crash: with a gigabyte the next start took half a minute and
  // more.
  checkpoint_timeout: "5min",
  max_wal_size: "128MB",
  jit: "off",
  // Parallel plans need shared memory that containers often lack.
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  cluster_name: "meanwhile",
};

export async function startBundledPostgres(options: BundledOptions): Promise<BundledPostgres> {
  const { log } = options;
  const platform = `${process.platform}-${process.arch}`;
  const cluster = join(options.dataDir, "postgres");
  const binaries = await choosePrograms({
    programs: options.programs ?? "auto",
    platform,
    cluster,
    system: await findSystemPrograms(),
  });
  if (binaries.source === "bundled") await assertAsReleased(postgresPackages[platform] ?? "");
  const home = await prepareHome({
    ...options,
    binaries,
    systemDir: options.systemDir ?? "/var/lib/meanwhile",
  });
  await stopLeftover(home.cluster, log);
  await ensureCluster(home, { durable: options.settings?.["fsync"] !== "off", log });
  await writeAccessRules(home);
  const server = await startServer(home, options);
  return {
    connection: { host: home.sockets, port: socketPort, user: superuser, database: databaseName },
    pid: server.pid,
    note: home.note,
    exited: server.exited,
    async stop() {
      await server.stop();
      if (dirname(home.sockets) !== dirname(home.cluster))
        await rm(home.sockets, { recursive: true, force: true });
    },
  };
}

/**
 * Backends of a killed server may live a moment longer. PostgreSQL detects them by their shared
 * memory and refuses to start; the right answer is to wait for them, not to remove its lock file.
 */
async function startServer(home: Home, options: BundledOptions): Promise<Server> {
  const settings = {
    ...serverSettings,
    ...options.settings,
    unix_socket_directories: `"${home.sockets.replaceAll('"', '""')}"`,
  };
  const args = [
    "-D",
    home.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  for (let attempt = 1; ; attempt += 1) {
    await rm(join(home.sockets, `.s.PGSQL.${socketPort}.lock`), { force: true });
    const server = await launch(home, {
      args,
      log: options.log,
      steppingOver: await stalePid(home),
    });
    if (attempt === 1) options.whileStarting?.();
    if (await becomesReady(server, home, options.log)) return server;
    await server.stop();
    const said = await server.lastWords();
    if (!said.includes("still in use") || attempt === mostAttempts)
      throw new Error(`The bundled database did not start. ${said}`);
    options.log.warn(
      {},
      "a killed database server has not released its memory yet; waiting for it",
    );
    await pause(500);
  }
}

/** Half a second apart: backends of a killed server have a minute to end. */
const mostAttempts = 120;

async function stalePid(home: Home): Promise<number | undefined> {
  const pid = await readRecordedPid(home.cluster);
  return pid === undefined || (await isServerOf(pid, home.cluster)) ? undefined : pid;
}

/**
 * The server writes `ready` into its lock file when it accepts connections. Recovery after a crash
 * may take a while.
 */
async function becomesReady(server: Server, home: Home, log: Log): Promise<boolean> {
  const gone = server.exited.then(() => "gone" as const);
  for (let tick = 1; tick < 15_000; tick += 1) {
    if (tick % 250 === 0)
      log.warn(
        { seconds: tick / 50 },
        "the database is still starting; after a crash it replays its log first",
      );
    const lines = (
      await readFile(join(home.cluster, "postmaster.pid"), "utf8").catch(() => "")
    ).split("\n");
    if (lines[0] === String(server.pid) && lines[7]?.trim() === "ready") return true;
    if ((await Promise.race([gone, pause(20)])) === "gone") return false;
  }
  return false;
}
