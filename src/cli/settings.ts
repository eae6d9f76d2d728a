import type { Language } from "../domain/language.ts";
import { type Config, loadConfig } from "../config.ts";
import { type Call, text, type Terminal, UsageError } from "./command.ts";

/** Options that stand for settings, with every name that the environment knows the setting by. */
const settingOptions = {
  data: ["MEANWHILE_DATA", "MEANWHILE_DATA_DIR"],
  config: ["MEANWHILE_CONFIG"],
  port: ["MEANWHILE_PORT", "MEANWHILE_SERVER__PORT"],
  host: ["MEANWHILE_HOST", "MEANWHILE_SERVER__HOST"],
  role: ["MEANWHILE_ROLES"],
} as const;

/** The call's settings. A command that changed to another user may not be able to read their file any more. */
export const configOf = (call: Pick<Call, "values" | "terminal" | "config">): Config =>
  call.config ?? readConfig(call);

/** Settings as the file and the environment have them now, with the call's options over both. */
export function readConfig(call: Pick<Call, "values" | "terminal">): Config {
  const env = { ...call.terminal.env };
  for (const [option, names] of Object.entries(settingOptions)) {
    const value = call.values[option];
    if (value === undefined || typeof value === "boolean") continue;
    for (const name of names) delete env[name];
    env[names[0]] = typeof value === "string" ? value : value.join(",");
  }
  return loadConfig({ env, cwd: call.terminal.cwd });
}

/** The language before any settings are read: as asked for, otherwise the system's. */
export function pickTerminalLanguage(asked: string | undefined, env: Terminal["env"]): Language {
  if (asked === "zh" || asked === "en") return asked;
  if (asked !== undefined) throw new UsageError("--lang: zh, en");
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find(
    (value) => value !== undefined && value !== "",
  );
  return /^zh/i.test(locale ?? "") ? "zh" : "en";
}

/** Once the settings are known they decide, unless `--lang` did. */
export const languageWith = (call: Call, config: Pick<Config, "default_language">): Language =>
  text(call, "lang") === undefined ? config.default_language : call.language;

/** The address that the product would listen on. */
export const serverUrl = ({ server: { host, port } }: Pick<Config, "server">): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
