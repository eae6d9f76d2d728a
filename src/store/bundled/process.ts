import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../domain/ports/log.ts";
import type { Home } from "./home.ts";

/**
 * Children get no environment variables: they may hold keys, and PostgreSQL reads variables of its
 * own.
 */
function childOptions(home: Home, more: SpawnOptions): SpawnOptions {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return { cwd: "/", ...more, env: { ...env, ...more.env }, ...home.runAs };
}

const program = (home: Home, name: string): string => join(home.native, "bin", name);

/** Runs one of PostgreSQL's programs to its end and returns its output. */
export async function runProgram(
  home: Home,
  call: { name: string; args: readonly string[]; input?: string },
): Promise<string> {
  const child = spawn(program(home, call.name), call.args, childOptions(home, { stdio: "pipe" }));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  // A program that exits before it has read everything explains itself.
  child.stdin?.on("error", () => undefined).end(call.input ?? "");
  const [code, signal] = (await once(child, "close").catch((error: unknown) => {
    throw cannotRun(String(error));
  })) as [number | null, string | null];
  if (code !== 0)
    throw cannotRun(`${call.name} ended with ${signal ?? code}. ${lastLines(printed.split("\n"))}`);
  return printed;
}

const lastLines = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.trim() !== "")
    .slice(-4)
    .join(" ");

const cannotRun = (reason: string): Error =>
  new Error(
    `The bundled PostgreSQL could not run: ${reason} If this cannot be fixed, set DATABASE_URL to a PostgreSQL server of your own.`,
  );

export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True if `stop` was called. */
  readonly expected: boolean;
}

export interface Server {
  readonly pid: number;
  readonly exited: Promise<ServerExit>;
  /** Its last output, for the message about a failed start. */
  lastWords(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the server in a session of its own: Ctrl-C at the terminal reaches only this process,
 * which stops the database after its last write. `steppingOver` is the process id of a dead server
 * in the lock file, which PostgreSQL may ignore.
 */
export async function launch(
  home: Home,
  options: { args: readonly string[]; log: Log; steppingOver: number | undefined },
): Promise<Server> {
  const env =
    options.steppingOver === undefined ? {} : { PG_GRANDPARENT_PID: String(options.steppingOver) };
  const child = spawn(
    program(home, "postgres"),
    options.args,
    childOptions(home, { stdio: ["ignore", "ignore", "pipe"], detached: true, env }),
  );
  await once(child, "spawn").catch((error: unknown) => {
    throw cannotRun(String(error));
  });
  const pid = child.pid as number;
  let stopping = false;
  const words = listen(child, { log: options.log, quiet: () => stopping });
  child.on("error", (error) =>
    options.log.warn({ error: error.message }, "the database server could not be signalled"),
  );
  const closed = new Promise((resolve) => child.once("close", resolve));
  const guard = watch(home, { pid, log: options.log });
  const exited = new Promise<ServerExit>((resolve) => {
    child.once("exit", (code, signal) => {
      guard.standDown();
      resolve({ code, signal, expected: stopping });
    });
  });
  return {
    pid,
    exited,
    // Its last lines may arrive after its exit; backends can hold the pipe open for longer than is
    // worth waiting.
    lastWords: async () => {
      await Promise.race([closed, pause(500)]);
      return lastLines(words);
    },
    async stop() {
      stopping = true;
      await end(child, exited);
      await guard.gone;
    },
  };
}

/** Stops fast, then without a checkpoint, then by force: within ten seconds altogether. */
async function end(child: ChildProcess, exited: Promise<ServerExit>): Promise<void> {
  for (const [signal, milliseconds] of [
    ["SIGINT", 8_000],
    ["SIGQUIT", 1_000],
    ["SIGKILL", 500],
  ] as const) {
    child.kill(signal);
    const gone = await Promise.race([exited, pause(milliseconds, undefined, { ref: false })]);
    if (gone !== undefined) return;
  }
}

function listen(
  child: ChildProcess,
  options: { log: Log; quiet: () => boolean },
): readonly string[] {
  const words: string[] = [];
  if (child.stderr === null) return words;
  createInterface({ input: child.stderr }).on("line", (line) => {
    words.push(line);
    if (words.length > 20) words.shift();
    const loud = /^(FATAL|PANIC):/.test(line) && !options.quiet();
    options.log[loud ? "warn" : "debug"]({ line }, "the database server says");
  });
  return words;
}

const watchScript = 'trap "" INT TERM HUP; if read -r done; then exit 0; fi; kill -INT "$1"';

/**
 * A shell that waits on a pipe from this process. If this process is killed, the kernel closes the
 * pipe and the shell stops the server. Without a shell the next start does it.
 */
function watch(
  home: Home,
  options: { pid: number; log: Log },
): { standDown(): void; gone: Promise<unknown> } {
  const args = ["-c", watchScript, "meanwhile-watch", String(options.pid)];
  const shell = spawn(
    "/bin/sh",
    args,
    childOptions(home, { stdio: ["pipe", "ignore", "ignore"], detached: true }),
  );
  const gone = once(shell, "exit").catch((error: unknown) => {
    options.log.warn(
      { error: String(error) },
      "no watchdog could be started for the database server",
    );
  });
  shell.stdin?.on("error", () => undefined);
  return { standDown: () => shell.stdin?.end("done\n"), gone };
}
