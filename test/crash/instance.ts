import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { askRunService } from "../support/run-services.ts";
import type { InstancePlan } from "./instance-process.ts";

/** A line that the process said about itself. */
export interface Said {
  readonly at: string;
  readonly [field: string]: unknown;
}

/** How a process ended, and whether the test meant it to. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly expected: boolean;
  /** The failpoint that ended it. */
  readonly failpoint: string | undefined;
}

export interface CrashInstance {
  readonly pid: number;
  readonly url: string;
  readonly alive: boolean;
  /** The test asked it to end. */
  readonly meant: boolean;
  readonly said: readonly Said[];
  /** What the product logged, and whatever Node printed. */
  readonly errors: readonly string[];
  /** The failpoint at which it died or halted. */
  readonly failpoint: string | undefined;
  /** The first line that fits, said already or later. Fails when the process ends without it. */
  heard(fits: (line: Said) => boolean): Promise<Said>;
  holding(token: string): Promise<Said>;
  direct(line: string): void;
  signal(name: NodeJS.Signals): void;
  /** Resolves at the failpoint: the process is dead, or has halted. */
  readonly stopped: Promise<void>;
  readonly ended: Promise<Ended>;
  /** As a power cut. */
  kill(): Promise<void>;
  /** As a supervisor: asks, and waits. */
  stop(): Promise<Ended>;
}

/** Starts a process and waits until it is ready, or has died at its failpoint before. */
export async function startCrashInstance(plan: InstancePlan): Promise<CrashInstance> {
  const entry = await askRunService<string>("crash instance");
  // Dozens of short processes load the same code: it is compiled once.
  const env = {
    PATH: process.env["PATH"],
    NODE_COMPILE_CACHE: join(dirname(entry), "compiled"),
    LANG: "C.UTF-8",
  };
  const heap =
    plan.heapMb === undefined
      ? []
      : [`--max-old-space-size=${plan.heapMb}`, "--max-semi-space-size=8"];
  const child = spawn(process.execPath, [...heap, entry, JSON.stringify(plan)], {
    stdio: ["pipe", "pipe", "pipe"],
    env,
  });
  const instance = follow(child);
  const ready = await Promise.race([
    instance.heard((line) => line.at === "ready").catch(() => undefined),
    instance.ended,
  ]);
  if (ready !== undefined && "at" in ready) instance.url = String(ready["url"]);
  else if (instance.failpoint === undefined)
    throw new Error(`an instance did not start: ${instance.errors.join("\n")}`);
  return instance;
}

/** It says where it is a moment before it halts. A SIGCONT in between would be lost, and it would sleep for ever. */
async function awaitHalt(pid: number): Promise<void> {
  for (;;) {
    const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (status === "" || status.slice(status.lastIndexOf(")") + 2).startsWith("T")) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function follow(child: ChildProcess): Mutable<CrashInstance> {
  const said: Said[] = [];
  const errors: string[] = [];
  let watchers: ((line: Said | undefined) => boolean)[] = [];
  const atFailpoint = Promise.withResolvers<void>();

  const look = (line: Said | undefined): void => {
    watchers = watchers.filter((watcher) => !watcher(line));
  };
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    const parsed = JSON.parse(line) as Said;
    said.push(parsed);
    look(parsed);
  });
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => {
    const reached = /^failpoint (\S+)$/.exec(line)?.[1];
    if (reached === undefined) errors.push(line);
    else {
      instance.failpoint = reached;
      atFailpoint.resolve(Promise.race([ended.then(() => undefined), awaitHalt(instance.pid)]));
    }
  });
  // A directed process may be dead already.
  child.stdin?.on("error", () => undefined);
  // `close` comes after the last line of both streams; `exit` may not.
  const ended = once(child, "close").then(([code, signal]): Ended => {
    instance.alive = false;
    look(undefined);
    return {
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      expected: instance.meant,
      failpoint: instance.failpoint,
    };
  });

  const instance: Mutable<CrashInstance> = {
    pid: child.pid ?? -1,
    url: "",
    alive: true,
    meant: false,
    said,
    errors,
    failpoint: undefined,
    heard(fits) {
      const found = said.find(fits);
      if (found !== undefined) return Promise.resolve(found);
      if (!instance.alive)
        return Promise.reject(new Error("the process ended before it said that"));
      return new Promise((resolve, reject) => {
        watchers.push((line) => {
          if (line === undefined)
            reject(
              new Error(`the process ended before it said that: ${errors.slice(-5).join("\n")}`),
            );
          else if (fits(line)) resolve(line);
          else return false;
          return true;
        });
      });
    },
    holding: (token) => instance.heard((line) => line.at === "holding" && line["token"] === token),
    direct: (line) => void child.stdin?.write(`${line}\n`),
    signal: (name) => {
      if (name === "SIGKILL" || name === "SIGTERM") instance.meant = true;
      child.kill(name);
    },
    stopped: atFailpoint.promise,
    ended,
    async kill() {
      instance.signal("SIGKILL");
      await ended;
    },
    stop() {
      instance.signal("SIGTERM");
      return ended;
    },
  };
  return instance;
}
