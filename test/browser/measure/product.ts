import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..", "..", "..");
const program = join(root, "bin", "meanwhile.js");
export const operatorToken = "a-token-for-measuring-that-is-long-enough";

/** The product as a newcomer starts it: an empty data directory, a port of its own. */
export interface MeasuredProduct {
  readonly url: string;
  /** Milliseconds from the command to the printed address, and to the line after which the page is there. */
  readonly untilAddress: number;
  readonly untilPage: number;
  /** A command of the product beside the running one: its milliseconds. */
  readonly command: (...args: readonly string[]) => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function startMeasured(
  more: Readonly<Record<string, string>>,
): Promise<MeasuredProduct> {
  const data = await mkdtemp(join(tmpdir(), "meanwhile-measure-"));
  const env = {
    ...process.env,
    MEANWHILE_DATA: data,
    MEANWHILE_PORT: "0",
    MEANWHILE_LOG__LEVEL: "warn",
    MEANWHILE_OPERATOR_TOKEN: operatorToken,
    MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000",
    MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000",
    ...more,
  };
  const began = performance.now();
  const child = spawn(process.execPath, [program, "start"], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  const { url, untilAddress } = await readAddress(child, began);
  return {
    url,
    untilAddress,
    untilPage: performance.now() - began,
    command: async (...args) => {
      const from = performance.now();
      // A bad verdict ends with a code of its own; its time counts, too.
      await promisify(execFile)(process.execPath, [program, ...args], { env }).catch(() => "");
      return performance.now() - from;
    },
    close: async () => {
      child.kill("SIGTERM");
      await new Promise((resolve) => child.once("exit", resolve));
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function readAddress(
  child: ChildProcess,
  began: number,
): Promise<{ readonly url: string; readonly untilAddress: number }> {
  let found: { readonly url: string; readonly untilAddress: number } | undefined;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = /https?:\/\/[\w.:]+/.exec(line)?.[0];
    if (url !== undefined) found ??= { url, untilAddress: performance.now() - began };
    if (found !== undefined && /Ctrl-C/.test(line)) return found;
  }
  throw new Error("the product ended before it printed its address");
}
