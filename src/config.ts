import type { Language } from "./domain/language.ts";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { failpointOf } from "./config/environment.ts";
import type { Frozen } from "./domain/frozen.ts";
import type { FailpointPlan } from "./domain/ports/failpoints.ts";
import { type ConfigSources, loadSettings } from "./config/load.ts";
import { rememberPlaces } from "./config/places.ts";
import type { Problem } from "./config/problems.ts";
import { type Settings, settings, settingsWith } from "./config/schema.ts";

/**
 * Everything that can be set, under the names of `meanwhile.yaml`. Frozen: a setting has one value
 * from start to stop.
 */
export type Config = Frozen<Omit<Settings, "default_language" | "default_timezone">> & {
  /** Language of commands and logs. */
  readonly default_language: Language;
  /** Language of a new account. If it is not set, the person's browser and messages decide. */
  readonly account_language: Language | null;
  readonly default_timezone: string;
  /** From the environment only: no file can leave one behind. */
  readonly failpoint: FailpointPlan | undefined;
};

/** Why Meanwhile does not start, complete, so that one round of corrections is enough. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** EX_CONFIG: a supervisor can tell that a restart will not help. */
  readonly exitCode = 78;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ where, sentence }) =>
      where === undefined ? sentence : `${where}: ${sentence}`,
    );
    super([`The settings need attention.`, ...lines.map((line) => `- ${line}`)].join("\n"));
    this.problems = problems;
  }
}

/** Reads file and environment once. Throws `ConfigError` with every problem there is. */
export function loadConfig(
  sources: Partial<ConfigSources> & { readonly systemZone?: string } = {},
): Config {
  const {
    env = process.env,
    cwd = process.cwd(),
    readFile = readIfThere,
    systemZone = zoneOfSystem(),
  } = sources;
  const { channels } = sources;
  const { settings: values, draft } = loadSettings(
    channels === undefined ? settings : settingsWith(channels),
    { env, cwd, readFile, channels },
  );
  const failpoint = failpointOf(env, draft);
  if (values === undefined || draft.problems.length > 0) throw new ConfigError(draft.problems);
  const config: Config = freezeDeep({
    ...values,
    data_dir: resolve(cwd, values.data_dir),
    default_language:
      values.default_language === "auto" ? languageFromEnv(env) : values.default_language,
    account_language: values.default_language === "auto" ? null : values.default_language,
    default_timezone: values.default_timezone ?? systemZone,
    failpoint,
  });
  return rememberPlaces(config, draft.origins);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function languageFromEnv(env: ConfigSources["env"]): Language {
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find(
    (value) => value !== undefined && value !== "",
  );
  return /^zh/i.test(locale ?? "") ? "zh" : "en";
}

function zoneOfSystem(): string {
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === undefined || zone === "Etc/Unknown" ? "UTC" : zone;
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const entry of Object.values(value)) freezeDeep(entry);
  return Object.freeze(value);
}
