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

/** A data directory with a past. Every test finds it stopped and leaves it stopped. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "meanwhile-life-"));
  env = { MEANWHILE_DATA: dataDir, MEANWHILE_PORT: "0" };
  await (await startInstance({ dataDir })).end();
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Ran> => meanwhile(args, { env });
const start = (): Promise<Instance> => startInstance({ dataDir });
const databasePid = async (): Promise<number> =>
  (await processesNaming(`${dataDir}/postgres`))[0] ?? 0;
const brief = () =>
  ({ config: loadConfig({ env, cwd: "/" }), command: "meanwhile sql", language: "en" }) as const;
const asSuperuser = (statement: string) =>
  withDatabase(brief(), ({ connection }) => asOwner(connection, (sql) => sql.rows(statement)));

describe.skipIf(process.platform !== "linux")("a running instance", () => {
  afterEach(async () => {
    expect(await processesNaming(dataDir)).toEqual([]);
    expect(await readHolder(dataDir)).toBeUndefined();
  });

  test("a running instance stops cleanly on SIGINT, database included, and ends with 0", async () => {
    const instance = await start();
    expect(await instance.end("SIGINT")).toEqual({ code: 0, signal: null });
    expect(instance.out()).toMatch(/Stopping…\nStopped\.\n$/);
  });

  test("a running instance stops when npm is killed and its shell does not hand the signal on", async () => {
    const instance = await startInstance({ dataDir, npm: true });
    await instance.end("SIGTERM");
    await awaitProcessEnd(instance.pid);
    expect(instance.out()).toMatch(/Stopped\.\n$/);
  });

  test("a running instance starts again by itself after kill -9, with all that was said before, and stops cleanly on SIGTERM", async () => {
    const instance = await start();
    const said = await meanwhile(["chat"], { env, stdin: "hello\n" });
    expect(said.code).toBe(0);
    await instance.end("SIGKILL");
    const again = await start();
    const { out } = await run(
      "sql",
      "--json",
      "select direction, count(*) as n from message where text <> '' group by 1 order by 1",
    );
    const counts = JSON.parse(out) as { direction: string; n: number }[];
    expect(counts.map(({ direction }) => direction)).toEqual(["inbound", "outbound"]);
    expect((await run("rebuild", "--check")).code).toBe(0);
    expect(await again.end("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(again.out()).toMatch(/Stopping…\nStopped\.\n$/);
  }, 300_000);

  test("a running instance ends with 1 and a sentence when its database dies", async () => {
    const instance = await start();
    const ended = outcome(instance.child);
    process.kill(await databasePid(), "SIGKILL");
    const { code } = await ended;
    expect(code).toBe(1);
    expect(instance.err()).toContain("Meanwhile must stop. The database stopped unexpectedly.\n");
  });

  test("a running instance ends at once at a second signal, and the database follows", async () => {
    const instance = await start();
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

describe("a stopped instance", () => {
  test("a stopped instance is read, checked and given tokens by commands that start the database for a moment", async () => {
    expect(await run("sql", "select 1 as n")).toMatchObject({
      code: 0,
      out: " n\n---\n 1\n(1 row)\n\n",
    });
    expect(await run("token", "list")).toMatchObject({ code: 0 });
    expect(await run("rebuild", "--check")).toMatchObject({ code: 0 });
    const doctor = await run("doctor");
    expect(doctor.code).toBe(0);
    expect(doctor.out).toContain("Meanwhile is not running here");
    expect(doctor.out).toContain("in the data directory, started for this check");
    expect(await run("token", "link")).toMatchObject({
      code: 0,
      err: expect.stringContaining("not running") as string,
    });
    expect(await run("chat")).toMatchObject({
      code: 1,
      err: expect.stringContaining("npm start") as string,
    });
    expect(await processesNaming(dataDir)).toEqual([]);
  });

  test("a stopped instance takes several commands at once: they wait for each other", async () => {
    const ran = await Promise.all([
      run("sql", "select 1"),
      run("rebuild", "--check"),
      run("token", "list"),
      run("doctor"),
      run("sql", "select 2"),
    ]);
    expect(ran.map(({ code, err }) => `${code} ${err}`)).toEqual([
      "0 ",
      expect.stringMatching(/^0 All \d+ tables are as the log says\.\n$/),
      "0 ",
      "0 ",
      "0 ",
    ]);
  });

  test("a stopped instance lets a start wait for a command that has the database, and says so", async () => {
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
