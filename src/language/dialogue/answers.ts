import type { Language } from "../../domain/language.ts";
import { besideClock, without } from "./choices.ts";
import { done } from "../intents/cancel.ts";
import { enAtoms } from "../lexicon/en/atoms.ts";
import { mentionsOf } from "../intents/friends.ts";
import { ordinalOf } from "../text/numerals.ts";
import { prepare } from "../text/prepare.ts";
import type { Interpretation, LanguageRequest, OpenRequest } from "../request.ts";
import type { Atom } from "../times/atoms.ts";
import type { Span } from "../text/titles.ts";
import { addContent, askForTitle } from "./answer-content.ts";
import { triggersOf } from "../lexicon/triggers.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";

type Interpret = (request: LanguageRequest) => Interpretation;

/**
 * Finishes a half-understood request with the answer to its question. `undefined`: it is not an
 * answer but something new.
 */
export function applyAnswer(
  request: LanguageRequest,
  open: OpenRequest,
  interpret: Interpret,
): Interpretation | undefined {
  const answer = prepare(request.text);
  if (answer.text.trim() === "" || triggersOf(answer).length > 0) return undefined;
  if (isDropped(answer.text)) return done({ intent: "none", reasons: ["no_request"] });
  const { open: _, ...context } = request.context ?? {};
  const again = (text: string): LanguageRequest => ({ ...request, text, context });
  const read = (text: string): Interpretation => interpret(again(text));
  return (
    applyChoice(answer.text, open) ??
    replaceName(request, open, read) ??
    askForTitle(replaceTimes(answer.text, open, read), open) ??
    addContent(answer, open, read)
  );
}

const isDropped = (text: string): boolean =>
  /^[\s\p{P}]*(?:算了|不用了?|不要了?|取消|没事了?|never ?mind|forget it|no|nope|cancel|不了)(?:吧|谢谢|thanks?|[\s\p{P}])*$/u.test(
    text,
  );

const polite = String.raw`[\s\p{P}]*(?:就|要|那|嗯|好|的|吧|啊|哦|哈|那个|那条|这个|请|谢谢|please|ok|okay|the|one|that|it|is|对)*[\s\p{P}]*`;
const yes = new RegExp(
  String.raw`^[\s\p{P}]*(?:好|好的|好啊|对|对的|是|是的|嗯+|行|可以|没错|ok|okay|yes|yeah|yep|sure|right|correct|please do)(?:吧|啊|呀|的|please|[\s\p{P}])*$`,
  "u",
);
const ordinal = new RegExp(
  String.raw`^${polite}(?:第?([一二两三四五六七八\d])[个条项]?|(?:number\s+)?(\d)|(first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last))${polite}$`,
  "u",
);
const numerals = "零一二三四五六七八";

function applyChoice(
  text: string,
  { choices = [], reason }: OpenRequest,
): Interpretation | undefined {
  const [only, second] = choices;
  if (only === undefined) return undefined;
  // Of free times that are offered, the first is the nearest.
  if ((second === undefined || reason === "friend_busy") && yes.test(text)) return only;
  const [, zh, digit, word] = ordinal.exec(text) ?? [];
  if (word === "last") return choices.at(-1);
  const index =
    zh === undefined
      ? digit === undefined
        ? word === undefined
          ? 0
          : ordinalOf(word)
        : Number(digit)
      : /\d/.test(zh)
        ? Number(zh)
        : zh === "两"
          ? 2
          : numerals.indexOf(zh);
  return index > 0 ? choices[index - 1] : byName(text, choices);
}

/** "体检那个", "Shaw": the only one whose title or friend the answer names. */
function byName(text: string, choices: readonly Interpretation[]): Interpretation | undefined {
  const said = text.replaceAll(/[\s\p{P}]|那个|那条|这个|的|吧|\b(?:the|one)\b/gu, "");
  const fitting = choices.filter(({ target, with: friends = [] }) =>
    [target, ...friends].some((name) => {
      const known = name?.toLowerCase().replaceAll(/\s/g, "") ?? "";
      if (known === "" || said.length < 2) return false;
      const isSaid = said.includes(known) && (name === target || isOnlyName(said, [], known));
      return isSaid || known.includes(said);
    }),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** "zihao is olivers", "是李雷": the name that was meant replaces the unknown one. */
function replaceName(
  { text, context }: LanguageRequest,
  open: OpenRequest,
  interpret: (text: string) => Interpretation,
): Interpretation | undefined {
  if (!open.reason.startsWith("friend_")) return undefined;
  const answer = prepare(text);
  const friends = context?.friends ?? [];
  const unmasked = mentionsOf(answer, friends);
  const spans =
    unmasked.length > 0
      ? unmasked
      : mentionsOf(
          {
            ...answer,
            text: answer.text.replace(/(?:\b(?:is|means|i mean|it's)|就?是)\s*/g, (word) =>
              word.replace(/\S+/, (letters) => "与".repeat(letters.length)),
            ),
          },
          friends,
        );
  const { unclear } = open;
  const isClear = spans.length > 0 && spans.every(({ names }) => names.length === 1);
  if (unclear === undefined || !isClear) return undefined;
  const unknown = open.text.slice(unclear.at, unclear.end);
  if (!isOnlyName(answer.text, spans, unknown)) return undefined;
  const zh = prepare(open.text).language === "zh";
  const us = /^(?:我们|咱们?|我俩)/.test(unknown) ? ["我"] : /\bus$/i.test(unknown) ? ["me"] : [];
  const names = [...us, ...new Set(spans.flatMap(({ names: [name = ""] }) => name))];
  return interpret(
    `${open.text.slice(0, unclear.at)}${names.join(zh ? "和" : " and ")}${open.text.slice(unclear.end)}`,
  );
}

const besideName =
  /[\s\p{P}与]|我|想|要|说|指|的|是|就|吧|啊|呀|哦|噢|嗯|对|那|应该|其实|约|跟|和|叫|找|换|改|成|一起|[打写说]错|不好意思|抱歉|朋友|好友|他|她|了|位|\b(?:i|mean|means|meant|is|it|s|that|this|was|of course|oh|ok|okay|yes|no|actually|sorry|ask|with|make|use|try|then|instead|please|my|friend|the|one|should be|typo|him|her|them|and|also|called)\b/gu;

/**
 * An answer that says more than a name is about something else: "取消和李雷的会" invites no one.
 */
function isOnlyName(text: string, spans: readonly Span[], unknown: string): boolean {
  const rest = spans
    .toSorted((a, b) => b.at - a.at)
    .reduce((left, { at, end }) => `${left.slice(0, at)} ${left.slice(end)}`, text);
  return rest.replaceAll(unknown.toLowerCase(), " ").replaceAll(besideName, "") === "";
}

const filler =
  /[\s\p{P}]|吧|呢|啊|哦|哈|呀|就|那|嗯|好|的|是|对|行|可以|大概|左右|大约|提醒|都|要|在|我|时候|之前|前|\b(?:ok|okay|yes|yeah|at|on|then|please|let'?s say|make it|say|how about|maybe|around|about|the|for|it|i'?d say|um|well|of|in|thanks?|is fine|works|before|by|that|day)\b/gu;

/** The parts of the answer replace the same parts of the request; the rest stays as it was said. */
function replaceTimes(
  text: string,
  open: OpenRequest,
  interpret: (text: string) => Interpretation,
): Interpretation | undefined {
  const language = prepare(open.text).language;
  const bare = /^\s*(\d{1,2})\s*$/.exec(text);
  const spoken = fitting(
    bare === null ? text : language === "zh" ? `${bare[1]}点` : `at ${bare[1]}`,
    open,
    language,
  );
  const half = halfOf(spoken, open.text);
  if (half !== undefined) return interpret(half);
  const { text: prepared } = prepare(spoken);
  const own = timesIn(prepared, language);
  const rest = own
    .toReversed()
    .reduce((left, { at, end }) => left.slice(0, at) + left.slice(end), prepared);
  if (own.length === 0 || rest.replaceAll(filler, "") !== "") return undefined;
  const result = interpret(joinTimes(spoken, own, { open, language }));
  // "等会再说", "半小时后": about what has just gone off, and no word of the question asks for it.
  return result.intent === "none" && open.reason === "vague_time"
    ? interpret(language === "zh" ? `${spoken.trim()}再提醒我` : `remind me again ${spoken.trim()}`)
    : result;
}

/** In the language of the request, or else in the other one. */
function timesIn(text: string, language: Language): Atom[] {
  const [mine, other] = language === "zh" ? [zhAtoms, enAtoms] : [enAtoms, zhAtoms];
  const atoms = mine(text);
  return atoms.length > 0 ? atoms : other(text);
}

const halfAlone = /^\s*(?:in the\s+)?(am|pm|a\.m\.?|p\.m\.?|morning|afternoon|evening|night)\s*$/i;

/** "pm" to "morning or evening?": beside the clock that was said. */
function halfOf(spoken: string, asked: string): string | undefined {
  const half = halfAlone.exec(spoken)?.[1]?.toLowerCase();
  if (half === undefined || besideClock(asked, "am") === asked) return undefined;
  return besideClock(
    asked,
    half.startsWith("a") && half !== "afternoon" ? "am" : half === "morning" ? "am" : "pm",
  );
}

/** The request with the times of the answer in place of its own. */
function joinTimes(
  spoken: string,
  own: readonly Atom[],
  { open, language }: { readonly open: OpenRequest; readonly language: Language },
): string {
  const kinds = new Set(own.map(({ kind }) => kind));
  const mark = language === "zh" ? "，" : ", ";
  if (kinds.size === 1 && kinds.has("period")) {
    const said = besideClock(open.text, spoken.trim());
    const word = spoken.slice(own[0]?.at, own[0]?.end).trim();
    return said === open.text ? `${open.text}${mark}${word}` : said;
  }
  if (open.reason === "period_without_clock" && endsWithPeriod(open.text, language))
    return `${open.text}${language === "zh" ? "" : " "}${spoken.trim()}`;
  return `${without(open.text, listReplacedKinds(kinds))}${mark}${spoken}`;
}

/**
 * The answer as it would have been said in the request: "半小时" to "when?" is half an hour from
 * now.
 */
function fitting(spoken: string, open: OpenRequest, language: Language): string {
  const zh = language === "zh";
  const atoms = (zh ? zhAtoms : enAtoms)(prepare(spoken).text);
  const [first, last] = [atoms[0], atoms.at(-1)];
  if (first === undefined || last === undefined) return spoken;
  const kinds = new Set(atoms.map(({ kind }) => kind));
  if (kinds.size === 1 && kinds.has("duration")) {
    const amount = spoken.slice(first.at, last.end).replace(/^for\s+/, "");
    // What stands beside it stays: "change the meeting to 90 minutes" is not an answer.
    return `${spoken.slice(0, first.at)}${lengthWords(amount, open, zh)}${spoken.slice(last.end)}`;
  }
  const isClock =
    kinds.has("clock") && [...kinds].every((kind) => kind === "clock" || kind === "period");
  if (open.reason === "unbounded_interval" && isClock)
    return zh ? `到${spoken.trim()}` : `until ${spoken.trim()}`;
  return withinStretch(spoken, open, zh);
}

/** So long before a deadline that is known, otherwise so long from now. */
function lengthWords(amount: string, { reason }: OpenRequest, zh: boolean): string {
  if (reason === "deadline_without_lead") return zh ? `提前${amount}` : `${amount} before`;
  return zh ? `${amount}后` : `in ${amount}`;
}

/** "周三" to "下周哪天?" is that of next week. */
function withinStretch(spoken: string, open: OpenRequest, zh: boolean): string {
  const [, next = "", unit = ""] =
    (zh
      ? /(下+)个?(周|星期|礼拜|月)(?![一二三四五六日天末底初\d])/
      : /\b(next)\s+(week|month)\b/i
    ).exec(open.text) ?? [];
  if (next === "") return spoken;
  const monthly = /月|month/i.test(unit);
  const day = (zh ? zhAtoms : enAtoms)(prepare(spoken).text).find(
    (atom) =>
      atom.kind === "day" &&
      (monthly
        ? atom.day.is === "date" && atom.day.month === undefined
        : atom.day.is === "weekday" && atom.day.weeks === null),
  );
  if (day === undefined) return spoken;
  const word = spoken.slice(day.at, day.end);
  const said = zh
    ? `${next}${monthly ? "个月" : ""}${word}`
    : monthly
      ? `${word} of next month`
      : `next ${word.replace(/^on\s+/i, "")}`;
  return `${spoken.slice(0, day.at)}${said}${spoken.slice(day.end)}`;
}

/** "…，晚上": a clock that follows belongs to it. */
const endsWithPeriod = (text: string, language: Language): boolean => {
  const last = (language === "zh" ? zhAtoms : enAtoms)(prepare(text).text).at(-1);
  return last?.kind === "period" && last.end === text.length;
};

function listReplacedKinds(kinds: ReadonlySet<string>): string[] {
  // A day takes the place of those that were left open.
  const always = ["vague", "unread", ...(kinds.has("day") ? ["weekend", "stretch"] : []), ...kinds];
  if (kinds.has("after")) return [...always, "clock", "day", "period", "deadline", "rule"];
  if (kinds.has("until") || kinds.has("to"))
    return ["vague", "unread", ...kinds].filter((kind) => kind !== "clock" || kinds.has("day"));
  return kinds.has("clock") && kinds.has("day")
    ? [...always, "period", "weekend", "deadline"]
    : kinds.has("clock")
      ? [...always, "deadline"]
      : always;
}
