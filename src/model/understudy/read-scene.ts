import type { Language } from "../../domain/language.ts";
import { type ModelRequest, unprompted } from "../../domain/ports/model.ts";
import { dominantLanguage, languageIn } from "../offline-words.ts";
import { isPurely, type Line, readLine, toSentences } from "./read-line.ts";
import { type Meeting, parseMeeting } from "./meetings.ts";
import type { Mood } from "./words.ts";

/** A prompt's parts as an understudy uses them. Nothing else is known to it. */
export interface ScenePrompt {
  readonly language: Language;
  readonly name: string;
  readonly persona: string;
  readonly backstory: string;
  readonly voice: readonly string[];
  /** Those who are there, without the speaker. */
  readonly others: readonly string[];
  readonly place: string;
  readonly clock: string;
  readonly weather: string;
  readonly feelings: ReadonlyMap<string, Feeling>;
  readonly facts: readonly { readonly of: string; readonly fact: string }[];
  /** Oldest first. */
  readonly memories: readonly Line[];
  readonly meetings: readonly Meeting[];
  readonly history: readonly Line[];
  /** What just happened; empty where no line was written. */
  readonly now: readonly Line[];
}

interface Feeling {
  readonly affinity: number;
  readonly trust: number;
}

export const part = ({ sections = [] }: ModelRequest, name: string): readonly string[] =>
  sections
    .filter((section) => section.name === name)
    .flatMap((section) => section.lines.filter((line) => line !== unprompted));

export const fieldsOf = (of: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    of.map((line) => [line.split(": ")[0] ?? "", line.split(": ").slice(1).join(": ")]),
  );

/** The language that the instructions name. */
export function readAskedLanguage({ messages }: ModelRequest): Language | undefined {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const named = /^Write in (.+)\.$/mu.exec(system)?.[1] ?? "";
  if (/^(?:zh|chinese|中文|汉语|简体|繁體)/iu.test(named)) return "zh";
  return /^(?:en|english|英文|英语)/iu.test(named) ? "en" : undefined;
}

/** By what the instructions say, the last line, the character's own samples, then any other text. */
export function pickLanguage(request: ModelRequest, fallback: Language): Language {
  const asked = readAskedLanguage(request);
  if (asked !== undefined) return asked;
  const readWords = (name: string): string =>
    part(request, name)
      .map((line) => readLine(line, []))
      .map(({ speech, doing }) => `${speech} ${doing}`)
      .join("\n");
  const now = readWords("now");
  const said = languageIn(now);
  if (said === "zh") return "zh";
  const voice = dominantLanguage(part(request, "voice").join("\n"));
  if (voice === "en") return "en";
  return (
    said ??
    dominantLanguage(readWords("history")) ??
    dominantLanguage(readWords("transcript")) ??
    voice ??
    dominantLanguage(
      [...part(request, "self").slice(1), ...part(request, "scene"), ...part(request, "present")]
        .map((line) => line.split(": ").slice(-1).join(""))
        .join("\n"),
    ) ??
    fallback
  );
}

export function readScene(request: ModelRequest, fallback: Language): ScenePrompt {
  const language = pickLanguage(request, fallback);
  const self = fieldsOf(part(request, "self"));
  const name = self["name"] ?? "";
  const present = part(request, "present").flatMap((line) => line.split("\n"));
  const others = present.filter((one) => one !== name && one !== "");
  const names = [...present, name];
  const readLines = (section: string): Line[] =>
    part(request, section)
      .flatMap((text) => text.split("\n"))
      .filter((text) => text.trim() !== "")
      .map((text) => readLine(text, names));
  const scene = fieldsOf(part(request, "scene"));
  const inLanguage = (text: string): string => (isPurely(text, language, names) ? text : "");
  const relationship = part(request, "relationship");
  return {
    language,
    name,
    persona: self["persona"] ?? "",
    backstory: self["backstory"] ?? "",
    voice: readVoice(part(request, "voice"), language, names),
    others,
    place: inLanguage((scene["place"] ?? "").replace(/ \([^)]*\)$/u, "")),
    clock: /\d\d:\d\d/u.exec(scene["time"] ?? "")?.[0] ?? "",
    weather: inLanguage(scene["weather"] ?? ""),
    feelings: readFeelings(relationship),
    facts: relationship.flatMap((line) => {
      const known = /^known of (.{1,60}?): (.+)$/su.exec(line);
      return known === null ? [] : [{ of: known[1] ?? "", fact: known[2] ?? "" }];
    }),
    memories: readLines("memories").filter(({ raw }) => parseMeeting(raw) === undefined),
    meetings: readLines("memories").flatMap(({ raw }) => parseMeeting(raw) ?? []),
    history: readLines("history"),
    now: readLines("now"),
  };
}

/** Sample lines by sentences, those in the language of the scene. */
function readVoice(
  samples: readonly string[],
  language: Language,
  names: readonly string[],
): string[] {
  return samples
    .flatMap((sample) => sample.split("\n"))
    .map((sample) => sample.replaceAll(/\*[^*]*\*/gu, " ").replaceAll(/[“”"「」]/gu, ""))
    .map((sample) => sample.replaceAll(/\s+/gu, " ").trim())
    .flatMap((sample) =>
      sample.length <= 90 && isPurely(sample, language, names) ? [sample] : toSentences(sample),
    )
    .filter(
      (sample) =>
        sample.length > 2 &&
        sample.length <= 90 &&
        isPurely(sample, language, names) &&
        /[.!?。！？…]$/u.test(sample),
    );
}

export function readFeelings(lines: readonly string[]): ReadonlyMap<string, Feeling> {
  return new Map(
    lines.flatMap((line) => {
      const found = /^(.{1,60}?)[:：].*affinity (\d+)\/100, trust (\d+)\/100/su.exec(line);
      return found === null
        ? []
        : [[found[1] ?? "", { affinity: Number(found[2]), trust: Number(found[3]) }] as const];
    }),
  );
}

/** How one feels about the other, or about the coldest of those who are there. */
export function moodTowards({ feelings }: ScenePrompt, who: string | undefined): Mood {
  const own = who === undefined ? undefined : feelings.get(who)?.affinity;
  const least = own ?? Math.min(50, ...[...feelings.values()].map(({ affinity }) => affinity));
  return toMood(least);
}

export const toMood = (value: number): Mood =>
  value >= 60 ? "warm" : value <= 40 ? "cool" : "even";
