import {
  lchown,
  mkdtemp,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Log } from "../../domain/ports/log.ts";
import type { Home } from "./home.ts";
import { runProgram } from "./process.ts";
import { exists, privateDirectory } from "./data-directory.ts";

export const databaseName = "meanwhile";
export const superuser = "postgres";

/**
 * Creates the cluster if it is missing: under a draft name, with its database, renamed when
 * complete. A process that is killed in between leaves a draft that the next start removes.
 */
export async function ensureCluster(
  home: Home,
  options: { durable: boolean; log: Log },
): Promise<void> {
  await removeDrafts(home.cluster, options.log);
  if (await exists(join(home.cluster, "PG_VERSION"))) return assertSameMajor(home);
  const draft = await mkdtemp(`${home.cluster}.draft-`);
  await privateDirectory(draft, home.runAs);
  const locale = [
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const rest = ["--auth=peer", "--no-instructions", ...(options.durable ? [] : ["--no-sync"])];
  await runProgram(home, {
    name: "initdb",
    args: [`--pgdata=${draft}`, `--username=${superuser}`, ...locale, ...rest],
  });
  const single = [
    "--single",
    "-D",
    draft,
    ...(options.durable ? [] : ["-c", "fsync=off"]),
    "postgres",
  ];
  await runProgram(home, {
    name: "postgres",
    args: single,
    input: `create database ${databaseName}\n`,
  });
  await rename(draft, home.cluster);
  if (options.durable) await syncDirectory(dirname(home.cluster));
  options.log.info({ directory: home.cluster }, "a new database was created");
}

/**
 * An initdb whose parent was killed may still be writing; its draft is then removed by a later
 * start.
 */
async function removeDrafts(cluster: string, log: Log): Promise<void> {
  const drafts = (await readdir(dirname(cluster))).filter((name) =>
    name.startsWith(`${basename(cluster)}.draft-`),
  );
  for (const name of drafts) {
    await rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 3 }).catch(
      (error: unknown) => {
        log.warn({ name, error: String(error) }, "an incomplete database could not be removed yet");
      },
    );
  }
}

async function assertSameMajor(home: Home): Promise<void> {
  const made = (await readFile(join(home.cluster, "PG_VERSION"), "utf8")).trim();
  const have = /PostgreSQL\) (\d+)/.exec(
    await runProgram(home, { name: "postgres", args: ["--version"] }),
  )?.[1];
  if (made === have) return;
  throw new Error(
    `The database in ${home.cluster} was created by PostgreSQL ${made}, but the bundled version is ${have}. Export it with the version that created it.`,
  );
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The sockets are in a directory for one user and there is no TCP port. With peer authentication
 * the kernel identifies the caller: only the user that runs Meanwhile is admitted, even if the
 * database runs as another user.
 */
export async function writeAccessRules(home: Home): Promise<void> {
  const caller = userInfo().username.replaceAll('"', '""');
  await replaceFile(home, "pg_hba.conf", "local all all peer map=meanwhile\n");
  await replaceFile(home, "pg_ident.conf", `meanwhile "${caller}" all\n`);
}

/** The cluster belongs to the database's user: root must not write through a link placed in it. */
async function replaceFile(home: Home, name: string, text: string): Promise<void> {
  const draft = join(home.cluster, `${name}.draft`);
  await rm(draft, { force: true });
  await writeFile(draft, text, { flag: "wx", mode: 0o600 });
  if (home.runAs !== undefined) await lchown(draft, home.runAs.uid, home.runAs.gid);
  await rename(draft, join(home.cluster, name));
}

/**
 * The process recorded in `postmaster.pid`, if the file exists. The number may be stale or belong
 * to another process.
 */
export async function readRecordedPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n", 1)[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * Stops a server that outlived its killed parent, so that no directory ever has two. A busy machine
 * needs time for the last checkpoint. After SIGQUIT a server waits five seconds before it kills its
 * own processes; if it is killed first, they stay, and the next server can't start beside them.
 */
export async function stopLeftover(cluster: string, log: Log): Promise<void> {
  const pid = await readRecordedPid(cluster);
  if (pid === undefined) return;
  for (const [signal, seconds] of [
    ["SIGINT", 20],
    ["SIGQUIT", 10],
    ["SIGKILL", 5],
  ] as const) {
    if (!(await isServerOf(pid, cluster))) return;
    log.warn({ pid, signal }, "stopping a database server that an earlier run left behind");
    process.kill(pid, signal);
    for (let tick = 0; tick < seconds * 50 && (await isServerOf(pid, cluster)); tick += 1)
      await pause(20);
  }
  if (await isServerOf(pid, cluster))
    throw new Error(
      `The database server of an earlier run (process ${pid}) does not stop. End it, then start again.`,
    );
}

/**
 * A process id alone proves nothing: after a reboot it may belong to any process, and a zombie has
 * one too.
 */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== "linux") return await commandNames(pid, cluster);
  const [status, cwd, executable] = await Promise.all([
    readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
    readlink(`/proc/${pid}/cwd`).catch(() => ""),
    readlink(`/proc/${pid}/exe`).catch(() => ""),
  ]);
  const state = status.slice(status.lastIndexOf(")") + 2)[0];
  return (
    state !== undefined &&
    state !== "Z" &&
    cwd === (await realpath(cluster)) &&
    basename(executable).startsWith("postgres")
  );
}

async function commandNames(pid: number, cluster: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)("ps", [
    "-ww",
    "-o",
    "stat=,command=",
    "-p",
    String(pid),
  ]).catch(() => ({ stdout: "" }));
  return (
    !stdout.trim().startsWith("Z") && stdout.includes("/postgres ") && stdout.includes(cluster)
  );
}
