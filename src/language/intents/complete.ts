import { bareDone } from "../lexicon/both.ts";
import type { Language } from "../../domain/language.ts";
import { toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { clauseAt } from "../text/clauses.ts";
import { completeCue, cueIn } from "../lexicon/cues.ts";
import { resolveDay } from "../calendar/dates.ts";
import type { Reading } from "../reading.ts";
import { isSaidOfAnother } from "../lexicon/said-of.ts";
import { isWithin, stems } from "../text/stems.ts";
import {
  allTargets,
  nameTarget,
  findTargetName,
  type Target,
  topicOf,
} from "../dialogue/targets.ts";
import { isSimilar } from "../dialogue/similar-names.ts";
import type { Span } from "../text/titles.ts";
import { simplify } from "../text/traditional.ts";
import { dayOf, wallOf } from "../calendar/wall.ts";
import { listRecentlyFired } from "../dialogue/recently-fired.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";
import * as en from "../lexicon/en/complete.ts";
import * as zh from "../lexicon/zh/complete.ts";
import { wordsOf } from "../lexicon/words.ts";
import { spaces } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** "喝完水了": it is done. Without a name, what has just gone off is. */
function parseCompletion(reading: Reading): Outcome | undefined {
  const { prepared } = reading;
  const cue = isStillToDo(reading) ? undefined : cueIn(reading, completeCue[prepared.language]);
  if (cue === undefined) return undefined;
  const home = clauseAt(reading.live, cue.at) ?? {
    at: 0,
    end: prepared.text.length,
    text: prepared.text,
  };
  // "货款我已经转给他了，你不用操心了": what else is said names nothing, unless the word that it is
  // done stands alone.
  const around = isBare(home.text) ? [] : reading.live.filter((clause) => clause !== home);
  if (isIntention(isBare(home.text) ? prepared.text : home.text) || isOthers(reading))
    return undefined;
  const name =
    withoutDoneWords(findTargetName(reading, around)) ||
    withoutDoneWords(findTargetName(reading, []));
  const best = findBest(reading, name, cue);
  if (best.length > 0) return onlyOf(best);
  return isBare(prepared.text) ? onlyOf(listJustSpokenOf(reading)) : undefined;
}

/** What has gone off; where nothing has, "I already did" is about what was just written. */
function listJustSpokenOf(reading: Reading): readonly Target[] {
  const fired = listRecentlyFired(reading);
  const topic = topicOf(reading);
  const isTopic = topic !== undefined && lexicon.both.already.test(reading.prepared.text);
  return fired.length === 0 && isTopic ? [topic] : fired;
}

function findBest(reading: Reading, name: string, cue: Span): readonly Target[] {
  const fitting = findDoneTargets(reading, name, cue);
  const pool = fitting.length > 0 ? fitting : shortlyNamed(reading, name);
  return pool.length > 1 ? closest(pool, reading) : pool;
}

function onlyOf([only, second]: readonly Target[]): Outcome | undefined {
  if (only === undefined) return undefined;
  return second === undefined
    ? toInterpretation({ intent: "complete", ...nameTarget(only) })
    : refuse("target_ambiguous");
}

/** "we paid rent for years in Rome": a habit of another time, not what is kept now. */
const isLongAgo = (text: string): boolean => lexicon.both.longAgo.test(text);

const isStillToDo = (reading: Reading): boolean =>
  isLongAgo(reading.prepared.text) ||
  reading.triggers.some(({ whom }) => whom !== "other") ||
  isQuestion(reading.prepared.text) ||
  isFuture(reading) ||
  reading.phrases.some(({ after }) => after !== undefined);

const findDoneTargets = (reading: Reading, name: string, cue: Span): Target[] => {
  const { text, language } = reading.prepared;
  // What has gone off once may not be kept any more.
  const known = allTargets(reading);
  const fired = listRecentlyFired(reading).filter(
    ({ reminder: { title } }) => !known.some(({ reminder }) => reminder.title === title),
  );
  return [...known, ...fired].filter(
    ({ reminder: { title, start } }) =>
      isSameThing(name, title, language) &&
      isFetched(text, title) &&
      !isSaidOfAnother(reading, cue, title) &&
      !isEarlierVisit(reading, cue, start) &&
      !isUndone(text.slice(cue.at, cue.end), title),
  );
};

/** Without the words that it is done. */
const withoutDoneWords = (name: string): string => name.replace(lexicon.both.doneWords, " ").trim();

/** "跑完了" after 跑步 has gone off: one character is enough then. */
function shortlyNamed(reading: Reading, name: string): Target[] {
  const said = name.replaceAll(lexicon.zh.particles, "");
  return reading.prepared.language === "zh" &&
    said.length === 1 &&
    !reading.phrases.some(({ duration }) => duration !== undefined)
    ? listJustSpokenOf(reading).filter(({ reminder }) => simplify(reminder.title).includes(said))
    : [];
}

const isQuestion = (text: string): boolean => lexicon.both.asks.test(text);
const isFuture = ({ phrases, now }: Reading): boolean =>
  phrases.some(({ day }) => {
    const resolved = day === undefined ? undefined : resolveDay(day, now);
    return resolved !== undefined && !isRefused(resolved) && resolved.day > dayOf(now);
  });

/** Another person has done it. */
const isOthers = ({ prepared, context }: Reading): boolean =>
  prepared.language === "zh"
    ? lexicon.zh.doneByOthers.test(prepared.text) ||
      (context.friends ?? []).some((name) =>
        prepared.text.trimStart().startsWith(simplify(name.toLowerCase())),
      )
    : (context.friends ?? []).some((name) =>
        prepared.text.trimStart().startsWith(`${name.toLowerCase()} `),
      ) || lexicon.en.doneByOthers.test(prepared.text);

/** What is about to happen, or does not happen, is not done. */
const isIntention = (text: string): boolean => lexicon.both.intention.test(text);

const isSameThing = (name: string, title: string, language: Language): boolean => {
  if (name === "") return false;
  if (language === "en") return isWithin(name, title);
  const core = (text: string): string =>
    simplify(text.toLowerCase().replaceAll(spaces, "")).replaceAll(lexicon.zh.particles, "");
  const [said, wanted] = [core(name), core(title)];
  return (
    wanted !== "" &&
    said !== "" &&
    strange(said, wanted) === "" &&
    (said === wanted ||
      said.includes(wanted) ||
      (said.length >= 2 && (wanted.includes(said) || isInverted(said, wanted))) ||
      isSimilar(said, wanted, language))
  );
};

/** "I went to the dentist yesterday" is not the visit that is still to come. */
const isEarlierVisit = (
  { prepared: { text }, phrases, now }: Reading,
  cue: Span,
  start: string | null,
): boolean =>
  lexicon.en.attended.test(text.slice(cue.at, cue.end)) &&
  phrases.some(({ past }) => past === true) &&
  start !== null &&
  wallOf(start) > now;

/** "作业交啦" is “交作业”: the object stands ahead of its verb. */
const isInverted = (said: string, title: string): boolean =>
  Array.from(said).toSorted().join("") === Array.from(title).toSorted().join("");

/** "got the parcel": what has come is done where it was to be fetched. */
const isFetched = (text: string, title: string): boolean =>
  !lexicon.en.received.test(text) || lexicon.en.toFetch.test(title);

/**
 * "I missed the flight" and "I booked the flight" are not the flight, but "I booked the hotel" is
 * “book the hotel”.
 */
const isUndone = (cue: string, title: string): boolean =>
  stems(cue).some((word) => lexicon.en.undoes.test(word) && !stems(title).includes(word));

/** What is said beside the title and its being done: "电费涨了" is not paid. */
const strange = (said: string, title: string): string =>
  Array.from(said.replaceAll(lexicon.zh.directions, ""))
    .filter(
      (sign) =>
        !title.includes(sign) &&
        !lexicon.zh.smallWords.test(sign) &&
        !(lexicon.zh.toFetch.test(title) && lexicon.zh.received.test(sign)),
    )
    .join("");

/** Of several that fit, the one that has gone off. */
function closest(pool: readonly Target[], reading: Reading): readonly Target[] {
  const fired = listRecentlyFired(reading).map(({ reminder }) => reminder.title);
  const recent = pool.filter(({ reminder }) => fired.includes(reminder.title));
  return recent.length > 0 ? recent : pool;
}

/** Nothing but the word that it is done. */
const isBare = (text: string): boolean => bareDone.test(text);

export const completionReader = defineReader({
  name: "complete",
  after: ["change"],
  examples: {
    zh: [["电费交了", "complete 交电费"]],
    en: [
      ["done with the dentist", "complete dentist"],
      ["I already did that", "complete 喝水"],
    ],
  },
  parse: parseCompletion,
});
