import { Readable } from "node:stream";
import { runCommandLine } from "../../src/cli/command-line.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  /** All that the command sees of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** One command in this process, with a terminal of its own. */
export async function meanwhile(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await runCommandLine(args, {
    env: options.env ?? {},
    cwd: options.cwd ?? "/",
    stdin: Readable.from(options.stdin === undefined ? [] : [options.stdin]),
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    onSignal: () => () => undefined,
    exit: (status) => {
      throw new Error(`the command ended the process with ${status}`);
    },
  });
  return { code, out, err };
}
