import type { Language } from "../domain/language.ts";
import { createServer } from "node:net";
import type { Config } from "../config.ts";
import { apiSettings } from "../main/settings.ts";
import { readHolder } from "../store/bundled/data-lock.ts";
import { CommandFailure } from "./command.ts";
import { systemCode } from "./explain.ts";
import { serverUrl } from "./settings.ts";
import { readdir, readFile, readlink } from "node:fs/promises";
import { basename } from "node:path";

const patienceMs = 5_000;
const briefMs = 1_000;

/**
 * Looked at before anything is made: a start that can't listen leaves no database behind. If this
 * data directory is in use already, the start itself says so, with more detail.
 */
export async function assertPortFree(config: Config, language: Language): Promise<void> {
  // A worker beside a gateway takes whatever is free.
  const { host, port } = apiSettings(config);
  if (port === 0) return;
  if (config.database.url === undefined && (await readHolder(config.data_dir)) !== undefined)
    return;
  const error = await listenOnce(host, port);
  if (error === undefined) return;
  if (systemCode(error) !== "EADDRINUSE") throw error;
  const listener = await listenerOf(port);
  const isOurs = await isMeanwhile(serverUrl(config), briefMs);
  throw new CommandFailure(
    words.taken({ host, port, who: words.who({ isOurs, ...listener })[language] })[language],
  );
}

export async function isMeanwhile(url: string, waitMs = patienceMs): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(waitMs) }).catch(
    () => undefined,
  );
  return answer?.ok === true && (await answer.text().catch(() => "")).includes('"ok":true');
}

/** The reason why listening there fails, or nothing. */
export function listenOnce(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

interface Who {
  readonly isOurs: boolean;
  readonly name?: string | undefined;
  readonly pid?: number | undefined;
}

const words = {
  who: ({ isOurs, name, pid }: Who) => ({
    en: `${isOurs ? "another Meanwhile" : (name ?? "another program")}${pid === undefined ? "" : ` (process ${pid})`}`,
    zh: `${isOurs ? "另一个 Meanwhile 实例" : name === undefined ? "别的程序" : ` ${name}`}${pid === undefined ? "" : `（进程 ${pid}）`}`,
  }),
  taken: ({
    host,
    port,
    who,
  }: {
    readonly host: string;
    readonly port: number;
    readonly who: string;
  }) => ({
    en: `Port ${port} on ${host} is taken by ${who}: stop that program, or choose another port with --port or MEANWHILE_PORT.`,
    zh: `${host} 的端口 ${port} 已被${who}占用：请停掉那个程序，或用 --port 或 MEANWHILE_PORT 换一个端口。`,
  }),
};

interface PortOwner {
  readonly pid: number;
  /** The name of the program's file: a process may call itself anything. */
  readonly name: string;
}

/**
 * The process that listens on a port, where the system shows it: on Linux, for processes of this
 * user.
 */
async function listenerOf(port: number): Promise<PortOwner | undefined> {
  const sockets = new Set(
    (await Promise.all(tables.map(readable))).flatMap((table) => listening(table, port)),
  );
  if (sockets.size === 0) return undefined;
  for (const pid of await names("/proc")) {
    if (!/^\d+$/.test(pid) || !(await holdsOne(pid, sockets))) continue;
    return {
      pid: Number(pid),
      name: basename(await readlink(`/proc/${pid}/exe`).catch(() => "a program")),
    };
  }
  return undefined;
}

const tables = ["/proc/net/tcp", "/proc/net/tcp6"];
const listeningState = "0A";

/** The kernel's names of the sockets that listen there. Columns: slot, local address, remote address, state … inode as the tenth. */
function listening(table: string, port: number): readonly string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table.split("\n").flatMap((line) => {
    const columns = line.trim().split(/\s+/);
    const [, local = "", , state] = columns;
    return local.endsWith(end) && state === listeningState ? [`socket:[${columns[9] ?? ""}]`] : [];
  });
}

async function holdsOne(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  for (const file of await names(`/proc/${pid}/fd`)) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => "");
    if (sockets.has(target)) return true;
  }
  return false;
}

/** A process that is gone, ends meanwhile or belongs to another user can't be named. */
const readable = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");
const names = (directory: string): Promise<readonly string[]> => readdir(directory).catch(() => []);
