import type { ChildProcess } from "node:child_process";
import type { Clock } from "../domain/ports/clock.ts";
import { type ErrorCode, Refusal } from "../domain/errors.ts";
import type { FileJob, FileReader } from "../domain/ports/file-reader.ts";
import type { Log } from "../domain/ports/log.ts";
import { createFairQueue } from "./fair-queue.ts";
import { mostPieces, type Piece, tryPutTogether } from "./pieces.ts";
import { residentBytes, startReader } from "./start-reader.ts";

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

/** So many starts in a row fail within the kernel's limits before files are read without those. */
const mostFailedStarts = 3;

/** One process for each file: what goes wrong in there stays in there, and nothing of one file is left for the next. */
export function createFileReader(on: ReaderDeps): FileReader {
  const queue = createFairQueue({ together, mostWaiting });
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

/** Where the kernel's limit is not there or not what it says, its memory is looked at. */
async function tooLarge(on: ReaderDeps, reader: ChildProcess, over: AbortSignal): Promise<Ended> {
  while (!over.aborted) {
    if (reader.pid !== undefined && (await residentBytes(reader.pid)) > mostBytes) return "large";
    await on.clock.wait(lookMs, over);
  }
  return new Promise(() => undefined);
}
