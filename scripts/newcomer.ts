import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The time from nothing to the first reminder, for each way to install that runs without a container engine: a clone, and the
 * package. `node scripts/newcomer.ts` prints one line each. npm's cache is used as it is.
 */
const root = join(import.meta.dirname, "..");
const request = "remind me in 10 minutes to stretch";

interface Way {
  readonly name: string;
  /** Leaves an installation in the directory and returns how it is started. */
  install(directory: string): readonly string[];
}

const run = (command: string, args: readonly string[], cwd: string): void =>
  void execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });

const ways: readonly Way[] = [
  {
    name: "npm ci && npm start, in a clone",
    install(directory) {
      run("git", ["clone", "-q", "--depth=1", `file://${root}`, "."], directory);
      run("npm", ["ci", "--silent"], directory);
      return ["node", join(directory, "bin", "meanwhile.js")];
    },
  },
  {
    name: "npx meanwhile start, with the package",
    install(directory) {
      const packed = readdirSync(join(root, "dist")).find((file) =>
        /^meanwhile-.*\.tgz$/.test(file),
      );
      if (packed === undefined) throw new Error("There is no package: npm run package.");
      run("npm", ["init", "-y", "--silent"], directory);
      run("npm", ["install", "--silent", join(root, "dist", packed)], directory);
      return ["npx", "meanwhile"];
    },
  },
];

const seconds = (from: number): string => `${((performance.now() - from) / 1_000).toFixed(0)} s`;

for (const way of ways) {
  const directory = mkdtempSync(join(tmpdir(), "meanwhile-newcomer-"));
  const began = performance.now();
  const [program = "", ...args] = way.install(directory);
  const installed = seconds(began);
  const options: SpawnOptions = {
    cwd: directory,
    detached: true,
    env: { ...process.env, MEANWHILE_PORT: "21241", MEANWHILE_DATA: join(directory, "data") },
    stdio: ["pipe", "pipe", "pipe"],
  };
  const server = spawn(program, [...args, "start"], options);
  try {
    await isReady();
    const started = seconds(began);
    const answer = await say(program, [...args, "chat", "--lang", "en"], options);
    if (!answer.includes("undo")) throw new Error(`It was not confirmed: ${answer}`);
    process.stdout.write(
      `${way.name}: installed after ${installed}, page there after ${started}, first reminder after ${seconds(began)} (load ${loadavg()[0]?.toFixed(0)})\n`,
    );
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid, "SIGTERM");
    await new Promise((resolve) => server.once("close", resolve));
    rmSync(directory, { recursive: true, force: true });
  }
}

async function isReady(): Promise<void> {
  for (;;) {
    const answer = await fetch("http://127.0.0.1:21241/healthz").catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The reply to the request, as the terminal shows it. */
function say(program: string, args: readonly string[], options: SpawnOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const chat = spawn(program, args, options);
    let out = "";
    chat.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
    chat.on("error", reject);
    chat.on("close", () => resolve(out.trim().split("\n").at(-1) ?? ""));
    chat.stdin?.end(`${request}\n`);
  });
}
