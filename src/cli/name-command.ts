import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Call, text } from "./command.ts";

const launcher = resolve(import.meta.dirname, "..", "..", "bin", "meanwhile.js");

/**
 * A command as a person types it in a shell that knows nothing of this process: under systemd or a supervisor, its data
 * and its settings are not where a command would look for them.
 */
export function nameCommand(words: string, call: Pick<Call, "terminal" | "values">): string {
  const { env, cwd } = call.terminal;
  const hasNpx =
    env["npm_command"] !== undefined || existsSync(join(cwd, "node_modules", ".bin", "meanwhile"));
  const program = hasNpx ? "npx meanwhile" : `${process.execPath} ${launcher}`;
  const data = text(call, "data") ?? env["MEANWHILE_DATA"] ?? env["MEANWHILE_DATA_DIR"];
  const config = text(call, "config") ?? env["MEANWHILE_CONFIG"];
  const places = Object.entries({ data, config }).flatMap(([name, place]) =>
    place === undefined || place === "" ? [] : [`--${name} ${quote(resolve(cwd, place))}`],
  );
  return [program, words, ...places].join(" ");
}

const quote = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
