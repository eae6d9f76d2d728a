import { type ChildProcess, execFile, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { realpathSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { FileKind } from "../domain/ports/file-reader.ts";

const child = fileURLToPath(new URL("child.ts", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const heapMb = 128;
/**
 * What the process may ask of the kernel to write to, in kilobytes: Node itself reserves about 570 MB and touches 70 of them, so a file
 * gets some 300 MB. It counts buffers as well as the heap. Address space (`-v`) can't be limited: V8 reserves more than any machine has.
 */
const dataKb = 900_000;
const cpuSeconds = 20;

/** The kernel's limits hold whatever the program does: memory, time on the processor, no file written, no core left. */
const limits = `ulimit -d ${dataKb} && ulimit -t ${cpuSeconds} && ulimit -f 0 && ulimit -c 0 && exec "$0" "$@"`;

/** A process for one file. Nothing that a message holds is part of how it is started; the file goes through the channel afterwards. */
export function startReader(kind: FileKind, isLimited: boolean): ChildProcess {
  const flags = [
    `--max-old-space-size=${heapMb}`,
    "--disallow-code-generation-from-strings",
    "--no-warnings",
    "--permission",
    ...[...new Set([root, realpathSync(`${root}node_modules`)])].map(
      (path) => `--allow-fs-read=${path.replace(/\/?$/, "/*")}`,
    ),
  ];
  const started = fork(child, [kind], {
    env: {},
    cwd: "/",
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...(isLimited
      ? { execPath: "/bin/sh", execArgv: ["-c", limits, process.execPath, ...flags] }
      : { execArgv: flags }),
  });
  yieldTo(started.pid);
  return started;
}

/** What a process holds in memory, in bytes: by the kernel's own file, or by `ps` where there is none (macOS). */
export async function residentBytes(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<number> {
  if (platform === "linux") {
    const [, pages = "0"] = (await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "")).split(
      " ",
    );
    return Number(pages) * 4_096;
  }
  const { stdout } = await promisify(execFile)("/bin/ps", ["-o", "rss=", "-p", String(pid)]).catch(
    () => ({ stdout: "" }),
  );
  return Number(stdout.trim() || "0") * 1_024;
}

/** Lowers the priority of a reader: answers come before files. */
function yieldTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is over already, or this system knows no such thing.
  }
}
