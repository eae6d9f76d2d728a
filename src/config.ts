import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { failpointOf } from "./config/environment.ts";
import type { FailpointPlan } from "./domain/ports/failpoints.ts";
import { type ConfigSources, loadSettings } from "./config/load.ts";
import type { Problem } from "./config/problems.ts";
import { type Settings, settings } from "./config/schema.ts";

type Frozen<T> = T extends readonly (infer Entry)[]
  ? readonly Frozen<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

/** Everything that can be set, under the names of `meanwhile.yaml`. Frozen: a setting has one value from start to stop. */
export type Config = Frozen<Omit<Settings, "default_language" | "default_timezone">> & {
  /** What commands and logs speak. */
  readonly default_language: "zh" | "en";
  /** What a new account speaks. Unless somebody wrote it down, the person's browser and words decide. */
  readonly account_language: "zh" | "en" | null;
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
  const { settings: values, draft } = loadSettings(settings, { env, cwd, readFile });
  const failpoint = failpointOf(env, draft);
  if (values === undefined || draft.problems.length > 0) throw new ConfigError(draft.problems);
  return frozen({
    ...values,
    data_dir: resolve(cwd, values.data_dir),
    default_language:
      values.default_language === "auto" ? languageOf(env) : values.default_language,
    account_language: values.default_language === "auto" ? null : values.default_language,
    default_timezone: values.default_timezone ?? systemZone,
    failpoint,
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function languageOf(env: ConfigSources["env"]): "zh" | "en" {
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find(
    (value) => value !== undefined && value !== "",
  );
  return /^zh/i.test(locale ?? "") ? "zh" : "en";
}

function zoneOfSystem(): string {
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === undefined || zone === "Etc/Unknown" ? "UTC" : zone;
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const entry of Object.values(value)) frozen(entry);
  return Object.freeze(value);
}
