import { execFile } from "node:child_process";
import { join } from "node:path";
import type { Config } from "../config.ts";

const program = join(import.meta.dirname, "..", "..", "bin", "meanwhile.js");
/** Long enough for a log of years, and an end for a database that hangs. */
const timeout = 3 * 3_600_000;

/** `meanwhile restore <file> --verify` in a process of its own: this one has people to answer. */
export function tryBackup(
  config: Config,
  file: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const env = {
    ...process.env,
    MEANWHILE_DATA: config.data_dir,
    ...(config.secret_key === undefined ? {} : { MEANWHILE_SECRET_KEY: config.secret_key }),
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, "restore", file, "--verify", "--json"],
      { env, signal, timeout },
      (error, out, said) => {
        const report = reportIn(out);
        if (report !== undefined) resolve(report.different);
        else
          reject(
            new Error(said.trim().slice(-500) || (error?.message ?? "it ended without a message")),
          );
      },
    );
  });
}

function reportIn(out: string): { readonly different: readonly string[] } | undefined {
  try {
    return JSON.parse(out) as { different: string[] };
  } catch {
    return undefined;
  }
}
