import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A script of this folder in a process of its own, talked to by lines. */
export interface Child {
  readonly pid: number;
  line<T>(): Promise<T>;
  ask<T>(): Promise<T>;
  end(): Promise<void>;
}

export function startChild(
  script: string,
  options: { args: readonly string[]; env?: Record<string, string> },
): Child {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, script), ...options.args],
    {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...options.env },
    },
  );
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[
    Symbol.asyncIterator
  ]();
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = async <T>(): Promise<T> => {
    const next = await lines.next();
    if (next.done === true) throw new Error(`${script} ended before it answered`);
    return JSON.parse(next.value) as T;
  };
  return {
    pid: child.pid ?? 0,
    line,
    async ask<T>() {
      child.stdin?.write("?\n");
      return line<T>();
    },
    async end() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
