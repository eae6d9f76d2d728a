import { readFile, readdir } from "node:fs/promises";

/**
 * The living processes whose command line holds the text. What such a process has forked bears its command line for a moment,
 * until it has a title of its own, and does not count beside it. Linux only.
 */
export async function processesNaming(text: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      // A zombie has an empty command line; a process may also end while we look.
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return command.replaceAll("\0", " ").includes(text)
        ? [{ pid, parent: await parentOf(pid) }]
        : [];
    }),
  );
  const named = new Set(found.flat().map(({ pid }) => pid));
  return found.flat().flatMap(({ pid, parent }) => (named.has(parent) ? [] : [pid]));
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Resolves when the process is gone, or is only a zombie that waits for its parent. */
export async function awaitProcessEnd(pid: number): Promise<void> {
  for (;;) {
    const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (status === "" || status.slice(status.lastIndexOf(")") + 2).startsWith("Z")) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
