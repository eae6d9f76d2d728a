import { Worker } from "node:worker_threads";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { KeptMedia } from "../domain/media.ts";
import { cleanText } from "../domain/text.ts";

const mostBytes = 20 * 1024 ** 2;
const mostPages = 60;
const mostChars = 12_000;
const patienceMs = 15_000;
const heapMb = 256;
/** More than one at a time would let a few files take every core. */
const together = 1;

export interface DocumentDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The words of a PDF. Files come from anybody, so each is read in a thread of its own that has a lid on its memory and is ended when its
 * time is over: what goes wrong in there stays in there, and the turn goes on without the words.
 */
export function readDocument(on: DocumentDeps): (file: KeptMedia, signal: AbortSignal) => Promise<string | undefined> {
  const hands = { free: together, waiting: [] as (() => void)[] };
  return async (file, signal) => {
    if (file.type !== "application/pdf" || file.bytes.byteLength > mostBytes) return undefined;
    if (hands.free > 0) hands.free -= 1;
    else await new Promise<void>((resolve) => void hands.waiting.push(resolve));
    try {
      return signal.aborted ? undefined : await inThread(on, file, signal);
    } finally {
      const next = hands.waiting.shift();
      if (next === undefined) hands.free += 1;
      else next();
    }
  };
}

async function inThread(on: DocumentDeps, { bytes }: KeptMedia, signal: AbortSignal): Promise<string | undefined> {
  const worker = new Worker(new URL("pdf-thread.ts", import.meta.url), {
    workerData: { bytes: new Uint8Array(bytes), mostPages, mostChars },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // Nothing in there needs to know where it runs.
    env: {},
    stdout: true,
    stderr: true,
  });
  const done = new AbortController();
  const said = new Promise<string | undefined>((resolve) => {
    worker.once("message", (text: unknown) => resolve(typeof text === "string" ? text : undefined));
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
  const late = on.clock.wait(patienceMs, AbortSignal.any([done.signal, signal])).then(() => undefined);
  try {
    const text = await Promise.race([said, late]);
    if (text === undefined) on.log.info({ bytes: bytes.byteLength }, "a PDF could not be read in its time");
    return text === undefined ? undefined : cleanText(text, mostChars);
  } finally {
    done.abort();
    await worker.terminate();
  }
}
