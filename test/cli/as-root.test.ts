import { execFile } from "node:child_process";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canReach } from "../../src/store/bundled/data-directory.ts";
import { launch, listen } from "../support/instance.ts";
import { runs } from "../support/runs.ts";

const checkout = join(import.meta.dirname, "..", "..");
const launcher = join(checkout, "bin", "meanwhile.js");
const isRoot = process.getuid?.() === 0;

/** A user of the machine who is not root and may read this checkout, as `meanwhile` under systemd. */
async function findOtherUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (!isRoot) return undefined;
  for (const line of (await readFile("/etc/passwd", "utf8")).split("\n")) {
    const [, , uid, gid] = line.split(":").map(Number);
    // `nobody` runs the databases of root.
    const user = { uid: uid ?? 0, gid: gid ?? 0 };
    const mayRead = (await canReach(launcher, user)) && (await canReach(process.execPath, user));
    if (user.uid > 0 && user.uid < 60_000 && mayRead) return user;
  }
  return undefined;
}

const other = await findOtherUser();
const place = await mkdtemp(join(tmpdir(), "meanwhile-as-root-"));
const dataDir = join(place, "data");
afterAll(() => rm(place, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly text: string;
}

/** A command of root's, as typed at root's shell. */
const asRoot = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env["PATH"] ?? "", LANG: "C", MEANWHILE_DATA: dataDir };
    const command = [launcher, ...args];
    execFile(process.execPath, command, { cwd: place, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), text: `${out}${err}` }),
    );
  });

const listForeign = async (): Promise<string[]> => {
  const foreign: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // PostgreSQL removes files of its own meanwhile.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.uid !== other?.uid) foreign.push(path);
  }
  return foreign;
};

describe.skipIf(other === undefined)("a command of root's", { timeout: 300_000 }, () => {
  beforeAll(async () => {
    await chmod(place, 0o755);
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, other?.uid ?? 0, other?.gid ?? 0);
  });

  const start = async () => {
    const child = launch({ dataDir, user: other });
    const heard = listen(child);
    const ended = new Promise((resolve) => child.once("close", resolve));
    const first = await Promise.race([heard.until(/Ctrl-C stops it\.\n/), ended]);
    if (first !== "heard") throw new Error(`It did not start: ${heard.out()}${heard.err()}`);
    const stop = async (): Promise<void> => {
      child.kill("SIGTERM");
      await ended;
    };
    return { stop };
  };

  test("a command of root's gives the key that root brought to its owner, and says as whom it works when a file that is named is root's own", async () => {
    // As before a restore on a new machine.
    await writeFile(join(dataDir, "secret.key"), "7".repeat(64), { mode: 0o600 });
    const file = join(place, "only-root.txt");
    await writeFile(file, "…", { mode: 0o600 });
    const { code, text } = await asRoot("restore", file);
    expect(code).toBe(1);
    expect(text).toContain(`Commands for ${dataDir} work as the user `);
    expect(await listForeign()).toEqual([]);
  });

  test.skipIf(runs(0, 1) === 0)(
    "a command of root's works on another user's installation, running or not, and leaves it to its owner",
    async () => {
      const running = await start();
      expect((await asRoot("token", "link")).text).toMatch(/http:\/\/\S+/);
      expect(await asRoot("backup")).toMatchObject({ code: 0 });
      await running.stop();
      expect(await asRoot("sql", "select count(*) from account")).toMatchObject({ code: 0 });
      expect(await listForeign()).toEqual([]);
      await (await start()).stop();
    },
  );
});
