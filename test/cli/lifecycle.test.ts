import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { attach, withDatabase } from "../../src/cli/attach.ts";
import { loadConfig } from "../../src/config.ts";
import { readHolder } from "../../src/store/bundled/data-lock.ts";
import { asOwner } from "../../src/store/database/owner.ts";
import { meanwhile, type Ran } from "../support/command-line.ts";
import { type Instance, launch, listen, outcome, startInstance } from "../support/instance.ts";
import { awaitProcessEnd, processesNaming } from "../support/processes.ts";

let dataDir: string;
let env: Record<string, string>;

/** One data directory, in which every test finds nothing running and leaves nothing running. The first test makes it. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "meanwhile-life-"));
  env = { MEANWHILE_DATA: dataDir, MEANWHILE_PORT: "0" };
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Ran> => meanwhile(args, { env });
const start = (): Promise<Instance> => startInstance({ dataDir });
const databasePid = async (): Promise<number> => {
  const [pid] = await processesNaming(`${dataDir}/postgres`);
  if (pid === undefined) throw new Error("no database runs");
  return pid;
};
const brief = () =>
  ({ config: loadConfig({ env, cwd: "/" }), command: "meanwhile sql", language: "en" }) as const;
const asSuperuser = (statement: string) =>
  withDatabase(brief(), ({ connection }) => asOwner(connection, (sql) => sql.rows(statement)));

describe.skipIf(process.platform !== "linux")("a running instance", { timeout: 300_000 }, () => {
  let running: Instance | undefined;
  const startWatched = async (): Promise<Instance> => (running = await start());

  afterEach(async () => {
    // Only after a failure: the next test shall find the directory free.
    if (running?.child.exitCode === null && running.child.signalCode === null)
      await running.end("SIGKILL");
    // On a busy machine a product gives up waiting for its database after ten seconds; then that one ends by itself.
    await expect.poll(() => processesNaming(dataDir)).toEqual([]);
    expect(await readHolder(dataDir)).toBeUndefined();
  });

  test("a running instance stops when npm is killed and its shell does not hand the signal on", async () => {
    const instance = await startInstance({ dataDir, npm: true });
    expect((await meanwhile(["chat"], { env, stdin: "hello\n" })).code).toBe(0);
    await instance.end("SIGTERM");
    await awaitProcessEnd(instance.pid);
    expect(instance.out()).toMatch(/Stopped\.\n$/);
  });

  test("a running instance starts again by itself after kill -9, with all that was said before, and stops cleanly on SIGINT, database included", async () => {
    await (await startWatched()).end("SIGKILL");
    const again = await startWatched();
    const { out } = await run(
      "sql",
      "--json",
      "select direction, count(*) as n from message where text <> '' group by 1 order by 1",
    );
    const counts = JSON.parse(out) as { direction: string; n: number }[];
    expect(counts.map(({ direction }) => direction)).toEqual(["inbound", "outbound"]);
    expect((await run("rebuild", "--check")).code).toBe(0);
    expect(await again.end("SIGINT")).toEqual({ code: 0, signal: null });
    expect(again.out()).toMatch(/Stopping…\nStopped\.\n$/);
  });

  test("a running instance ends with 1 and a sentence when its database dies", async () => {
    const instance = await startWatched();
    const ended = outcome(instance.child);
    process.kill(await databasePid(), "SIGKILL");
    const { code } = await ended;
    expect(code).toBe(1);
    expect(instance.err()).toContain("Meanwhile must stop. The database stopped unexpectedly.\n");
  });

  test("a running instance ends at once at a second signal, and the database follows", async () => {
    const instance = await startWatched();
    const database = await databasePid();
    // A database that does not react makes the orderly end take its time.
    process.kill(database, "SIGSTOP");
    instance.child.kill("SIGTERM");
    await instance.until(/Stopping…/);
    expect(await instance.end("SIGINT")).toEqual({ code: 130, signal: null });
    process.kill(database, "SIGCONT");
    await awaitProcessEnd(database);
  });
});

describe("a stopped instance", { timeout: 300_000 }, () => {
  test("a stopped instance is read, checked and given tokens by commands that start the database for a moment; several at once wait for each other", async () => {
    const [read, tokens, rebuilt, doctor, link] = await Promise.all([
      run("sql", "select 1 as n"),
      run("token", "list"),
      run("rebuild", "--check"),
      run("doctor"),
      run("token", "link"),
    ]);
    expect(read).toMatchObject({ code: 0, err: "", out: " n\n---\n 1\n(1 row)\n\n" });
    expect(tokens).toMatchObject({ code: 0, err: "" });
    expect(rebuilt).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^All \d+ tables are as the log says\.\n$/) as string,
    });
    expect(doctor).toMatchObject({ code: 0, err: "" });
    expect(doctor.out).toContain("Meanwhile is not running here");
    expect(doctor.out).toContain("in the data directory, started for this check");
    expect(link).toMatchObject({ code: 0, err: expect.stringContaining("not running") as string });
    expect(await run("chat")).toMatchObject({
      code: 1,
      err: expect.stringContaining("npm start") as string,
    });
    expect(await processesNaming(dataDir)).toEqual([]);
  });

  test("a stopped instance lets a start wait for a command that has the database, says so, and stops cleanly on SIGTERM", async () => {
    const held = await attach(brief());
    const child = launch({ dataDir });
    const heard = listen(child);
    await heard.until(
      new RegExp(`Waiting for \`meanwhile sql\` \\(process ${process.pid}\\) to finish\\.`),
    );
    await held.close();
    await heard.until(/is running/);
    child.kill("SIGTERM");
    expect((await outcome(child)).code).toBe(0);
  });

  test("the doctor of a stopped instance finds a role that can bypass row-level security", async () => {
    await asSuperuser("alter role meanwhile_app bypassrls");
    onTestFinished(async () => void (await asSuperuser("alter role meanwhile_app nobypassrls")));
    const { code, out } = await run("doctor");
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}roles .*meanwhile_app/m);
    expect(out).toContain("BYPASSRLS");
  });
});
