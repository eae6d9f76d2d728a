import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  access,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** A Node on this machine that is too old for the sources, if there is one. */
const oldNode = await (async () => {
  for (const directory of (process.env["PATH"] ?? "")
    .split(delimiter)
    .concat("/usr/bin", "/usr/local/bin")) {
    const node = join(directory, "node");
    const version = await run(node, ["--version"]).then(
      ({ stdout }) => stdout,
      () => "",
    );
    const major = Number(/^v(\d+)/.exec(version)?.[1] ?? 99);
    if (major >= 18 && major < 24) return node;
  }
  return undefined;
})();

/** A checkout with the real launcher and a main of our own, which says what it sees. */
let place: string;
let launcher: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "meanwhile-launcher-"));
  launcher = join(place, "bin", "meanwhile.js");
  await cp(join(checkout, "bin"), join(place, "bin"), { recursive: true });
  await symlink(join(checkout, "node_modules"), join(place, "node_modules"));
  await mkdir(join(place, "src", "cli"), { recursive: true });
  await copyFile(
    fileURLToPath(new URL("../support/launched-main.ts", import.meta.url)),
    join(place, "src", "cli", "main.ts"),
  );
});

afterAll(() => rm(place, { recursive: true, force: true }));

const launch = (node: string, args: readonly string[]): ChildProcess =>
  spawn(node, [launcher, ...args], { stdio: ["pipe", "pipe", "inherit"] });

async function firstWords(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the child's output is not piped");
  const [chunk] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return chunk;
}

it("the launcher runs the sources in its own process when Node is new enough", async () => {
  const { stdout } = await run(process.execPath, [launcher, "say", "a b"]);
  expect(JSON.parse(stdout)).toMatchObject({ version: process.version, args: ["say", "a b"] });
});

it.skipIf(process.platform !== "linux")(
  "the launcher writes for its own user alone, whatever the shell says",
  async () => {
    const main = join(checkout, "bin", "meanwhile.js");
    const child = spawn(
      "/bin/sh",
      ["-c", 'umask 000; exec "$0" "$@"', process.execPath, main, "interpret", "--jsonl"],
      {
        stdio: ["pipe", "pipe", "inherit"],
      },
    );
    try {
      child.stdin.write(
        `${JSON.stringify({ text: "hello", now: "2026-02-14T07:30:00", tz: "UTC" })}\n`,
      );
      await firstWords(child);
      expect(await readFile(`/proc/${child.pid}/status`, "utf8")).toMatch(/^Umask:\s+0077$/m);
    } finally {
      child.stdin.end();
      await once(child, "exit");
    }
  },
);

it("the launcher lets no text become code, by any way that the language has", async () => {
  const { stdout } = await run(process.execPath, [launcher, "code"]);
  expect(new Set(JSON.parse(stdout) as string[])).toEqual(new Set(["refused"]));
});

it("the launcher is found by npx in the checkout, where npm ci puts it", async () => {
  const manifest = JSON.parse(await readFile(join(checkout, "package.json"), "utf8")) as {
    bin?: unknown;
    dependencies: object;
  };
  expect(manifest.dependencies).toMatchObject({ "meanwhile-command": "file:bin" });
  // With a `bin` of its own, npx would first install the checkout into its cache.
  expect(manifest.bin).toBeUndefined();
  await access(join(checkout, "node_modules", ".bin", "meanwhile"));
});

describe.skipIf(oldNode === undefined)(
  "started by an older Node (there must be one on this machine)",
  () => {
    const node = oldNode ?? "";

    it("a launcher started by an older Node runs the sources on the Node that npm brought along", async () => {
      const { stdout } = await run(node, [launcher, "say", "a b"]);
      expect(JSON.parse(stdout)).toMatchObject({
        version: expect.stringMatching(/^v24\./) as string,
        args: ["say", "a b"],
      });
    });

    it("a launcher started by an older Node hands on the exit code", async () => {
      const child = launch(node, ["exit", "7"]);
      expect(await once(child, "exit")).toEqual([7, null]);
    });

    it("a launcher started by an older Node hands on standard input", async () => {
      const child = launch(node, ["echo"]);
      child.stdin?.end("one line\n");
      expect(await firstWords(child)).toBe("one line\n");
      await once(child, "exit");
    });

    it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
      "a launcher started by an older Node hands on %s and waits for the end",
      async (signal) => {
        const child = launch(node, ["wait"]);
        await firstWords(child);
        child.kill(signal);
        expect(await firstWords(child)).toBe(`got ${signal}\n`);
        expect(await once(child, "exit")).toEqual([0, null]);
      },
    );

    it("a launcher started by an older Node ends by the same signal as the process it waited for", async () => {
      const child = launch(node, ["die"]);
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    });

    it("a launcher started by an older Node says in one sentence what is missing when npm brought no Node", async () => {
      const bare = await mkdtemp(join(tmpdir(), "meanwhile-bare-"));
      await cp(join(checkout, "bin"), join(bare, "bin"), { recursive: true });
      await writeFile(join(bare, "package.json"), "{}");
      const failed = await run(node, [join(bare, "bin", "meanwhile.js"), "start"]).catch(
        (error: unknown) => error,
      );
      expect(failed).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^Meanwhile needs Node 24 or newer\. This is v\d+[^\n]*\. Run npm ci in the checkout[^\n]*\n$/,
        ) as string,
      });
      await rm(bare, { recursive: true, force: true });
    });
  },
);
