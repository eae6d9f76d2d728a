import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { canReach } from "./data-directory.ts";
import { type DataLock, type LockOutcome, readHolder, takeDataLock } from "./data-lock.ts";

let root: string;
let dataDir: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "meanwhile-lock-"));
  dataDir = join(root, "data");
});

afterEach(() => rm(root, { recursive: true, force: true }));

const owner = { pid: 1234, startedAt: "2026-03-04T05:06:07.000Z", command: "start" };

function expectLock(outcome: LockOutcome): DataLock {
  if (!("lock" in outcome)) throw new Error(outcome.sentence);
  return outcome.lock;
}

/** Takes the lock in another process and kills that process. */
async function leaveBehindDeadHolder(): Promise<void> {
  const module = new URL("./data-lock.ts", import.meta.url).href;
  const script = `const { takeDataLock } = await import(${JSON.stringify(module)});
    await takeDataLock(process.argv[1], { pid: process.pid, startedAt: "then", command: "start" });
    process.stdout.write("held"); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
}

it("the data lock refuses a second holder with one sentence that names the first", async () => {
  const lock = expectLock(await takeDataLock(dataDir, owner));
  expect(await takeDataLock(dataDir, { ...owner, pid: 99 })).toEqual({
    heldBy: owner,
    sentence: `The data directory ${dataDir} is in use by Meanwhile (process 1234, \`start\`, started 2026-03-04T05:06:07.000Z). Stop that one first, or set MEANWHILE_DATA to another directory.`,
  });
  await lock.release();
});

it("the data lock is free after a release", async () => {
  await expectLock(await takeDataLock(dataDir, owner)).release();
  expect(await readHolder(dataDir)).toBeUndefined();
  await expectLock(await takeDataLock(dataDir, owner)).release();
});

it("the data lock shows other commands what its holder published", async () => {
  expect(await readHolder(dataDir)).toBeUndefined();
  const lock = expectLock(await takeDataLock(dataDir, owner));
  lock.publish({ url: "http://127.0.0.1:7788" });
  lock.publish({ database: { host: "/run", port: 5432, user: "postgres", database: "meanwhile" } });
  expect(await readHolder(dataDir)).toMatchObject({
    pid: 1234,
    url: "http://127.0.0.1:7788",
    database: { host: "/run" },
  });
  await lock.release();
});

it("the data lock is taken over from a killed holder", async () => {
  await leaveBehindDeadHolder();
  expect(await readdir(join(dataDir, "lock"))).toEqual(["1.sock"]);
  const lock = expectLock(await takeDataLock(dataDir, owner));
  expect(await readHolder(dataDir)).toEqual(owner);
  expect(await readdir(join(dataDir, "lock"))).toEqual(["2.sock"]);
  await lock.release();
});

const daemon = { uid: 1, gid: 1 };
const canLend =
  process.getuid?.() === 0 &&
  (await canReach(new URL("./data-lock.ts", import.meta.url).pathname, daemon));

/** The answer to another user, to whom the directory belongs. */
async function takeAsDaemon(): Promise<string> {
  const script = `const { takeDataLock } = await import(${JSON.stringify(new URL("./data-lock.ts", import.meta.url).href)});
    const taken = await takeDataLock(process.argv[1], { pid: 1, startedAt: "now", command: "start" })
      .catch((error) => ({ sentence: error.message }));
    process.stdout.write(taken.sentence ?? "taken"); process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/",
    ...daemon,
  });
  const [said] = await once(child.stdout.setEncoding("utf8"), "data");
  await once(child, "exit");
  return String(said);
}

it.skipIf(!canLend)(
  "the data lock that a dead process of another user left is taken over, or is explained",
  async () => {
    await chmod(root, 0o755);
    await leaveBehindDeadHolder();
    for (const path of [dataDir, join(dataDir, "lock")]) await chown(path, daemon.uid, daemon.gid);
    expect(await takeAsDaemon()).toBe("taken");
    // As an earlier version left them: closed to its owner.
    const socket = join(dataDir, "lock", "2.sock");
    await chown(socket, 0, 0);
    await chmod(socket, 0o700);
    expect(await takeAsDaemon()).toBe(
      `The data directory ${dataDir} is in use by a process of another user (uid 0), or one was killed there: only that user can tell. Run this as that user; if nothing runs there, remove ${socket}.`,
    );
    await chown(join(dataDir, "lock"), 0, 0);
    expect(await takeAsDaemon()).toBe(
      `${dataDir}/lock belongs to another user (uid 0), whose command ran here once. Give it to the owner of the data directory: chown -R.`,
    );
  },
);

it("exactly one of many takers of a dead holder's data lock wins", async () => {
  await leaveBehindDeadHolder();
  for (let round = 0; round < 20; round += 1) {
    const takers = Array.from({ length: 8 }, (_, index) =>
      takeDataLock(dataDir, { ...owner, pid: index + 1 }),
    );
    const outcomes = await Promise.all(takers);
    const winners = outcomes.filter((outcome) => "lock" in outcome);
    expect(winners).toHaveLength(1);
    const holder = await readHolder(dataDir);
    for (const outcome of outcomes)
      if (!("lock" in outcome)) expect(outcome.heldBy).toEqual(holder);
    for (const winner of winners) await winner.lock.release();
  }
});

it("the data lock works where the path exceeds a socket's limit, and keeps the working directory", async () => {
  const long = join(root, "x".repeat(120), "y".repeat(60));
  await mkdir(long, { recursive: true });
  const before = process.cwd();
  const lock = expectLock(await takeDataLock(long, owner));
  expect(await takeDataLock(long, owner)).toMatchObject({ heldBy: owner });
  expect(process.cwd()).toBe(before);
  await lock.release();
});
