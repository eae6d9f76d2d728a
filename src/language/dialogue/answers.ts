import type { Language } from "../../domain/language.ts";
import { besideClock, without } from "./choices.ts";
import { toInterpretation } from "../intents/outcome.ts";
import { enAtoms } from "../lexicon/en/atoms.ts";
import { mentionsOf } from "../intents/friends.ts";
import { ordinalOf } from "../text/numerals.ts";
import { prepare } from "../text/prepare.ts";
import type { Interpretation, LanguageRequest, OpenRequest } from "../request.ts";
import type { Atom } from "../times/atoms.ts";
import type { Span } from "../text/titles.ts";
import { dropped, ordinal, yes } from "../lexicon/both.ts";
import { addContent, askForTitle } from "./answer-content.ts";
import { triggersOf } from "../lexicon/triggers.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";
import * as en from "../lexicon/en/answers.ts";
import * as zh from "../lexicon/zh/answers.ts";
import { wordsOf } from "../lexicon/words.ts";
import { anyDigit, spaces, wordRun, bareNumber } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

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
  if (answer.text.trim() === "") return undefined;
  // "嗯，记上" asks for what was offered.
  const isYes = yes.test(answer.text) && open.choices?.length === 1;
  if (triggersOf(answer).length > 0 && !isYes) return undefined;
  if (dropped.test(answer.text))
    return toInterpretation({ intent: "none", reasons: ["no_request"] });
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

const numerals = "零一二三四五六七八";

function applyChoice(
  text: string,
  { choices = [], reason }: OpenRequest,
): Interpretation | undefined {
  const [only, second] = choices;
  if (only === undefined) return undefined;
  // Of free times that are offered, the first is the nearest.
  if ((second === undefined || reason === "friend_busy") && yes.test(text)) return only;
  const [, numeral, digit, word] = ordinal.exec(text) ?? [];
  if (word === "last") return choices.at(-1);
  const place = placeOf({ numeral, digit, word });
  return place > 0 ? choices[place - 1] : byName(text, choices);
}

/** Counted from 1; 0 where the answer names no place. */
function placeOf(said: Record<"numeral" | "digit" | "word", string | undefined>): number {
  const { numeral, digit = numeral, word } = said;
  if (digit !== undefined && anyDigit.test(digit)) return Number(digit);
  if (numeral !== undefined) return numeral === "两" ? 2 : numerals.indexOf(numeral);
  return word === undefined ? 0 : ordinalOf(word);
}

/** "体检那个", "Shaw": the only one whose title or friend the answer names. */
function byName(text: string, choices: readonly Interpretation[]): Interpretation | undefined {
  const said = text.replaceAll(lexicon.both.besideChoice, "");
  const fitting = choices.filter(({ target, with: friends = [] }) =>
    [target, ...friends].some((name) => {
      const known = name?.toLowerCase().replaceAll(spaces, "") ?? "";
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
            text: answer.text.replace(lexicon.both.means, (word) =>
              word.replace(wordRun, (letters) => "与".repeat(letters.length)),
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
  const us = lexicon.zh.us.test(unknown) ? ["我"] : lexicon.en.us.test(unknown) ? ["me"] : [];
  const names = [...us, ...new Set(spans.flatMap(({ names: [name = ""] }) => name))];
  return interpret(
    `${open.text.slice(0, unclear.at)}${names.join(zh ? "和" : " and ")}${open.text.slice(unclear.end)}`,
  );
}

/**
 * An answer that says more than a name is about something else: "取消和李雷的会" invites no one.
 */
function isOnlyName(text: string, spans: readonly Span[], unknown: string): boolean {
  const rest = spans
    .toSorted((a, b) => b.at - a.at)
    .reduce((left, { at, end }) => `${left.slice(0, at)} ${left.slice(end)}`, text);
  return rest.replaceAll(unknown.toLowerCase(), " ").replaceAll(lexicon.both.besideName, "") === "";
}

/** The parts of the answer replace the same parts of the request; the rest stays as it was said. */
function replaceTimes(
  text: string,
  open: OpenRequest,
  interpret: (text: string) => Interpretation,
): Interpretation | undefined {
  const language = prepare(open.text).language;
  const bare = bareNumber.exec(text);
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
  if (own.length === 0 || rest.replaceAll(lexicon.both.filler, "") !== "") return undefined;
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

/** "pm" to "morning or evening?": beside the clock that was said. */
function halfOf(spoken: string, asked: string): string | undefined {
  const half = lexicon.en.halfAlone.exec(spoken)?.[1]?.toLowerCase();
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
  if (open.reason === "period_without_clock" && isPeriodLast(open.text, language))
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
    const amount = spoken.slice(first.at, last.end).replace(lexicon.en.forLength, "");
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
    (zh ? lexicon.zh.nextStretch : lexicon.en.nextStretch).exec(open.text) ?? [];
  if (next === "") return spoken;
  const monthly = lexicon.both.month.test(unit);
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
      : `next ${word.replace(lexicon.en.onDay, "")}`;
  return `${spoken.slice(0, day.at)}${said}${spoken.slice(day.end)}`;
}

/** "…，晚上": a clock that follows belongs to it. */
const isPeriodLast = (text: string, language: Language): boolean => {
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
