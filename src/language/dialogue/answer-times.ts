import type { Language } from "../../domain/language.ts";
import * as en from "../lexicon/en/answers.ts";
import { enAtoms } from "../lexicon/en/atoms.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zh from "../lexicon/zh/answers.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";
import type { Interpretation, OpenRequest } from "../request.ts";
import { bareNumber } from "../text/characters.ts";
import { prepare } from "../text/prepare.ts";
import type { Atom } from "../times/atoms.ts";
import { besideClock, without } from "./choices.ts";

const lexicon = wordsOf(zh, en);

/** The parts of the answer replace the same parts of the request; the rest stays as it was said. */
export function replaceTimes(
  text: string,
  open: OpenRequest,
  interpret: (text: string) => Interpretation,
): Interpretation | undefined {
  // A question about several reminders has no words of its own that a time could stand in.
  if (open.text === "") return undefined;
  const language = prepare(open.text).language;
  const said = text.replaceAll(lexicon.both.correcting, "");
  const bare = bareNumber.exec(said.replaceAll(lexicon.both.filler, " "));
  const spoken = fitting(
    bare === null ? said : language === "zh" ? `${bare[1]}点` : `at ${bare[1]}`,
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
  const result = acceptOffer(
    interpret(joinTimes(inSameHalf(spoken, open, language), own, { open, language })),
    open,
  );
  // "等会再说", "半小时后": about what has just gone off, and no word of the question asks for it.
  return result.intent === "none" && open.reason === "vague_time"
    ? interpret(language === "zh" ? `${spoken.trim()}再提醒我` : `remind me again ${spoken.trim()}`)
    : result;
}

/** What is offered and put right is wanted: "dinner tomorrow at 7" and "make it 8". */
function acceptOffer(result: Interpretation, open: OpenRequest): Interpretation {
  const [choice, second] = result.open?.choices ?? [];
  const isOffer = open.reason === "unsure_wish" && result.reasons[0] === "unsure_wish";
  return isOffer && choice !== undefined && second === undefined ? choice : result;
}

/** "make that 7" of something at six in the evening is in the evening, too. */
function inSameHalf(
  spoken: string,
  { text, choices = [] }: OpenRequest,
  language: Language,
): string {
  const [only, second] = choices;
  const [item, another] = only?.items ?? [];
  if (item === undefined || second !== undefined || another !== undefined) return spoken;
  const isLate = Number(item.start.slice(11, 13)) >= 12;
  const atoms = timesIn(prepare(spoken).text, language);
  const isHalfSaid = timesIn(prepare(text).text, language).some(({ kind }) => kind === "period");
  if (isHalfSaid || atoms.some(({ kind }) => kind !== "clock")) return spoken;
  return besideClock(spoken, language === "zh" ? (isLate ? "下午" : "上午") : isLate ? "pm" : "am");
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
  const replaced = listReplacedKinds(kinds);
  return (
    atOpenPeriod(open, spoken, language) ??
    (language === "zh" ? inPlace(open.text, replaced, spoken) : undefined) ??
    `${without(open.text, replaced)}${mark}${spoken}`
  );
}

/**
 * "…，晚上", "meeting at 3, remind me the evening before": the clock that was asked for stands behind the
 * part of the day.
 */
function atOpenPeriod(
  { text, reason }: OpenRequest,
  spoken: string,
  language: Language,
): string | undefined {
  if (reason !== "period_without_clock") return undefined;
  const atoms = (language === "zh" ? zhAtoms : enAtoms)(prepare(text).text);
  const open = atoms.findLast(
    ({ kind }, index) => kind === "period" && atoms[index + 1]?.kind !== "clock",
  );
  if (open === undefined) return undefined;
  const isLast = open === atoms.at(-1) && open.end === text.length;
  if (!isLast && !atoms.some(({ kind }) => kind === "clock")) return undefined;
  const space = language === "zh" ? "" : " ";
  return `${text.slice(0, open.end)}${space}${spoken.trim()}${text.slice(open.end)}`;
}

/** Chinese says when before what: the new time stands where the old one stood, if there was one. */
function inPlace(text: string, kinds: readonly string[], spoken: string): string | undefined {
  const own = zhAtoms(prepare(spoken).text);
  const [first, ...others] = zhAtoms(prepare(text).text).filter(({ kind }) => kinds.includes(kind));
  const [from, to] = [own[0]?.at, own.at(-1)?.end];
  if (first === undefined || first.end === first.at || from === undefined) return undefined;
  const rest = others
    .toReversed()
    .reduce((left, { at, end }) => left.slice(0, at) + left.slice(end), text);
  return rest.slice(0, first.at) + spoken.slice(from, to) + rest.slice(first.end);
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
