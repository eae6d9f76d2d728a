import dgram from "node:dgram";
import net from "node:net";
import { Refusal } from "../domain/errors.ts";
import type { FileJob } from "../domain/ports/file-reader.ts";
import { kinds } from "./kinds.ts";
import { takeApart } from "./pieces.ts";

/**
 * The program that reads one file and ends. It has no environment, may read its own sources only,
 * and talks only to its parent.
 */
const refuse = (): never => {
  throw new Error("a reader of files has no network");
};
Object.assign(net.Socket.prototype, { connect: refuse });
Object.assign(dgram.Socket.prototype, { send: refuse, bind: refuse });
Object.assign(globalThis, { fetch: refuse, WebSocket: undefined });

/** A user that owns nothing, not even the database's files. */
const nobodyElse = 65_533;

process.once("disconnect", () => process.exit(0));
process.once("message", (job: FileJob) => void run(job));
void prepare();

/** Needed modules are loaded first: from then on root's directories are closed. */
async function prepare(): Promise<void> {
  const kind = process.argv[2] as FileJob["kind"];
  // A reader is loaded with the first bytes that it gets; these are none of its kind.
  await kinds[kind](new Uint8Array(), {}).catch(() => undefined);
  if (process.getuid?.() === 0) {
    process.setgroups?.([]);
    process.setgid?.(nobodyElse);
    process.setuid?.(nobodyElse);
  }
  process.send?.({ ready: true });
}

async function run({ kind, bytes, options = {} }: FileJob): Promise<void> {
  const answered = await answer(kind, bytes, options);
  if ("result" in answered)
    for (const piece of takeApart(answered.result)) process.send?.({ piece });
  process.send?.(answered, () => process.exit(0));
}

async function answer(
  kind: FileJob["kind"],
  bytes: Uint8Array,
  options: NonNullable<FileJob["options"]>,
): Promise<object> {
  try {
    return { result: await kinds[kind](bytes, options) };
  } catch (error) {
    if (error instanceof Refusal)
      return { refusal: { code: error.code, message: error.message, fact: error.fact } };
    return { failed: true };
  }
}
