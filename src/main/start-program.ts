import { spawn } from "node:child_process";
import type { Clock } from "../domain/ports/clock.ts";
import type { StartedProgram } from "../domain/ports/programs.ts";

export interface ProgramToStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** A program may tidy up for so long. Then it is ended by force. */
const tidyMs = 2_000;
const mostComplaints = 2_000;

/**
 * Starts a program of the settings file, in a process group of its own: what it starts itself ends
 * with it. No shell reads its arguments.
 */
export function startProgram(
  clock: Clock,
  { command, args, directory, env }: ProgramToStart,
): StartedProgram {
  const child = spawn(command, [...args], {
    env,
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
    ...(directory === undefined ? {} : { cwd: directory }),
  });
  const kill = (signal: "SIGTERM" | "SIGKILL"): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
    } catch {
      // Nothing of it is left.
    }
  };
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-mostComplaints);
  });
  for (const stream of [child.stdin, child.stdout, child.stderr])
    stream.on("error", () => undefined);
  const gone = new AbortController();
  const ended = new Promise<string>((resolve) => {
    const end = (why: string): void => {
      kill("SIGKILL");
      gone.abort();
      resolve(why);
    };
    child.once("error", (error) => end(error.message));
    child.once("exit", () => end(complaints));
  });
  return {
    ended,
    write: (text) => void child.stdin.write(text),
    onOutput: (hear) => void child.stdout.on("data", hear),
    async stop() {
      child.stdin.end();
      kill("SIGTERM");
      await clock.wait(tidyMs, gone.signal);
      kill("SIGKILL");
      await ended;
    },
  };
}
