import type { Language } from "../../domain/language.ts";
import type { LineKind, Patterns } from "./line-kind.ts";
import { englishDoings, englishSpeech } from "./line-kinds-en.ts";
import { chineseDoings, chineseSpeech } from "./line-kinds-zh.ts";

const spokenKinds: Readonly<Record<Language, Patterns>> = {
  en: englishSpeech,
  zh: chineseSpeech,
};
const doneKinds: Readonly<Record<Language, Patterns>> = {
  en: englishDoings,
  zh: chineseDoings,
};

const firstOf = (patterns: Patterns, text: string): LineKind | undefined =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0];

/** Of several sentences, a question or a plea in any of them counts before the rest. */
export const kindOfSpeech = (text: string, language: Language): LineKind =>
  firstOf(spokenKinds[language], text) ?? "claim";

export const kindOfDoing = (text: string, language: Language): LineKind =>
  firstOf(doneKinds[language], text) ?? "action";

const asks: ReadonlySet<LineKind> = new Set([
  "opinion",
  "wherePerson",
  "remember",
  "howMany",
  "why",
  "when",
  "whoIs",
  "how",
  "what",
  "fact",
  "tell",
]);

/** Kinds that something said earlier may answer. */
export const isAskingForKnowledge = (kind: LineKind): boolean => asks.has(kind);
