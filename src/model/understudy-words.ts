import type { Language } from "../domain/language.ts";
import type { QuotedSpeech } from "./understudy-quotes.ts";

export type Mood = "warm" | "even" | "cool";
type By<T> = Readonly<Record<Language, T>>;

export const gestures: By<readonly ((name: string, other: string | undefined) => string)[]> = {
  en: [
    (name, other) => (other === undefined ? `${name} looks around.` : `${name} turns to ${other}.`),
    (name, other) => (other === undefined ? `${name} waits.` : `${name} leans towards ${other}.`),
    (name, other) =>
      other === undefined ? `${name} listens.` : `${name} looks at ${other} for a moment.`,
    (name, other) =>
      other === undefined ? `${name} takes a breath.` : `${name} nods to ${other}.`,
    (name, other) =>
      other === undefined ? `${name} sits down.` : `${name} makes room for ${other}.`,
    (name) => `${name} looks up.`,
  ],
  zh: [
    (name, other) => (other === undefined ? `${name}环顾四周。` : `${name}转向${other}。`),
    (name, other) => (other === undefined ? `${name}等着。` : `${name}朝${other}凑近了些。`),
    (name, other) => (other === undefined ? `${name}听着。` : `${name}看了${other}一会儿。`),
    (name, other) => (other === undefined ? `${name}深吸一口气。` : `${name}对${other}点了点头。`),
    (name, other) => (other === undefined ? `${name}坐了下来。` : `${name}给${other}让了让地方。`),
    (name) => `${name}抬起头来。`,
  ],
};

/** For characters without sample lines. */
export const lines: By<Readonly<Record<Mood, readonly string[]>>> = {
  en: {
    warm: [
      "I am glad it is you.",
      "Go on, I am with you.",
      "That is good to hear.",
      "Stay as long as you like.",
      "We will manage.",
      "You have my word.",
    ],
    even: [
      "Go on.",
      "I see.",
      "And then?",
      "Let me think.",
      "It can wait.",
      "So it goes.",
      "Quiet tonight.",
      "Stay a while.",
      "Perhaps.",
      "What would you do?",
    ],
    cool: [
      "If you say so.",
      "I would rather wait.",
      "We shall see.",
      "Not now.",
      "Is that all?",
      "I have heard that before.",
    ],
  },
  zh: {
    warm: [
      "是你就好。",
      "说吧，我听着呢。",
      "听你这么说真好。",
      "想待多久都行。",
      "总会有办法的。",
      "这事我记下了。",
    ],
    even: [
      "接着说。",
      "我明白了。",
      "然后呢？",
      "让我想想。",
      "不急。",
      "也是。",
      "今晚倒是安静。",
      "再坐一会儿吧。",
      "说不好。",
      "换作你呢？",
    ],
    cool: [
      "你说是就是吧。",
      "我还是再等等。",
      "走着瞧。",
      "现在不行。",
      "就这些？",
      "这话我听过。",
    ],
  },
};

/** Filler lines, which are not worth remembering. */
export const isStock = (words: string): boolean =>
  Object.values(lines).some((moods) => Object.values(moods).flat().includes(words));

/** The ends of a beat. In Chinese the name has been said already. */
export const recallLine: By<(name: string, of: QuotedSpeech) => string> = {
  en: (name, { who, words }) => `${name} has not forgotten what ${who} said: “${words}”`,
  zh: (_name, { who, words }) => `心里还记着${who}的话：“${words}”`,
};

/** A reaction to what was just said. */
export const weighs: By<(name: string, words: string) => string> = {
  en: (name, words) => `${name} turns the words over: “${words}”`,
  zh: (_name, words) => `又琢磨了一遍那句“${words}”`,
};

/** This is happening just now. */
export const waits: By<(name: string, about: string) => string> = {
  en: (name, about) => `${name} waits to see what comes of “${about}”.`,
  zh: (_name, about) => `等着看“${about}”会怎样。`,
};

export const rests: By<readonly ((name: string) => string)[]> = {
  en: [
    (name) => `${name} says no more for now.`,
    () => "Nobody hurries.",
    (name) => `Then ${name} is quiet again.`,
    () => "",
  ],
  zh: [() => "暂时没有再说什么。", () => "谁也不急。", () => "说完又安静下来。", () => ""],
};

export const viewLine: By<(name: string, heard: readonly string[]) => string> = {
  en: (name, heard) =>
    describeWitnessed(heard, {
      name,
      one: (line) => `${name} was there: “${line}”.`,
      more: (first, last) => `${name} was there from “${first}” to “${last}”.`,
    }),
  zh: (name, heard) =>
    describeWitnessed(heard, {
      name,
      one: (line) => `${name}在场：“${line}”。`,
      more: (first, last) => `${name}在场，从“${first}”到“${last}”。`,
    }),
};

function describeWitnessed(
  heard: readonly string[],
  say: { name: string; one(line: string): string; more(first: string, last: string): string },
): string {
  const [first = "…"] = heard;
  return heard.length < 2 ? say.one(first) : say.more(first, heard.at(-1) ?? first);
}

export const digestLine: By<(outside: Readonly<Record<string, string>>) => string> = {
  en: ({ who = "somebody", where, from = "", to = "" }) =>
    `While you were away, ${who} were together${where === undefined ? "" : ` at ${withArticle(where)}`}, from ${clock(from)} to ${clock(to)}.`,
  zh: ({ who = "有人", where, from = "", to = "" }) =>
    `你不在的时候，${who}在一起${where === undefined ? "" : `，在${where}`}，从${clock(from)}到${clock(to)}。`,
};

/** A place that is written with its own article, or owner, needs no second one. */
const withArticle = (where: string): string =>
  /^(?:the|an?|my|our|your|his|her|their)\s/i.test(where) ? where : `the ${where}`;

const clock = (instant: string): string => /T(\d\d:\d\d)/.exec(instant)?.[1] ?? instant;

/** How one feels about those who are there: by the coldest of them. */
export function moodOf(relationships: readonly string[]): Mood {
  const affinities = relationships
    .flatMap((line) => /affinity (\d+)\/100/.exec(line)?.[1] ?? [])
    .map(Number);
  const least = affinities.length === 0 ? 50 : Math.min(...affinities);
  return least >= 60 ? "warm" : least <= 40 ? "cool" : "even";
}

const kind =
  /\b(?:thank|thanks|please|glad|smiles?|laughs?|help|trust|sorry|love)\b|谢谢|抱歉|对不起|喜欢|笑|帮|相信/giu;
const hard =
  /\b(?:lie|lied|liar|hate|shouts?|angry|stupid|never|betray|leave me)\b|骗|讨厌|恨|滚|生气|背叛/giu;

/** Not understanding, only the sound of words: a little for each, in both directions. */
export function feelingsMovedBy(text: string): { affinity: number; trust: number } {
  const warmth = (text.match(kind) ?? []).length - (text.match(hard) ?? []).length;
  return {
    affinity: Math.max(-4, Math.min(4, warmth * 2)),
    trust: Math.max(-3, Math.min(3, warmth)),
  };
}
