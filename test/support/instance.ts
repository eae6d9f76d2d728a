import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { readHolder } from "../../src/store/bundled/data-lock.ts";

const checkout = join(import.meta.dirname, "..", "..");

/** The product as its own process, started as a person would. */
export interface Instance {
  readonly child: ChildProcess;
  /** Of the process that holds the data directory: under npm it is not the child. */
  readonly pid: number;
  readonly url: string;
  out(): string;
  err(): string;
  /** Resolves when standard output matches. */
  until(pattern: RegExp): Promise<"heard">;
  /** Sends a signal to the child and waits for its end. */
  end(
    signal?: NodeJS.Signals,
  ): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface InstanceOptions {
  readonly dataDir: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Through `npm start`, on whatever Node the machine has. */
  readonly npm?: boolean;
  /** Only root can start it as another user. */
  readonly user?: { readonly uid?: number; readonly gid?: number } | undefined;
}

/** The machine's own programs, without those that npm puts first. */
const ownPath = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((directory) => !directory.includes("node_modules") && !directory.includes("node-gyp-bin"))
  .join(delimiter);

export function launch({
  dataDir,
  args = [],
  env = {},
  npm = false,
  user = {},
}: InstanceOptions): ChildProcess {
  const program = npm
    ? ["npm", "start", "--silent", "--", ...args]
    : [process.execPath, "bin/meanwhile.js", "start", ...args];
  const clean = {
    PATH: ownPath,
    HOME: process.env["HOME"] ?? "",
    LANG: "C",
    MEANWHILE_DATA: dataDir,
    MEANWHILE_PORT: "0",
  };
  return spawn(program[0] ?? "", program.slice(1), {
    cwd: checkout,
    env: { ...clean, ...env },
    ...user,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Everything a process says until it ends. */
export async function outcome(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const heard = listen(child);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out: heard.out(), err: heard.err() };
}

/** Resolves when the page's address has been printed. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const child = launch(options);
  const heard = listen(child);
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const greeted = heard.until(/Ctrl-C stops it\.\n/);
  if ((await Promise.race([greeted, ended])) !== "heard")
    throw new Error(`The product did not start. ${heard.err()}`);
  const holder = await readHolder(options.dataDir);
  return {
    child,
    pid: holder?.pid ?? 0,
    url: /is running: (\S+)/.exec(heard.out())?.[1] ?? "",
    ...heard,
    async end(signal = "SIGTERM") {
      child.kill(signal);
      const [code, by] = await ended;
      return { code, signal: by };
    },
  };
}

/** Remembers what a process says. */
export function listen(child: ChildProcess) {
  let out = "";
  let err = "";
  let waiting: (() => void)[] = [];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    for (const look of waiting) look();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (err += text));
  return {
    out: () => out,
    err: () => err,
    until: (pattern: RegExp): Promise<"heard"> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!pattern.test(out)) return;
          waiting = waiting.filter((other) => other !== look);
          resolve("heard");
        };
        waiting.push(look);
        look();
      }),
  };
}
