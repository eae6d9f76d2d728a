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

type Asked = Pick<Call, "values" | "terminal">;

/** Settings of calls that were read already: a command may have changed to a user who can't read the file. */
const known = new WeakMap<Asked["values"], Config>();

/** Settings as the file and the environment have them, with the call's options over both. Read once for a call. */
export function configOf(call: Asked): Config {
  const config = known.get(call.values) ?? readConfig(call);
  known.set(call.values, config);
  return config;
}

/** The same, as they are by now. */
export function readConfig(call: Asked): Config {
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
