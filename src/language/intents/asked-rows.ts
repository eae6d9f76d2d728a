import { dayMs, timeOf, wallOf } from "../calendar/wall.ts";
import { isSpelledWithin, longestShared, plain } from "../dialogue/similar-names.ts";
import { allTargets, findTargetName, type Target, withQuotedText } from "../dialogue/targets.ts";
import { periodPieces } from "../lexicon/asked-periods.ts";
import * as en from "../lexicon/en/questions.ts";
import * as enTargets from "../lexicon/en/targets.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zh from "../lexicon/zh/questions.ts";
import * as zhTargets from "../lexicon/zh/targets.ts";
import { partOf, type Reading } from "../reading.ts";
import { hanScript, maskedRuns, quotes, spaceRuns } from "../text/characters.ts";
import { isRunOf, namingStems, stems, withJoined } from "../text/stems.ts";
import { simplify } from "../text/traditional.ts";
import type { Span } from "../text/titles.ts";
import { readings } from "../times/hours.ts";
import { hasAny } from "../times/phrase.ts";

const lexicon = wordsOf(zh, en);
const { wakes } = wordsOf(zhTargets, enTargets).both;

/** What a question is about, among the things that are kept. */
export interface AskedRows {
  readonly rows: readonly Target[];
  /** The question names them, and nothing else. */
  readonly isSure: boolean;
  /** A name that is marked as one, by quotes or by "about", and that nothing has. */
  readonly keyword?: string;
  /** Words are left that name nothing. They are not repeated: they may be any part of the question. */
  readonly isUnknown?: true;
}

/** Titles first. The words beside those of asking are only compared with them. */
export function rowsAsked(reading: Reading): AskedRows {
  const all = allTargets(reading);
  const whole = all.filter(({ reminder: { title } }) => isSaidWhole(reading, title));
  const left = leftOver(reading);
  const isSureOf = (rows: readonly Target[]): boolean =>
    rows.some(({ reminder: { title } }) => isCovered(left, title));
  if (whole.length > 0) return { rows: withoutParts(whole), isSure: isSureOf(whole) };
  const timed = rowsAtClock(reading, all);
  if (timed.length > 0) return { rows: timed, isSure: true };
  const rows = closest(reading, all, left);
  if (rows.length > 0) return { rows, isSure: isSureOf(rows) };
  const keyword = findMarkedName(reading);
  if (keyword !== undefined) return { rows, isSure: false, keyword };
  return left.every((words) => words === "")
    ? { rows, isSure: false }
    : { rows, isSure: false, isUnknown: true };
}

/** All that is left belongs to the title. */
function isCovered(left: readonly string[], title: string): boolean {
  if (hanScript.test(title))
    return left.some((words) =>
      plain(title).includes(plain(words).replace(lexicon.zh.doingVerb, "")),
    );
  const wanted = withJoined(stems(title));
  const joined = stems(title).join("");
  return left.some((words) =>
    stems(words).every((word) => word.length < 2 || wanted.includes(word) || joined.includes(word)),
  );
}

/** "the call" among other calls is a kind of thing, and no name. */
const isKind = (title: string): boolean =>
  hanScript.test(title) ? lexicon.zh.kindAlone.test(plain(title)) : namingStems(title).length === 0;

function isSaidWhole({ prepared }: Reading, title: string): boolean {
  if (isKind(title)) return false;
  const said = withQuotedText(prepared);
  return hanScript.test(title)
    ? plain(title).length >= 2 && plain(said).includes(plain(title))
    : isRunOf(stems(title), stems(said));
}

/** “Team meeting” is said with “Team meeting with Bob”, which is the one that is meant. */
const withoutParts = (found: readonly Target[]): readonly Target[] =>
  found.filter(({ reminder: { title } }) =>
    found.every(
      ({ reminder: other }) =>
        plain(other.title) === plain(title) || !plain(other.title).includes(plain(title)),
    ),
  );

/** "do I have an alarm at seven": the hour is its name, in either half of the day. */
function rowsAtClock({ prepared, phrases }: Reading, all: readonly Target[]): readonly Target[] {
  if (!lexicon[prepared.language].asksForAlarm.test(prepared.text)) return [];
  const [only, second] = phrases.filter((phrase) => hasAny(phrase, ["clock", "day", "period"]));
  if (only?.clock === undefined || second !== undefined || only.day !== undefined) return [];
  const wanted = readings(only.clock).map((reading) => reading % dayMs);
  const found = all.filter(
    ({ reminder: { start } }) => start !== null && wanted.includes(timeOf(wallOf(start))),
  );
  const waking = found.filter(({ reminder: { title } }) => wakes.test(title));
  return waking.length > 0 ? waking : found;
}

/** The words that are neither of asking nor of time: without the words that only some questions have, and with them. */
function leftOver(reading: Reading): readonly string[] {
  const { language, text } = reading.prepared;
  const { questionWords, asksBeside } = lexicon[language];
  const named = findTargetName(reading, periodPieces(text, language)).replaceAll(asksBeside, " ");
  return [named.replaceAll(questionWords, " "), named].map((words) =>
    language === "zh" ? words.replaceAll(spaceRuns, "") : namingStems(words).join(" "),
  );
}

/** Those that share most with what is left, if that is half of either. */
function closest(
  { prepared: { text } }: Reading,
  all: readonly Target[],
  left: readonly string[],
): readonly Target[] {
  const shares = all.map((target) => ({
    target,
    share: Math.max(...left.map((words) => shareOf(words, target.reminder.title))),
  }));
  const most = Math.max(0, ...shares.map(({ share }) => share));
  if (most === 0) return [];
  return shares
    .filter(({ share, target }) => share === most && !isOfAnother(text, target.reminder.title))
    .map(({ target }) => target);
}

/** How many words of a title are named; of a Chinese one, how many characters. */
function shareOf(left: string, title: string): number {
  if (left === "") return 0;
  if (hanScript.test(title)) {
    const [said, wanted] = [plain(left), plain(title)];
    if (new Set(said).size >= 2 && isSpelledWithin(said, wanted)) return said.length;
    const shared = longestShared(said, wanted);
    return shared >= 2 && shared * 2 >= Math.min(said.length, wanted.length) ? shared : 0;
  }
  const [said, wanted] = [withJoined(stems(left)), namingStems(title)];
  const shared = wanted.filter((word) => said.includes(word)).length;
  return shared * 2 >= Math.min(stems(left).length, wanted.length) ? shared : 0;
}

/** "when is Ann's birthday" does not ask for Dad's, nor 妈妈的生日 for 爸爸生日. */
export function isOfAnother(said: string, title: string): boolean {
  const ownersIn = (text: string): Set<string> =>
    new Set(
      [
        ...text.toLowerCase().matchAll(lexicon.en.owner),
        ...simplify(text).matchAll(lexicon.zh.owner),
      ].map(([, name = ""]) => name),
    );
  const [asked, kept] = [ownersIn(said), ownersIn(title)];
  return asked.size > 0 && kept.size > 0 && asked.isDisjointFrom(kept);
}

/** What stands in quotes, or behind "about". */
function findMarkedName(reading: Reading): string | undefined {
  const { text, raw, language } = reading.prepared;
  const [quoted] = listMasked(text);
  if (quoted !== undefined) return raw.slice(quoted.at, quoted.end).replaceAll(quotes, "").trim();
  const found = lexicon[language].marksName.exec(text);
  const name = found?.groups?.["name"];
  if (found === null || name === undefined) return undefined;
  const at = found.index + found[0].lastIndexOf(name);
  const rest = partOf(reading, { at, end: at + name.length });
  const [named = ""] = leftOver(rest);
  return named === "" ? undefined : raw.slice(at, at + name.length).trim();
}

const listMasked = (text: string): readonly Span[] =>
  Array.from(text.matchAll(maskedRuns), ({ index: at, 0: run }) => ({ at, end: at + run.length }));
