import type { Language } from "../../domain/language.ts";
import { shorten } from "../../domain/text.ts";
import { withArticle } from "./fill-text.ts";
import { isPurely, isQuestion, type Line, readLine, toSentences } from "./read-line.ts";
import { contentWords } from "./topic.ts";

/** Names as they are listed in a sentence. */
const listNames = (names: readonly string[], language: Language): string =>
  language === "zh"
    ? names.join("、").replace(/、([^、]+)$/u, "和$1")
    : names.join(", ").replace(/, ([^,]+)$/u, " and $1");

interface Told {
  readonly who: string;
  readonly words: string;
  readonly at: number;
}

/**
 * A scene as one of those present would tell it: with whom, the sentences that say most, and how it
 * ended. Everything is quoted from what they heard.
 */
export function retellScene(
  of: {
    readonly name: string;
    /** Others who were there, as far as the prompt names them. */
    readonly company: readonly string[];
    readonly transcript: readonly string[];
  },
  {
    language,
    isStock,
  }: { readonly language: Language; readonly isStock: (text: string) => boolean },
): string {
  const { name } = of;
  const lines = of.transcript
    .flatMap((text) => text.split("\n"))
    .filter((text) => text.trim() !== "")
    .map((text) => readLine(text, [name]));
  const speakers = [...new Set(lines.flatMap(({ who }) => who ?? []))];
  const others = [...new Set([...speakers, ...of.company])].filter((who) => who !== name);
  const said = pickSaid(lines, { language, names: speakers, isStock });
  const done =
    lines.filter(({ who, doing }) => who === undefined && doing !== "").at(-1)?.doing ?? "";
  const happened = isPurely(done, language, speakers)
    ? shorten(done.replace(/[\s.。,，:：;；]+$/u, ""), 60)
    : "";
  return say[language]({ name, others, said, happened });
}

/** At most three sentences, those with the most of what the scene was about, in their order. */
function pickSaid(
  lines: readonly Line[],
  of: {
    readonly language: Language;
    readonly names: readonly string[];
    readonly isStock: (text: string) => boolean;
  },
): Told[] {
  const told = lines.flatMap(({ who, speech }, at) =>
    who === undefined
      ? []
      : toSentences(speech)
          .filter(
            (words) => words.length <= 90 && !/[‘’]\S/u.test(words.replaceAll(/\b['’]\b/gu, "")),
          )
          .filter((words) => isPurely(words, of.language, of.names))
          .map((words) => ({ who, words, at })),
  );
  const own = told.filter(({ words }) => !of.isStock(words));
  const from = own.length > 0 ? own : told;
  const counts = new Map<string, number>();
  for (const { words } of from)
    for (const word of contentWords(words, of.language))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const weigh = ({ words }: Told): number =>
    [...contentWords(words, of.language)].reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) *
    (isQuestion(words) ? 0.6 : 1);
  const best = from.toSorted((a, b) => weigh(b) - weigh(a));
  const picked: Told[] = [];
  for (const one of best) {
    if (picked.length === 3) break;
    if (!picked.some(({ words, at }) => words === one.words || at === one.at)) picked.push(one);
  }
  return picked.toSorted((a, b) => a.at - b.at);
}

interface Retelling {
  readonly name: string;
  readonly others: readonly string[];
  readonly said: readonly Told[];
  readonly happened: string;
}

const say: Readonly<Record<Language, (of: Retelling) => string>> = {
  en: ({ name, others, said, happened }) =>
    [
      others.length === 0 ? `${name} was there.` : `${name} was with ${listNames(others, "en")}.`,
      ...(happened === "" ? [] : [`${capital(happened)}.`]),
      ...said.map(({ who, words }, at) => {
        const verb = isQuestion(words) ? "asked" : "said";
        return `${at === 0 || said.length === 1 ? who : at === said.length - 1 ? `In the end ${who}` : `Then ${who}`} ${verb}: “${words}”`;
      }),
    ].join(" "),
  zh: ({ name, others, said, happened }) =>
    [
      others.length === 0 ? `${name}在场。` : `${name}和${listNames(others, "zh")}在一起。`,
      ...(happened === "" ? [] : [`${happened}。`]),
      ...said.map(({ who, words }, at) => {
        const verb = isQuestion(words) ? "问" : "说";
        return `${at === 0 || said.length === 1 ? "" : at === said.length - 1 ? "最后" : "后来"}${who}${verb}：“${words}”`;
      }),
    ].join(""),
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What could be noticed from outside, from nothing but the fields that were given. */
export function tellFromOutside(
  {
    who = "",
    where = "",
    from = "",
    to = "",
    came = "",
    left = "",
  }: Readonly<Record<string, string>>,
  language: Language,
): string {
  const names = who.split(/, |、/u).filter((name) => name !== "");
  const clock = (instant: string): string => /T(\d\d:\d\d)/u.exec(instant)?.[1] ?? instant;
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const moves = {
    came: came.split(/, |、/u).filter(Boolean),
    left: left.split(/, |、/u).filter(Boolean),
  };
  if (language === "zh")
    return inChinese({ names, where, moves, from: clock(from), to: clock(to), minutes });
  return inEnglish({ names, where, moves, from: clock(from), to: clock(to), minutes });
}

interface Outside {
  readonly names: readonly string[];
  readonly where: string;
  readonly moves: { readonly came: readonly string[]; readonly left: readonly string[] };
  readonly from: string;
  readonly to: string;
  /** Not a number where the times are not instants. */
  readonly minutes: number;
}

function inEnglish({ names, where, moves, from, to, minutes }: Outside): string {
  const people = names.length === 0 ? "somebody" : listNames(names, "en");
  const were = names.length > 1 ? "were together" : "was";
  const place =
    where === "" ? (names.length > 1 ? "" : " by themselves") : ` at ${withArticle(where)}`;
  return [
    `While you were away, ${people} ${were}${place} ${inEnglishFor(from, to, minutes)}.`,
    ...(moves.came.length === 0 ? [] : [`${listNames(moves.came, "en")} came later.`]),
    ...(moves.left.length === 0 ? [] : [`${listNames(moves.left, "en")} left before the end.`]),
  ].join(" ");
}

function inEnglishFor(from: string, to: string, minutes: number): string {
  if (!(minutes >= 0)) return `from ${from} to ${to}`;
  if (minutes < 2) return `for a moment, at ${from}`;
  if (minutes < 24 * 60)
    return `from ${from} to ${to}, ${minutes < 90 ? `${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`} in all`;
  return `for ${Math.round(minutes / 1440) === 1 ? "a day" : `${Math.round(minutes / 1440)} days`}`;
}

function inChinese({ names, where, moves, from, to, minutes }: Outside): string {
  const people = names.length === 0 ? "有人" : listNames(names, "zh");
  const place = where === "" ? "" : `在${where}`;
  const were = names.length > 1 ? `${place}待在一起` : place === "" ? "独自待着" : `${place}待着`;
  return [
    `你不在的时候，${people}${were}，${inChineseFor(from, to, minutes)}。`,
    ...(moves.came.length === 0 ? [] : [`${listNames(moves.came, "zh")}后来才到。`]),
    ...(moves.left.length === 0 ? [] : [`${listNames(moves.left, "zh")}提前走了。`]),
  ].join("");
}

function inChineseFor(from: string, to: string, minutes: number): string {
  if (!(minutes >= 0)) return `从${from}到${to}`;
  if (minutes < 2) return `${from}，只一小会儿`;
  if (minutes < 24 * 60)
    return `从${from}到${to}，前后${minutes < 90 ? `${minutes}分钟` : `大约${Math.round(minutes / 60)}小时`}`;
  return `前后${Math.round(minutes / 1440)}天`;
}

/** The last questions that are about something. */
export function findOpenQuestions(
  transcript: readonly string[],
  {
    language,
    isStock,
  }: { readonly language: Language; readonly isStock: (text: string) => boolean },
): { readonly title: string; readonly summary: string; readonly status: string }[] {
  const lines = transcript.flatMap((text) => text.split("\n")).map((text) => readLine(text, []));
  return lines
    .flatMap(({ who, speech }) =>
      who === undefined
        ? []
        : toSentences(speech)
            .filter(
              (words) =>
                isQuestion(words) &&
                !isStock(words) &&
                !/[‘’]\S/u.test(words.replaceAll(/\b['’]\b/gu, "")),
            )
            .filter((words) => contentWords(words, language).size > 0)
            .map((words) => ({
              title: `${who}: ${shorten(words, 90)}`,
              summary: "",
              status: "open",
            })),
    )
    .slice(-2);
}
