import { readdirSync, readFileSync } from "node:fs";
import { asOwner } from "../../store/database/owner.ts";
import type { ConnectionSettings } from "../../store/database/postgres-database.ts";

/** The kernel counts processor time in hundredths of a second. */
const tickMs = 10;

/**
 * Processor time of a PostgreSQL server on this machine: its running processes, and those that have
 * ended, which the kernel adds up at their parent. Zero where /proc cannot be read.
 */
export const readServerCpuMs = (connection: ConnectionSettings): Promise<number> =>
  // Read while the connection is open: its process leads to the server's.
  asOwner(connection, async (sql) => {
    const [row] = await sql.rows<{ pid: number }>("select pg_backend_pid() as pid");
    const server = readProcess(String(row?.pid ?? 0))?.parent;
    const ticks = listProcesses()
      .filter(({ pid, parent }) => pid === server || parent === server)
      .reduce((sum, { own, ended, pid }) => sum + own + (pid === server ? ended : 0), 0);
    return ticks * tickMs;
  });

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

const listProcesses = (): Process[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(pid) ?? []);

function readProcess(pid: string): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name stands in parentheses and may hold spaces; the numbers follow it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const at = (index: number): number => Number(fields[index]);
    return { pid: Number(pid), parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    return undefined;
  }
}
