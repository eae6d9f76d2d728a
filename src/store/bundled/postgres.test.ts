import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir, stat, watch, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  openBundledBench,
  query,
  remember,
  remembers,
  uid,
} from "../../../test/support/bundled-bench.ts";
import { awaitProcessEnd, processesNaming } from "../../../test/support/processes.ts";
import type { DatabaseAddress } from "./postgres.ts";

const bench = await openBundledBench();

afterEach(() => bench.stopAll());
afterAll(() => bench.remove());

/** A process that runs the database and may be killed by the test. */
function startElsewhere(dataDir: string): ChildProcess {
  const script = fileURLToPath(new URL("../../../test/support/hold-database.ts", import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  bench.also(() => kill(child));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the child's output is not piped");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return line;
}

interface Elsewhere {
  readonly pid: number;
  readonly connection: DatabaseAddress;
}

async function startAndAwaitElsewhere(
  dataDir: string,
): Promise<{ child: ChildProcess; server: Elsewhere }> {
  const child = startElsewhere(dataDir);
  return { child, server: JSON.parse(await firstLine(child)) as Elsewhere };
}

it("the bundled database creates a cluster at first start, keeps its rows over a restart, and lets other work be done once while it starts", async () => {
  const dataDir = await bench.directory();
  const first = await bench.start(dataDir);
  await remember(first);
  await first.stop();
  const done: string[] = [];
  const second = await bench.start(dataDir, undefined, () => void done.push("work"));
  expect([done, await remembers(second)]).toEqual([["work"], true]);
});

it("the bundled database listens on a private socket only, sorts by code point and writes through to disk; a second start leaves it alone and names the first", async () => {
  const dataDir = await bench.seeded();
  const { child, server } = await startAndAwaitElsewhere(dataDir);
  expect(await firstLine(startElsewhere(dataDir))).toContain(
    `in use by Meanwhile (process ${child.pid}, \`start\``,
  );
  const [row] = await query<Record<string, string>>(
    server.connection,
    `select current_setting('listen_addresses') as ports, current_setting('server_encoding') as encoding,
      current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes') as durable,
      (select string_agg(word, '' order by word) from (values ('b'), ('a'), ('B'), ('é')) as v (word)) as sorted`,
  );
  expect(row).toEqual({ ports: "", encoding: "UTF8", durable: "ononon", sorted: "Babé" });
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
});

describe.skipIf(process.platform !== "linux")(
  "the database process (looked up in /proc, so on Linux only)",
  () => {
    it("a stop ends the database process with all its children although a client is connected", async () => {
      const dataDir = await bench.seeded();
      const database = await bench.start(dataDir);
      const client = new Client(database.connection);
      client.on("error", () => undefined);
      await client.connect();
      await database.stop();
      expect(await database.exited).toEqual({ code: 0, signal: null, expected: true });
      expect(await processesNaming(dataDir)).toEqual([]);
      expect(await processesNaming(`meanwhile-watch ${database.pid}`)).toEqual([]);
    });

    it("the database process gets nothing of the parent's environment and no Ctrl-C, and its unexpected end is reported", async () => {
      process.env["MEANWHILE_MODEL_API_KEY"] = "a secret";
      const database = await bench.start(await bench.seeded());
      delete process.env["MEANWHILE_MODEL_API_KEY"];
      const names = (await readFile(`/proc/${database.pid}/environ`, "utf8"))
        .split("\0")
        .map((entry) => entry.split("=")[0]);
      expect(names).not.toContain("MEANWHILE_MODEL_API_KEY");
      expect(names).toContain("LC_ALL");
      const [, , group] = (await readFile(`/proc/${database.pid}/stat`, "utf8"))
        .replace(/^.*\) /, "")
        .split(" ");
      expect(group).toBe(String(database.pid));
      process.kill(database.pid, "SIGQUIT");
      expect(await database.exited).toMatchObject({ expected: false });
    });

    it("the database process ends with the process that started it, in whatever way that ended", async () => {
      const dataDir = await bench.seeded();
      const { child, server } = await startAndAwaitElsewhere(dataDir);
      await remember(server);
      await kill(child);
      await awaitProcessEnd(server.pid);
      expect(await remembers(await bench.start(dataDir))).toBe(true);
    });

    it("a database process that was left running is stopped by the next start, so there are never two", async () => {
      const dataDir = await bench.seeded();
      const { child, server } = await startAndAwaitElsewhere(dataDir);
      await remember(server);
      for (const watcher of await processesNaming(`meanwhile-watch ${server.pid}`))
        process.kill(watcher, "SIGKILL");
      await kill(child);
      expect(await processesNaming(`-D ${dataDir}/postgres`)).toEqual([server.pid]);
      const fresh = await bench.start(dataDir);
      expect(await processesNaming(`-D ${dataDir}/postgres`)).toEqual([fresh.pid]);
      expect(await remembers(fresh)).toBe(true);
    });

    it("a start recovers after a killed database whose process id now belongs to another process", async () => {
      const dataDir = await bench.seeded();
      const { child, server } = await startAndAwaitElsewhere(dataDir);
      await remember(server);
      process.kill(server.pid, "SIGKILL");
      await kill(child);
      await awaitProcessEnd(server.pid);
      const stranger = spawn("sleep", ["60"], uid === 0 ? { uid: 65534, gid: 65534 } : {});
      bench.also(() => kill(stranger));
      const pidFile = join(dataDir, "postgres", "postmaster.pid");
      await writeFile(
        pidFile,
        (await readFile(pidFile, "utf8")).replace(/^\d+/, String(stranger.pid)),
      );
      expect(await remembers(await bench.start(dataDir))).toBe(true);
    });

    it("a first start that was killed half-way is repeated from the beginning", async () => {
      const dataDir = await bench.directory();
      const changes = watch(dataDir);
      const child = startElsewhere(dataDir);
      for await (const { filename } of changes)
        if (filename?.startsWith("postgres.draft-") === true) break;
      await kill(child);
      expect(await readdir(dataDir)).not.toContain("postgres");
      await remember(await bench.start(dataDir));
      expect((await readdir(dataDir)).filter((name) => name.startsWith("postgres"))).toEqual([
        "postgres",
      ]);
    });
  },
);
