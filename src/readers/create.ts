import { type ChildProcess, execFile, fork } from "node:child_process";
import type { Clock } from "../domain/ports/clock.ts";
import { type ErrorCode, Refusal } from "../domain/errors.ts";
import type { FileJob, FileReader, FileKind } from "../domain/ports/file-reader.ts";
import type { Log } from "../domain/ports/log.ts";
import { createFairQueue } from "../domain/fair-queue.ts";
import { mostPieces, type Piece, tryPutTogether } from "./pieces.ts";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { existsSync, realpathSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface ReaderDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

const patienceMs = 15_000;
/** More than the kernel gives a reader; it is for systems whose kernel does not. */
const mostBytes = 450 * 1024 ** 2;
const lookMs = 50;
const together = 2;
const mostWaiting = 20;
const canLimit = process.platform === "linux";

/**
 * After this many failed starts in a row within the kernel's limits, files are read without them.
 */
const mostFailedStarts = 3;

/**
 * One process for each file: a failure stays in that process, and nothing of one file is left for
 * the next.
 */
export function createFileReader(on: ReaderDeps): FileReader {
  const queue = createFairQueue({
    together,
    mostWaiting,
    refusal: "Too many files at once. Wait until the earlier ones are done.",
  });
  let failedStarts = 0;
  return {
    read: (job, signal) =>
      queue.run(
        job.accountId,
        async () => {
          // One start may fail for want of memory on a busy machine. A kernel or a Node that needs more room to begin with fails each
          // time: then the look at its memory is what holds.
          const isLimited = canLimit && failedStarts < mostFailedStarts;
          const ended = await readOnce(on, job, { isLimited, signal });
          if (ended !== "not_started") {
            if (isLimited) failedStarts = 0;
            return ended.result;
          }
          if (isLimited && ++failedStarts === mostFailedStarts)
            on.log.warn(
              { kind: job.kind },
              "the file reader can't start within the kernel's limits",
            );
          const again = await readOnce(on, job, {
            isLimited: isLimited && failedStarts < mostFailedStarts,
            signal,
          });
          if (again === "not_started") throw tooCostly(job);
          return again.result;
        },
        signal,
      ),
  };
}

const tooCostly = ({ kind, bytes }: FileJob): Refusal =>
  new Refusal(
    "invalid_file",
    {
      reason: "too_costly",
      kind,
      bytes: bytes.length,
    },
    "Reading this file takes too much memory or time.",
  );

interface How {
  readonly isLimited: boolean;
  readonly signal: AbortSignal | undefined;
}

async function readOnce(
  on: ReaderDeps,
  job: FileJob,
  { isLimited, signal }: How,
): Promise<{ result: unknown } | "not_started"> {
  const reader = startReader(job.kind, isLimited);
  const done = new AbortController();
  const over = signal === undefined ? done.signal : AbortSignal.any([done.signal, signal]);
  const late = on.clock
    .wait(patienceMs, over)
    .then((): Ended => (signal?.aborted === true ? "stopped" : "late"));
  try {
    const ended = await Promise.race([answerOf(reader, job), late, tooLarge(on, reader, over)]);
    if (ended === "not_started") return ended;
    if (ended === "stopped")
      throw signal?.reason instanceof Error ? signal.reason : new Error("no longer wanted");
    if (typeof ended === "string") {
      on.log.info(
        { kind: job.kind, bytes: job.bytes.length, ended },
        "a file could not be read within its limits",
      );
      throw tooCostly(job);
    }
    return ended;
  } finally {
    done.abort();
    reader.kill("SIGKILL");
  }
}

type Ended = { result: unknown } | "not_started" | "died" | "late" | "large" | "stopped";

interface ReaderMessage {
  readonly ready?: true;
  readonly piece?: Piece;
  readonly result?: unknown;
  readonly refusal?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly fact?: Readonly<Record<string, unknown>>;
  };
  readonly failed?: true;
}

function answerOf(reader: ChildProcess, { kind, bytes, options }: FileJob): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let isReady = false;
    const splitPieces: Piece[] = [];
    reader.on("message", (said: ReaderMessage) => {
      if (said.ready === true) {
        isReady = true;
        reader.send({ kind, bytes, options });
      } else if (said.piece !== undefined) {
        if (splitPieces.push(said.piece) > mostPieces) resolve("died");
      } else if (said.refusal !== undefined)
        reject(new Refusal(said.refusal.code, said.refusal.fact, said.refusal.message));
      else if (said.failed === true) resolve("died");
      else if (tryPutTogether(said.result, splitPieces)) resolve({ result: said.result });
      else resolve("died");
    });
    reader.once("error", () => resolve(isReady ? "died" : "not_started"));
    reader.once("exit", () => resolve(isReady ? "died" : "not_started"));
  });
}

/** Where the kernel's limit is missing or not reliable, the process's memory is measured. */
async function tooLarge(on: ReaderDeps, reader: ChildProcess, over: AbortSignal): Promise<Ended> {
  while (!over.aborted) {
    if (reader.pid !== undefined && (await residentBytes(reader.pid)) > mostBytes) return "large";
    await on.clock.wait(lookMs, over);
  }
  return new Promise(() => undefined);
}

const child = fileURLToPath(new URL("child.ts", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const heapMb = 128;
/**
 * The limit of writable memory, in kilobytes: Node itself reserves about 570 MB and touches 70 of
 * them, so a file gets some 300 MB. It counts buffers as well as the heap. Address space (`-v`)
 * can't be limited: V8 reserves more than any machine has.
 */
const dataKb = 900_000;
const cpuSeconds = 20;

/** The kernel's limits hold whatever the program does: memory, time on the processor, no file written, no core left. */
const limits = `ulimit -d ${dataKb} && ulimit -t ${cpuSeconds} && ulimit -f 0 && ulimit -c 0 && exec "$0" "$@"`;

/**
 * The program and its packages. npm puts those of an installed package inside of it or beside it.
 */
function readableFolders(): readonly string[] {
  const beside = dirname(root);
  const packages = [
    join(root, "node_modules"),
    ...(basename(beside) === "node_modules" ? [beside] : []),
  ];
  return [
    ...new Set([
      root,
      ...packages.filter((path) => existsSync(path)).map((path) => realpathSync(path)),
    ]),
  ];
}

/** A process for one file. Nothing that a message holds is part of how it is started; the file goes through the channel afterwards. */
export function startReader(kind: FileKind, isLimited: boolean): ChildProcess {
  const flags = [
    `--max-old-space-size=${heapMb}`,
    "--disallow-code-generation-from-strings",
    "--no-warnings",
    "--permission",
    ...readableFolders().map((path) => `--allow-fs-read=${path.replace(/\/?$/, "/*")}`),
  ];
  const started = fork(child, [kind], {
    env: {},
    cwd: "/",
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...(isLimited
      ? { execPath: "/bin/sh", execArgv: ["-c", limits, process.execPath, ...flags] }
      : { execArgv: flags }),
  });
  yieldTo(started.pid);
  return started;
}

/**
 * The resident memory of a process, in bytes: by the kernel's own file, or by `ps` where there is
 * none (macOS).
 */
export async function residentBytes(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<number> {
  if (platform === "linux") {
    const [, pages = "0"] = (await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "")).split(
      " ",
    );
    return Number(pages) * 4_096;
  }
  const { stdout } = await promisify(execFile)("/bin/ps", ["-o", "rss=", "-p", String(pid)]).catch(
    () => ({ stdout: "" }),
  );
  return Number(stdout.trim() || "0") * 1_024;
}

/** Lowers the priority of a reader: answers come before files. */
function yieldTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already, or this system has no priorities.
  }
}
