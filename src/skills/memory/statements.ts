import { kin } from "./people-words-en.ts";
import { findSpans } from "../../recall/time-words.ts";
import type { Statement, StatementRule } from "./statement-rule.ts";
import { englishStatements } from "./statement-rules-en.ts";
import { englishChanges } from "./statement-rules-en-changes.ts";
import { englishHabits } from "./statement-rules-en-habits.ts";
import { englishLifeStatements } from "./statement-rules-en-life.ts";
import { chineseStatements } from "./statement-rules-zh.ts";
import { chineseChanges } from "./statement-rules-zh-changes.ts";
import { chineseHabits } from "./statement-rules-zh-habits.ts";
import { chineseLifeStatements } from "./statement-rules-zh-life.ts";
import { withoutTime } from "./time-adjuncts.ts";

const rulesOf = {
  en: [...englishStatements, ...englishLifeStatements, ...englishChanges, ...englishHabits],
  zh: [...chineseStatements, ...chineseLifeStatements, ...chineseHabits, ...chineseChanges],
};

export const statementRules: readonly StatementRule[] = [...rulesOf.en, ...rulesOf.zh];

const chinese = /\p{Script=Han}/u;
/** Without one of these words an English sentence says nothing about its speaker. */
const ofSpeaker = /\b(?:i|im|me|my|we|our|the)\b/iu;

/** Most sentences need no closer look. */
const findRules = (sentence: string): readonly StatementRule[] =>
  chinese.test(sentence) ? statementRules : ofSpeaker.test(sentence) ? rulesOf.en : [];

/** A sentence longer than this tells a story; a model reads those. */
const mostChars = 160;
const mostSentences = 12;
const [askedEn, askedZh] = [
  /^(?:please |pls |hey,? )?(?:remember|note|keep in mind|bear in mind|don't forget|do not forget|make a note|for the record)(?: down)?(?: this)?(?: for me)?[,:]?(?: that)?[,:]? (?<words>(?!to |me\b|when |the time|how |what |this\b|it\b|us\b)\S.{3,})$/iu,
  /^(?:请|麻烦)?(?:你)?(?:帮我|替我|给我)?(?:记住|记一下|记着|记下来?|要记得|别忘了|不要忘了)[，,：:、]?\s*(?<words>(?!要|去|叫|提醒|给|买|带|了|吧|啊|这个|这件|他|她).{3,})$/u,
];
/** What one would do if, or what others say, is not stated. */
const supposed =
  /^(?:if|when|suppose|imagine|unless|whether|maybe|perhaps|should|would|could|what if|pretend|let's say)\b|^(?:如果|要是|假如|假设|比如|万一|可能|也许|假装)/iu;

/** Words of others, or words to work on. */
const attributed =
  /^(?:(?!医生|大夫)[\p{Script=Han}]{1,6}(?:说|写|问|告诉)|翻译|(?:he|she|they|\p{Lu}[\p{L}'-]+) (?:said|says|told|wrote|thinks)|(?:translate|write|say|spell|correct)\b)/iu;

/** A wish to be remembered, with what is to be remembered. */
export function readRemembered(text: string): Statement | undefined {
  const said = clean(text);
  const words = (askedEn.exec(said) ?? askedZh.exec(said))?.groups?.["words"]?.trim();
  if (words === undefined || words.length > 500 || isQuestion(words)) return undefined;
  return toStatement(words);
}

/** A sentence that is to be kept, whatever it says. */
export const toStatement = (words: string): Statement =>
  readSentence(words) ?? { words, topic: null, value: null };

/** What the sentences of a message state about their speaker. */
export function readStatements(text: string): readonly Statement[] {
  const asked = readRemembered(text);
  if (asked !== undefined) return [asked];
  return text
    .split(
      /(?<=[。！？；\n]|[!?;](?=\s|$)|(?<!\b(?:Dr|Mr|Mrs|Ms|St|No))\.(?=\s|$))\s*|(?<=[，,])\s*(?=我)/u,
    )
    .slice(0, mostSentences)
    .flatMap((sentence) => {
      const found = isQuestion(sentence) ? undefined : readClauses(clean(sentence));
      return found === undefined ? [] : [found];
    });
}

/** Chinese asks without a mark, too: “我老婆叫什么来着”. “什么都吃” and “没什么” ask nothing. */
const asks =
  /[?？]|(?:[吗呢]|来着)\s*[。.!！]*$|(?<![没不])(?:什么|啥|谁|哪[里儿个天些年家])(?!都|也|的都|人都)[^，,。都也]{0,4}$|(?:是|叫|在|有)(?:多少|多大|几[岁号点个])[^，,。]{0,4}$/u;
const isQuestion = (text: string): boolean => asks.test(text);

const clean = (text: string): string =>
  text
    .replaceAll("’", "'")
    .trim()
    .replace(
      /^(?:(?:well|so|by the way|btw|oh|also|and|fyi|actually|hi|hey|hello|(?:just )?so you know|you should know(?: that)?|did you know(?: that)?|for your information|i (?:should|forgot to) (?:mention|say|tell you)(?: that)?|i have to say)[,!:]? |(?:对了|另外|其实|哦|嗯|话说|还有|顺便说一下|顺便说|跟你说|告诉你|你知道吗|说起来)[，,：]?)+/iu,
      "",
    )
    .replace(/[\s.!。！；;，,、]+$/u, "");

/** A sentence states something as a whole or by one of its clauses: “I'm a vegan, have been for years”. */
function readClauses(sentence: string): Statement | undefined {
  const whole = readSentence(sentence);
  if (whole !== undefined || !/[,，]/u.test(sentence)) return whole;
  // Who is quoted or supposed at the start may be meant to the end.
  if (supposed.test(sentence) || attributed.test(sentence)) return undefined;
  const parts = sentence.split(/[,，]\s*/u);
  for (const [at, part] of parts.entries()) {
    const clause = readSentence(part);
    // What comes before it (“wrong, …”) is about something else.
    if (clause !== undefined)
      return { ...clause, words: at === 0 ? sentence : sentence.slice(sentence.indexOf(part)) };
  }
  return undefined;
}

/** As a whole, or without the time it names: “I'm a vegetarian now” states that one is a vegetarian. */
function readSentence(sentence: string): Statement | undefined {
  if (sentence.length > mostChars || supposed.test(sentence)) return undefined;
  const whole = readByRules(sentence);
  if (whole !== undefined) return whole;
  for (const { rest, isNow } of withoutTime(sentence)) {
    const found = readByRules(rest);
    if (found === undefined) continue;
    const { topic, value } = found;
    return {
      words: sentence,
      topic: isNow ? topic : null,
      value: value !== null && sentence.includes(value) ? value : null,
    };
  }
  return undefined;
}

/** “My wife's a teacher” and “my wife is a teacher” are one. */
const shortIs = new RegExp(
  `\\b(${kin})'s (?=an? |from |called |named |allergic |vegan|vegetarian|retired|pregnant|\\d)`,
  "giu",
);

function readByRules(said: string): Statement | undefined {
  const sentence = said.replace(shortIs, "$1 is ");
  for (const { pattern, topic } of findRules(sentence)) {
    const groups = pattern.exec(sentence)?.groups;
    if (groups === undefined) continue;
    const value = (groups["value"] ?? groups["other"] ?? groups["full"] ?? "").trim();
    // A sentence that is one whole has no part that a correction could replace.
    const isWhole = sentence.startsWith(value) && value.length >= sentence.length - 1;
    return {
      words: said,
      topic: topic(groups),
      value: value === "" || isWhole ? null : value,
    };
  }
  return undefined;
}

/** A time in a statement, as it was said and as it was meant. */
export function readDate(
  words: string,
  now: number,
): { readonly said: string | null; readonly meant: string | null } {
  const [span] = findSpans(words, now);
  if (span === undefined) return { said: null, meant: null };
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return { said: span.words, meant: `${day(span.from)}/${day(span.to)}` };
}
