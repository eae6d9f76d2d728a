import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ownersConnection } from "../../store/database/owner.ts";
import { readHolder } from "../../store/bundled/data-lock.ts";

/**
 * How the product was ended before a start: in the usual way, itself, its database, or both with
 * all their processes.
 */
const endings = [
  "stopped",
  "process killed",
  "database killed",
  "all killed",
  "all killed while it wrote much",
] as const;
export type Ending = (typeof endings)[number];

/** From the command until the product answers that it is ready, in ms, after each ending. */
export async function measureStarts(dataDir: string): Promise<ReadonlyMap<Ending, number>> {
  const took = new Map<Ending, number>();
  await (await start(dataDir)).end("stopped");
  for (const [nth, ending] of endings.entries()) {
    const { ms, end } = await start(dataDir);
    took.set(endings[nth - 1] ?? "stopped", ms);
    await end(ending);
  }
  const last = await start(dataDir);
  took.set(endings.at(-1) ?? "stopped", last.ms);
  await last.end("stopped");
  return took;
}

interface Started {
  readonly ms: number;
  end(how: Ending): Promise<void>;
}

async function start(dataDir: string): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../main.ts"), "start"], {
    env: {
      ...process.env,
      MEANWHILE_DATA: dataDir,
      MEANWHILE_PORT: "0",
      MEANWHILE_LOG__LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  const url = await Promise.race([addressOf(child), gone.then(() => undefined)]);
  if (url === undefined) throw new Error("the product did not start");
  while (!(await fetch(`${url}/readyz`)).ok);
  const ms = performance.now() - began;
  return {
    ms,
    async end(how) {
      if (how === "all killed while it wrote much") await writeMuch(dataDir);
      if (how === "stopped") child.kill("SIGTERM");
      else for (const pid of listDoomed(child.pid as number, how)) kill(pid);
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = "";
  for await (const text of (child.stdout as NodeJS.ReadableStream).setEncoding("utf8")) {
    said += String(text);
    const [url] = /http:\/\/[\w.:]+/.exec(said) ?? [];
    if (url === undefined) continue;
    // Later output would fill the pipe.
    child.stdout?.resume();
    return url;
  }
  throw new Error("the product said nothing");
}

function listDoomed(product: number, how: Ending): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split(
    "\n",
  );
  const all = table
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((row) => (row === null ? [] : [row]));
  const below = (parent: number): number[] =>
    all.flatMap(([, pid, of]) =>
      Number(of) === parent ? [Number(pid), ...below(Number(pid))] : [],
    );
  if (how === "process killed") return [product];
  const servers = all.flatMap(([, pid, of, args = ""]) =>
    Number(of) === product && args.includes("postgres -D") ? [Number(pid)] : [],
  );
  return how === "database killed" ? servers : [product, ...below(product)];
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended together with the process before.
  }
}

/** As much as a busy day writes between two checkpoints, spread over the largest table. */
async function writeMuch(dataDir: string): Promise<void> {
  const database = (await readHolder(dataDir))?.database;
  if (database === undefined) throw new Error("no process holds the data directory");
  await ownersConnection(database, async (sql) => {
    await sql.rows("checkpoint");
    for (let nth = 0; nth < 3; nth += 1)
      await sql.rows(
        "update delivery_attempt set updated_at = now() where abs(hashtext(id)) % 40 = $1",
        [nth],
      );
  });
}
