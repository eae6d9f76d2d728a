import { readdir, readFile, readlink } from "node:fs/promises";
import { basename } from "node:path";

export interface PortOwner {
  readonly pid: number;
  /** Of the program's file: a process may call itself anything. */
  readonly name: string;
}

/** Who listens on a port, as far as this system tells this user: Linux, and processes of one's own. */
export async function listenerOf(port: number): Promise<PortOwner | undefined> {
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

/** What is not there, is not ours to see or ends while we look holds nothing that we could name. */
const readable = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");
const names = (directory: string): Promise<readonly string[]> => readdir(directory).catch(() => []);
