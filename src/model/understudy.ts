import type { Language } from "../domain/language.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { type ModelRequest, unprompted } from "../domain/ports/model.ts";
import { shorten } from "../domain/text.ts";
import { languageIn, dominantLanguage } from "./offline-words.ts";
import { segmentsOf } from "./understudy-prose.ts";
import {
  asTold,
  type QuotedSpeech,
  findQuote,
  whole,
  withoutRecall,
  wordsIn,
} from "./understudy-quotes.ts";
import {
  digestLine,
  gestures,
  isStock,
  lines,
  moodOf,
  feelingsMovedBy,
  recallLine,
  rests,
  viewLine,
  waits,
  weighs,
} from "./understudy-words.ts";

/**
 * Plays the characters when no model is connected. It understands no language: it composes a line
 * from the prompt's parts and nothing else, so that it can't know more than its character. The same
 * parts give the same line.
 */
export interface Understudy {
  /** The next beat, or undefined for a purpose that is not played. */
  speak(request: ModelRequest): string | undefined;
  object(request: ModelRequest): Json | undefined;
}

export function createUnderstudy(fallback: Language): Understudy {
  return {
    speak: (request) => (request.purpose === "narrative" ? beatOf(request, fallback) : undefined),
    object: (request) => objects[request.purpose]?.(request, pickSpokenLanguage(request, fallback)),
  };
}

type Answer = (request: ModelRequest, language: Language) => Json;

const objects: Readonly<Record<string, Answer>> = {
  parse_turn: (request) => ({
    segments: segmentsOf(part(request, "prose").join("\n"), request.viewer === "director"),
  }),
  state_update: feelings,
  pov_summary: (request, language) => ({
    summary: view(request, language),
    knowledge_facts: [],
    relationship_summary: "",
  }),
  digest: (request, language) => {
    const outside = fieldsOf(part(request, "outside"));
    return {
      summary: digestLine[language](outside),
      knowledge_facts: [],
      relationship_summary: "",
    };
  },
  threads: (request) => ({ threads: questions(part(request, "transcript")) }),
};

const part = ({ sections = [] }: ModelRequest, name: string): readonly string[] =>
  sections
    .filter((section) => section.name === name)
    .flatMap((section) => section.lines.filter((line) => line !== unprompted));

const fieldsOf = (of: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    of.map((line) => [line.split(": ")[0] ?? "", line.split(": ").slice(1).join(": ")]),
  );

/** By the last line, then by any other text. */
function pickSpokenLanguage(request: ModelRequest, fallback: Language): Language {
  const { sections = [] } = request;
  if (request.purpose === "digest")
    return (
      dominantLanguage(Object.values(fieldsOf(part(request, "outside"))).join("\n")) ?? fallback
    );
  if (request.purpose === "pov_summary")
    return (
      dominantLanguage(part(request, "transcript").join("\n").replaceAll("Stage direction", "")) ??
      fallback
    );
  const lastly = part(request, "now").join("\n");
  // Where two languages mix, a character with sample lines keeps to their language unless spoken to
  // in the other.
  if (languageIn(lastly) !== "zh" && languageIn(part(request, "voice").join("\n")) === "en")
    return "en";
  const said = sections.filter(({ name }) =>
    ["now", "history", "transcript", "just happened", "voice"].includes(name),
  );
  const all = [...said.toReversed(), ...sections]
    .flatMap(({ lines: of }) => of.filter((line) => line !== unprompted))
    .join("\n");
  return all.includes("Stage direction") &&
    languageIn(all.replaceAll("Stage direction", "")) === undefined
    ? fallback
    : (languageIn(all) ?? fallback);
}

/** A number that the words decide: chance would make the same scene play differently twice. */
function createDice(words: readonly string[]): (sides: number) => number {
  let state = 2_166_136_261;
  for (const char of words.join("\n"))
    state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return (sides) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0;
    return sides === 0 ? 0 : state % sides;
  };
}

function beatOf(request: ModelRequest, fallback: Language): string {
  const language = pickSpokenLanguage(request, fallback);
  const self = fieldsOf(part(request, "self"));
  const name = self["name"] ?? "";
  const others = part(request, "present").filter((one) => one !== name);
  const known = [...part(request, "memories"), ...part(request, "history")].flatMap((text) =>
    text.split("\n"),
  );
  const now = part(request, "now");
  const recent = known.slice(-8);
  const roll = createDice([
    ...part(request, "self"),
    ...part(request, "voice"),
    ...others,
    ...recent,
    ...now,
  ]);
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
  // A character does not repeat a recent line.
  const isFresh = (sample: string): boolean =>
    sample !== "" && !recent.some((line) => line.includes(sample));
  const voice = part(request, "voice")
    .flatMap((sample) => sample.split("\n"))
    .map((sample) => whole(inOneLine(sample), 90));
  const own = lines[language][moodOf(part(request, "relationship"))];
  const spoken =
    [voice.filter(isFresh), own.filter(isFresh), own].find((from) => from.length > 0) ?? own;
  const ends = [
    ...recallable(recent, others).map((of) => recallLine[language](name, of)),
    ...now.slice(-1).flatMap((line) => openIn(line, { name, language })),
  ];
  return [
    pick(gestures[language])(name, others.length > 0 ? pick(others) : undefined),
    `“${pick(spoken)}”`,
    ends.length > 0 && roll(2) > 0 ? pick(ends) : pick(rests[language])(name),
  ]
    .filter((sentence) => sentence !== "")
    .join(language === "zh" ? "" : " ");
}

/** Lines of others that are worth recalling and have not been mentioned again yet. */
function recallable(recent: readonly string[], others: readonly string[]): readonly QuotedSpeech[] {
  const said = recent.flatMap((line) => findQuote(line, others) ?? []);
  return said.filter(
    ({ words }) => !isStock(words) && recent.filter((line) => line.includes(words)).length === 1,
  );
}

/** A topic that is still open, if it is short enough to be named. */
function openIn(
  line: string,
  by: { readonly name: string; readonly language: Language },
): string[] {
  const isSaid = /: “/u.test(line);
  const about = whole(
    isSaid
      ? wordsIn(line)
      : inOneLine(line.replace(/^[（(](?:Stage direction: )?(.*)[)）]$/su, "$1")),
    60,
  );
  if (about === "") return [];
  return [
    isSaid
      ? weighs[by.language](by.name, about)
      : waits[by.language](by.name, about.replace(/[.。]$/u, "")),
  ];
}

/** One line, short enough to stand inside of another. */
const plain = (text: string): string => shorten(inOneLine(text), 90);

const inOneLine = (text: string): string =>
  withoutFrame(text).replaceAll(/\s+/g, " ").replaceAll(/[“”"]/g, "").trim();

/** A stage direction without the frame that the prompt puts around it. */
const withoutFrame = (text: string): string => text.replace(/^\(Stage direction: (.*)\)$/s, "$1");

/** Kind words warm, hard ones cool, and what the other one says about themselves is kept. */
function feelings(request: ModelRequest): Json {
  const people = part(request, "people");
  const [, target = ""] = part(request, "pair");
  return people.length === 0
    ? feelingsAbout(request, target)
    : { people: people.map((name) => ({ name, ...feelingsAbout(request, name) })) };
}

function feelingsAbout(request: ModelRequest, target: string): JsonObject {
  const happened = part(request, "just happened");
  const byTarget = happened
    .filter((line) => line.startsWith(`${target}:`))
    .map((line) => withoutRecall(line.slice(target.length + 1)));
  const moved = feelingsMovedBy(byTarget.join(" "));
  const told = byTarget
    .flatMap((line) => line.split(/(?<=[.!?。！？])\s*/u))
    .filter((sentence) => ownWords.test(sentence));
  return {
    affinity_delta: moved.affinity,
    trust_delta: moved.trust,
    knowledge_facts: told.slice(0, 2).map((sentence) => plain(sentence)),
  };
}

const ownWords =
  /\b(?:I am|I'm|I have|I know|I saw|I was|my)\b|我(?:是|有|叫|知道|看见|看到|喜欢|会)|我的/iu;

function view(request: ModelRequest, language: Language): string {
  const name = fieldsOf(part(request, "self"))["name"] ?? "";
  const heard = part(request, "transcript").map((line) => plain(asTold(line)));
  return viewLine[language](name, heard);
}

/** A question that has not been answered yet. */
function questions(transcript: readonly string[]): Json[] {
  return transcript
    .map(asTold)
    .filter((line) => /[?？]/.test(line))
    .slice(-2)
    .map((line) => ({ title: plain(line), summary: "", status: "open" }));
}
