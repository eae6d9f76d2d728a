import { botSpeech, storySettings } from "../../../domain/events/story-shapes.ts";
import type { StorySettings } from "../../../domain/events/story.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../domain/json.ts";
import type { LeftOut, ReadPreset } from "../../../domain/views/presets.ts";
import { refuseFile } from "./file-refusal.ts";
import { keepList, readObject } from "./lenient-json.ts";
import { readPrompts } from "./preset-prompts.ts";

/** Fields of sampling, by their names in presets for chat models and for text models. */
const numbers: Readonly<Record<string, keyof StorySettings>> = {
  temperature: "temperature",
  temp: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  frequency_penalty: "frequency_penalty",
  freq_pen: "frequency_penalty",
  presence_penalty: "presence_penalty",
  presence_pen: "presence_penalty",
  seed: "seed",
  openai_max_tokens: "max_tokens",
  genamt: "max_tokens",
  openai_max_context: "context_tokens",
  max_length: "context_tokens",
};
/** What changes nothing is not worth a word. */
const neutral: Readonly<Record<string, readonly unknown[]>> = {
  top_k: [0, -1],
  seed: [-1],
  min_p: [0],
  top_a: [0],
  typical_p: [1],
  typical: [1],
  tfs: [1],
  epsilon_cutoff: [0],
  eta_cutoff: [0],
  rep_pen: [1],
  repetition_penalty: [1],
  mirostat_mode: [0],
  dry_multiplier: [0],
  xtc_probability: [0],
  smoothing_factor: [0],
  dynatemp: [false],
  assistant_prefill: [""],
  reasoning_effort: ["auto", ""],
};
/** Known and not used here; whatever else a file has is about the other program's own screens. */
const unsupported = [
  ...Object.keys(neutral).filter((name) => numbers[name] === undefined),
  "logit_bias",
  "grammar_string",
  "json_schema",
  "banned_tokens",
];
/** Where another program sends its requests. Only that it is left out is reported, never its value. */
const connection =
  /^(?:reverse_proxy|proxy_password|custom_url|custom_include_\w+|custom_exclude_body|\w*api_key\w*)$/u;
const model = /^(?:\w+_)?model$/u;

/**
 * The settings of a preset of SillyTavern: for chat models, for text models, a system prompt, or a
 * master export of several. What has no place here is listed.
 */
export function readPreset(file: Json, target: "story" | "character"): ReadPreset {
  const parts = openParts(file);
  if (parts.length === 0) throw refuseFile("not_a_preset");
  const leftOut: LeftOut[] = [];
  const found: Record<string, unknown> = {};
  for (const part of parts) Object.assign(found, readPart(part, leftOut));
  const settings = keepValid(found, target, leftOut);
  if (Object.keys(settings).length === 0 && leftOut.length === 0) throw refuseFile("not_a_preset");
  const name = parts.map((part) => part["name"]).find((each) => typeof each === "string");
  return { name: typeof name === "string" ? name.slice(0, 200) : "", settings, left_out: leftOut };
}

const fileParts = ["sysprompt", "preset"] as const;

/** The parts of a master export, or the file itself. */
function openParts(file: Json): JsonObject[] {
  if (!isJsonObject(file)) return [];
  const inside = fileParts.flatMap((name) => (isJsonObject(file[name]) ? [file[name]] : []));
  if (inside.length > 0)
    return [...inside, ...(file["instruct"] === undefined ? [] : [{ instruct: true }])];
  return [file];
}

function readPart(part: JsonObject, leftOut: LeftOut[]): Record<string, unknown> {
  const own = readObject(readObject(part["extensions"])["meanwhile"]);
  if (Object.keys(own).length > 0) return own;
  const found: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(part)) {
    const name = numbers[field];
    if (neutral[field]?.includes(value) === true) continue;
    if (name !== undefined) found[name] = value;
    const reason = findReason(field, value);
    if (reason !== undefined) leftOut.push({ field, reason });
  }
  if (typeof part["content"] === "string") found["system_template"] = part["content"];
  if (typeof part["post_history"] === "string") found["closing_template"] = part["post_history"];
  if (keepList(part["prompts"]).length > 0) Object.assign(found, readPrompts(part, leftOut));
  reportMacros(found, leftOut);
  return found;
}

function findReason(field: string, value: Json | undefined): LeftOut["reason"] | undefined {
  if (value === "" || value === null || value === undefined) return undefined;
  if (unsupported.includes(field)) return "not_supported";
  if (connection.test(field)) return "connection";
  if (model.test(field)) return "model";
  if (field === "instruct" || field === "input_sequence") return "text_format";
  const scripts = field === "extensions" ? readObject(value)["regex_scripts"] : undefined;
  return keepList(scripts).length > 0 ? "scripts" : undefined;
}

const knownMacros = new Set(["char", "user", "original", "length", "language", "style"]);

/** Macros stay as they are written, as they may be part of the text; those not filled in are named. */
function reportMacros(found: Record<string, unknown>, leftOut: LeftOut[]): void {
  for (const name of ["system_template", "closing_template", "note"]) {
    const text = found[name];
    if (typeof text !== "string") continue;
    const macros = [...text.matchAll(/\{\{\s*([^}\s:]+)[^}]*\}\}/gu)]
      .map(([, macro = ""]) => macro.toLowerCase())
      .filter((macro) => !knownMacros.has(macro));
    for (const macro of new Set(macros)) leftOut.push({ field: `{{${macro}}}`, reason: "macro" });
  }
}

/** Each field by itself: one that is out of range does not cost the others. */
function keepValid(
  found: Readonly<Record<string, unknown>>,
  target: "story" | "character",
  leftOut: LeftOut[],
): StorySettings {
  const kept: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(found)) {
    if (value === "" || value === undefined || field === "lorebook") continue;
    const isKnown = field in storySettings.shape;
    if (isKnown && target === "character" && !(field in botSpeech.shape))
      leftOut.push({ field, reason: "story_only" });
    else if (isKnown && storySettings.safeParse({ [field]: value }).success) kept[field] = value;
    else if (isKnown) leftOut.push({ field, reason: "out_of_range" });
  }
  return kept;
}
