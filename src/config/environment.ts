import { failpointNames, type FailpointPlan } from "../domain/ports/failpoints.ts";
import { type SettingNode, isGroup, nodeAt, settingPaths } from "./json-schema.ts";
import { toKnownPath } from "./other-names.ts";
import { type Draft, pathName, present, quoteName, setIn } from "./problems.ts";
import { nearest } from "./suggest.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = "MEANWHILE_";

/** The names people type most, and the one that hosting platforms set. */
const shortNames: Readonly<Record<string, readonly string[]>> = {
  MEANWHILE_PORT: ["server", "port"],
  MEANWHILE_HOST: ["server", "host"],
  MEANWHILE_DATA: ["data_dir"],
  DATABASE_URL: ["database", "url"],
  MEANWHILE_OPERATOR_TOKEN: ["operator", "token"],
  MEANWHILE_MODEL_BASE_URL: ["model", "base_url"],
  MEANWHILE_MODEL_API_KEY: ["model", "api_key"],
  MEANWHILE_MODEL: ["model", "name"],
  MEANWHILE_MODEL_CLASSIFIER: ["model", "classifier"],
  // As OpenTelemetry names them for every program.
  OTEL_SDK_DISABLED: ["telemetry", "disabled"],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["telemetry", "endpoint"],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ["telemetry", "traces_endpoint"],
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: ["telemetry", "metrics_endpoint"],
  OTEL_EXPORTER_OTLP_HEADERS: ["telemetry", "headers"],
  OTEL_EXPORTER_OTLP_TIMEOUT: ["telemetry", "timeout_ms"],
  OTEL_TRACES_EXPORTER: ["telemetry", "traces"],
  OTEL_METRICS_EXPORTER: ["telemetry", "metrics"],
  OTEL_METRIC_EXPORT_INTERVAL: ["telemetry", "metrics_interval_ms"],
  OTEL_SERVICE_NAME: ["telemetry", "service_name"],
  OTEL_RESOURCE_ATTRIBUTES: ["telemetry", "resource_attributes"],
  OTEL_TRACES_SAMPLER: ["telemetry", "sampler"],
  OTEL_TRACES_SAMPLER_ARG: ["telemetry", "sampler_arg"],
};

/** Not settings: where the file is, and where a test stops the process. */
const outsideTheFile = ["MEANWHILE_CONFIG", "MEANWHILE_FAILPOINT"];

/** Adds the environment's values over the file's. */
export function readEnvironmentInto(
  draft: Draft,
  source: { readonly env: Environment; readonly root: SettingNode },
): void {
  const setBy = new Map<string, string>();
  for (const [name, text] of Object.entries(source.env)) {
    if (!name.startsWith(prefix) && !Object.hasOwn(shortNames, name)) continue;
    if (outsideTheFile.includes(name)) continue;
    const path =
      shortNames[name] ?? toKnownPath(name.slice(prefix.length).toLowerCase().split("__"));
    const node = nodeAt(source.root, path);
    if (node === undefined || isGroup(node)) {
      draft.problems.push({ where: name, sentence: unknownName(name, source.root) });
      continue;
    }
    const value = present(coerce(text ?? "", node));
    if (value === undefined) continue;
    const key = pathName(path);
    const other = setBy.get(key);
    if (other !== undefined)
      draft.problems.push({
        where: name,
        sentence: `${other} already sets \`${key}\`: keep one of the two.`,
      });
    setBy.set(key, name);
    draft.origins.set(key, name);
    setIn(draft.values, path, value);
  }
}

function unknownName(name: string, root: SettingNode): string {
  const leaves = settingPaths(root).filter((path) => nodeAt(root, path)?.type !== "object");
  const known = [...Object.keys(shortNames), ...outsideTheFile]
    .filter((short) => short.startsWith(prefix))
    .map((short) => short.slice(prefix.length))
    .concat(leaves.map((path) => path.join("__").toUpperCase()));
  return `${quoteName(name)} is not a setting. Did you mean \`${prefix}${nearest(name.slice(prefix.length), known, "__")}\`?`;
}

/**
 * Text to the type that the schema asks for. A value that does not fit stays text, and the schema
 * reports what is wrong with it.
 */
function coerce(text: string, node: SettingNode): unknown {
  const word = text.trim();
  if (node.type === "number" || node.type === "integer")
    return /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : word;
  if (node.type === "boolean") {
    if (/^(true|yes|on|1)$/i.test(word)) return true;
    return /^(false|no|off|0)$/i.test(word) ? false : word;
  }
  if (node.type === "array") return list(word, node.items ?? {});
  return word;
}

function list(word: string, items: SettingNode): unknown {
  if (word === "") return undefined;
  if (word.startsWith("[")) return json(word);
  return word.split(",").map((entry) => coerce(entry, items));
}

function json(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch (error) {
    if (error instanceof SyntaxError) return word;
    throw error;
  }
}

/** `name`, `name:3` for the third time, `name:1:pause` to halt instead of dying. */
export function failpointOf(env: Environment, draft: Draft): FailpointPlan | undefined {
  const text = (env["MEANWHILE_FAILPOINT"] ?? "").trim();
  if (text === "") return undefined;
  const [, name = text, hit = "1", act = "kill"] =
    /^([^:]*)(?::([1-9]\d{0,5}))?(?::(kill|pause))?$/.exec(text) ?? [];
  const found = failpointNames.find((known) => known === name);
  if (found !== undefined)
    return { name: found, hit: Number(hit), act: act === "pause" ? "pause" : "kill" };
  const meant = nearest(name, failpointNames, ".");
  draft.problems.push({
    where: "MEANWHILE_FAILPOINT",
    sentence: `${quoteName(name)} is not a failpoint. Did you mean \`${meant}\`?`,
  });
  return undefined;
}
