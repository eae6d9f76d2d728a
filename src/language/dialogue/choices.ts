import { enAtoms } from "../lexicon/en/atoms.ts";
import { prepare } from "../text/prepare.ts";
import type { Reason } from "./reasons.ts";
import type { Interpretation, LanguageRequest, RequestContext } from "../request.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";
import * as en from "../lexicon/en/answers.ts";
import * as zh from "../lexicon/zh/answers.ts";
import { wordsOf } from "../lexicon/words.ts";
import { leadingSpaces, wordOrPair } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

type Interpret = (request: LanguageRequest) => Interpretation;

const mostChoices = 8;
/** Characters that are read to find them: 64 readings of a sentence, eight of a page. */
const mostRead = 8_000;

/** The ways in which a request can be meant, each of them complete. */
export function choicesFor(
  reason: Reason,
  request: LanguageRequest,
  interpret: Interpret,
): Interpretation[] {
  const found: Interpretation[] = [];
  const mostTried = Math.max(mostChoices, Math.floor(mostRead / request.text.length));
  for (const variant of likeliest(variants(reason, request), mostTried)) {
    const choice = interpret(variant);
    if (choice.intent !== "clarify" && choice.intent !== "none" && choice.intent !== "list")
      found.push(choice);
    if (found.length === mostChoices) break;
  }
  return found;
}

/** Where not all can be tried, those of which the text has a word come first. */
function likeliest(all: readonly LanguageRequest[], most: number): readonly LanguageRequest[] {
  if (all.length <= most) return all;
  const isNamed = ({ text, context }: LanguageRequest): boolean => {
    const [kept] = [...(context?.reminders ?? []), ...(context?.shared ?? [])];
    const said = text.toLowerCase();
    return wordsIn(kept?.title ?? "").some((word) => said.includes(word));
  };
  const { true: named = [], false: others = [] } = Object.groupBy(all, (each) =>
    isNamed(each) ? "true" : "false",
  );
  return [...named, ...others].slice(0, most);
}

const wordsIn = (title: string): string[] => title.toLowerCase().match(wordOrPair) ?? [];

function variants(reason: Reason, request: LanguageRequest): LanguageRequest[] {
  const context = request.context ?? {};
  const within = (part: RequestContext): LanguageRequest => ({
    ...request,
    context: { ...context, ...part },
  });
  if (reason === "target_ambiguous")
    return [
      ...(context.reminders ?? []).map((reminder) => within({ reminders: [reminder], shared: [] })),
      ...(context.shared ?? []).map((shared) => within({ reminders: [], shared: [shared] })),
    ];
  if (reason === "friend_ambiguous")
    return (context.friends ?? []).map((name) => within({ friends: [name] }));
  return wordExactly(reason, request.text).map((text) => ({ ...request, text }));
}

/** The same sentence said more exactly. */
const wordExactly = (reason: Reason, text: string): string[] =>
  wordings[reason]?.(text, prepare(text).language === "zh") ?? [];

const wordings: Partial<Record<Reason, (text: string, zh: boolean) => string[]>> = {
  phone_call: (text) => [text.replace(lexicon.en.callMe, "remind me")],
  past_time: (text, zh) => [`${without(text, ["day"])}${zh ? "，明天" : " tomorrow"}`],
  ambiguous_day: eachDayOfWeekend,
  ambiguous_hour: (text, zh) =>
    (zh ? ["早上", "晚上"] : ["am", "pm"]).map((half) => besideClock(text, half)),
  ambiguous_interval(text) {
    const [, count] = lexicon.zh.everyOther.exec(text) ?? [];
    const named = count === undefined || count === "" ? "两" : count;
    return [`每${named}天`, `每${after[named] ?? "三"}天`].map((rule) =>
      text.replace(lexicon.zh.everyOtherDay, rule),
    );
  },
};

function eachDayOfWeekend(text: string, zh: boolean): string[] {
  const weekend = zh ? lexicon.zh.weekend : lexicon.en.weekend;
  const [word] = weekend.exec(text) ?? [];
  if (word === undefined) return [];
  return zh
    ? ["六", "日"].map((sign) => text.replace(word, word.replace("末", sign)))
    : ["Saturday", "Sunday"].map((name) =>
        text.replace(word, `${lexicon.en.opensNext.test(word) ? "next " : "on "}${name}`),
      );
}

const after: Readonly<Record<string, string>> = {
  一: "两",
  两: "三",
  二: "三",
  三: "四",
  四: "五",
  五: "六",
  六: "七",
  "1": "2",
  "2": "3",
  "3": "4",
  "4": "5",
  "5": "6",
};

/** The text without its atoms of these kinds. */
export function without(text: string, kinds: readonly string[]): string {
  const { text: prepared, language } = prepare(text);
  const atoms = (language === "zh" ? zhAtoms : enAtoms)(prepared).filter(({ kind }) =>
    kinds.includes(kind),
  );
  return atoms
    .toReversed()
    .reduce(
      (rest, { at, end }) => `${rest.slice(0, at)} ${rest.slice(end)}`.replace(leadingSpaces, ""),
      text,
    );
}

/** Says which half of the day each bare clock is in. */
export function besideClock(text: string, half: string): string {
  const { text: prepared, language } = prepare(text);
  const atoms = (language === "zh" ? zhAtoms : enAtoms)(prepared).filter(
    (atom) => atom.kind === "clock" && !atom.exact,
  );
  return atoms
    .toReversed()
    .reduce(
      (rest, { at, end }) =>
        language === "zh"
          ? `${rest.slice(0, at)}${half}${rest.slice(at)}`
          : `${rest.slice(0, end)} ${half}${rest.slice(end)}`,
      text,
    );
}
