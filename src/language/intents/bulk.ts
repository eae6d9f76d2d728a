import type { Language } from "../../domain/language.ts";
import { isDenied } from "../lexicon/denials.ts";
import { periodPieces } from "../lexicon/asked-periods.ts";
import { mentionsOf } from "./friends.ts";
import { chain } from "./invitations.ts";
import { rangeOf } from "./lists.ts";
import { type Reading, readingOf } from "../reading.ts";
import type { LanguageRequest } from "../request.ts";
import { stems } from "../text/stems.ts";
import { findTargetName } from "../dialogue/targets.ts";
import { anyMeeting } from "../lexicon/both.ts";
import type { Span } from "../text/titles.ts";
import * as en from "../lexicon/en/bulk.ts";
import * as zh from "../lexicon/zh/bulk.ts";
import { wordsOf } from "../lexicon/words.ts";
import { enNumberOf, numberOf } from "../text/numerals.ts";
import { spaces } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** Something that is asked of all that fit: of a day, of a word, or of everything. */
export interface Bulk {
  readonly verb: "cancel" | "complete";
  readonly range?: { readonly start: string; readonly end: string };
  readonly keyword?: string;
  /** Some of what is before the person: so many, from its head or its end, or those spoken of. */
  readonly some?: { readonly count: number; readonly from: "head" | "end" | "last" };
  /** What is to stay, by a word of its name. */
  readonly except?: string;
  /** It is about what is shared with one of these friends; without a name, with anyone. */
  readonly with?: readonly string[];
}

/**
 * "取消今天所有提醒", "delete everything": one clear match is not looked for. `undefined` when it
 * is not such a request.
 */
export function bulkOf(request: LanguageRequest): Bulk | undefined {
  const reading = readingOf({
    ...request,
    text: request.text.replaceAll(lexicon.en.possessiveDay, "$1"),
  });
  const { language, text } = reading.prepared;
  if (lexicon[language].allDone.test(text)) return { verb: "complete" };
  const some = someIn(reading);
  if (some !== undefined) return { verb: "cancel", some };
  const cues = bulkCues(reading);
  if (cues === undefined) return undefined;
  const left = exceptIn(reading);
  if (left === undefined) return ofCompany(reading, cues) ?? ofKeyword(reading, cues);
  if (left.except === undefined) return undefined;
  const spans = [...cues, left.span];
  const found = ofCompany(reading, spans) ?? ofKeyword(reading, spans);
  return found && { ...found, except: left.except };
}

/** "delete the first two", "这两个都取消吧", where nothing else is named. */
function someIn(reading: Reading): Bulk["some"] {
  const { prepared, live } = reading;
  const { language, text } = prepared;
  const { cancels, several, everything } = lexicon[language];
  const [cue, which] = [spanOf(text, cancels), several.exec(text)];
  if (cue === undefined || which === null || live.length === 0 || isDenied(reading, cue))
    return undefined;
  const span = { at: which.index, end: which.index + which[0].length };
  const all = spanOf(text, everything);
  const spans = [cue, span, ...(all === undefined ? [] : [all])];
  if (keywordIn(reading, spans) !== "") return undefined;
  return countOf(which.groups ?? {}, language);
}

/** How many, and from where they are counted. */
function countOf(
  { head, end, these }: Readonly<Record<string, string | undefined>>,
  language: Language,
): Bulk["some"] {
  const word = head ?? end ?? these ?? "2";
  const count = language === "zh" ? numberOf(word) : enNumberOf(word);
  return { count, from: head === undefined ? (end === undefined ? "last" : "end") : "head" };
}

/** The word that cancels and the one that says all, where both are a wish of their own. */
function bulkCues(reading: Reading): readonly Span[] | undefined {
  const { prepared, live, triggers } = reading;
  const { language, text } = prepared;
  const [cue, all] = [
    spanOf(text, lexicon[language].cancels),
    spanOf(text, lexicon[language].everything),
  ];
  if (live.length === 0 || cue === undefined || all === undefined) return undefined;
  // "提醒我取消所有订阅" is a new reminder; "把提醒都删了" only has its name.
  const isNew = triggers.some(
    ({ at, end }) => at < cue.at && lexicon.both.toSelf.test(text.slice(at, end)),
  );
  return isNew || isDenied(reading, cue) ? undefined : [cue, all];
}

/** What is left names some of what there is, or nothing: then all of it is meant. */
function ofKeyword(reading: Reading, cues: readonly Span[]): Bulk | undefined {
  const keyword = keywordIn(reading, cues);
  if (keyword === "") return { verb: "cancel", ...rangeOf(reading) };
  const said = bare(keyword);
  const isKnown = (reading.context.reminders ?? [])
    .map(({ title }) => bare(title))
    .some((title) => title.includes(said) || said.includes(title));
  return isKnown ? { verb: "cancel", ...rangeOf(reading), keyword } : undefined;
}

const bare = (words: string): string => words.toLowerCase().replaceAll(spaces, "");

/** "除了例会", "except lunch": what stays has to be something that there is. */
function exceptIn({
  prepared: { text, language },
  context,
}: Reading): { span: Span; except: string | undefined } | undefined {
  const span = spanOf(text, lexicon[language].exceptions);
  if (span === undefined) return undefined;
  const said = bare(text.slice(span.at, span.end).replaceAll(lexicon.both.aroundException, " "));
  const titles = [...(context.reminders ?? []), ...(context.shared ?? [])].map(({ title }) =>
    bare(title),
  );
  const isKnown =
    said !== "" && titles.some((title) => title.includes(said) || said.includes(title));
  return { span, except: isKnown ? said : undefined };
}

function spanOf(text: string, regex: RegExp): Span | undefined {
  const found = regex.exec(text);
  return found === null ? undefined : { at: found.index, end: found.index + found[0].length };
}

/** What is left to name them by. */
const keywordIn = (reading: Reading, cues: readonly Span[]): string =>
  findTargetName(reading, [
    ...cues,
    ...periodPieces(reading.prepared.text, reading.prepared.language),
  ])
    .replaceAll(lexicon.both.dayWords, "")
    .trim();

/**
 * "取消和张三的所有约", "cancel everything with Bob". What is left to name them by has to fit
 * something that is shared.
 */
function ofCompany(reading: Reading, cues: readonly Span[]): Bulk | undefined {
  const { prepared, context } = reading;
  const { text, language } = prepared;
  const tie = language === "zh" ? lexicon.zh.tie : lexicon.en.tie;
  const mentions = mentionsOf(prepared, context.friends ?? []);
  const first = mentions.find(
    ({ at, end }) =>
      tie.test(text.slice(0, at)) || (language === "zh" && lexicon.zh.ofThem.test(text.slice(end))),
  );
  const anyone = spanOf(text, lexicon[language].anybody);
  if (first === undefined && anyone === undefined) return undefined;
  const keyword = findSharedKeyword(reading, [...cues, ...(anyone === undefined ? [] : [anyone])]);
  if (keyword === undefined) return undefined;
  const names =
    first === undefined ? [] : chain(text, mentions, first.at).flatMap((mention) => mention.names);
  return { verb: "cancel", with: [...new Set(names)], ...rangeOf(reading), ...keyword };
}

/** What names some of what is shared, nothing where all of it is meant. */
function findSharedKeyword(
  reading: Reading,
  cues: readonly Span[],
): Pick<Bulk, "keyword"> | undefined {
  const keyword = keywordIn(reading, cues);
  const titles = (reading.context.shared ?? []).map(({ title }) => title.toLowerCase());
  const isTitle = titles.some((title) => stems(title).join(" ") === stems(keyword).join(" "));
  if (keyword === "" || (anyMeeting.test(keyword) && !isTitle)) return {};
  return titles.some((title) => title.includes(keyword) || keyword.includes(title))
    ? { keyword }
    : undefined;
}
