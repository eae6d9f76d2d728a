import { cancelCue, cuesIn, updateCue } from "../lexicon/cues.ts";
import { clauseAt } from "../text/clauses.ts";
import { orderHead } from "../lexicon/en/change-frames.ts";
import { hasKeptThing } from "../lexicon/other-domains.ts";
import { resolveDay } from "../calendar/dates.ts";
import { isDenied } from "../lexicon/denials.ts";
import type { Reading } from "../reading.ts";
import { changeOf, defineReader, type Outcome } from "./outcome.ts";
import { isOthersAct, isSaidOfAnother } from "../lexicon/said-of.ts";
import { timeAfter, timeInWeek } from "../calendar/series-times.ts";
import {
  allTargets,
  findTargetName,
  type Target,
  targetOf,
  topicOf,
  isAboutOther,
} from "../dialogue/targets.ts";
import { isSpelledWithin, isContained } from "../dialogue/similar-names.ts";
import type { Span } from "../text/titles.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { dayMs, wallAt, wallOf } from "../calendar/wall.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/cancel.ts";
import * as zh from "../lexicon/zh/cancel.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/** The words that cancel, in their sentence. */
interface Cancelling {
  readonly reading: Reading;
  readonly cue: Span;
  readonly word: string;
  /** Wishes that the cue turns into their opposite: "don't remind me". */
  readonly negated: readonly Trigger[];
}

/** "Undo" and "delete": the whole reminder, or one day of a series when a day is named. */
function parseCancellation(reading: Reading): Outcome | undefined {
  const { prepared, triggers } = reading;
  const cues = cuesIn(reading, cancelCue[prepared.language]);
  // "例会不开了，删掉": the order says it, whatever stands before it.
  const isPlain = ({ at, end }: Span): boolean => !isWeak(prepared.text.slice(at, end));
  const cue = cues.find(isPlain) ?? cues[0];
  if (cue === undefined) return undefined;
  const on: Cancelling = {
    reading,
    cue,
    word: prepared.text.slice(cue.at, cue.end),
    negated: triggers.filter(({ at, end }) => at < cue.end && end > cue.at),
  };
  for (const objection of objections) {
    const found = objection(on);
    if (found !== undefined) return found === "none" ? undefined : found;
  }
  const target = targetFor(on);
  return target === undefined || isRefused(target) ? target : cancelTarget(on, target);
}

/** `none`: nothing is cancelled. A refusal: something is, and what has to be asked. */
type Objection = (on: Cancelling) => Refused | "none" | undefined;

const objections: readonly Objection[] = [
  // "don't cancel lunch", "别删" take nothing away; beside a wish that does, it is asked which is
  // which.
  ({ reading }) => {
    const cues = cuesIn(reading, cancelCue[reading.prepared.language]);
    const kept = cues.filter((each) => isDenied(reading, each));
    if (kept.length === 0) return undefined;
    return kept.length === cues.length ? "none" : refuse("target_ambiguous");
  },
  (on) => (isNoWish(on) ? "none" : undefined),
  // "cancel Netflix, remind me Friday": where nothing of that name is kept, it is what to be
  // reminded of.
  ({ reading, cue, negated }) => {
    if (!hasAnotherWish(reading, cue, negated)) return undefined;
    return allTargets(reading).length === 0 ? "none" : refuse("items_unclear");
  },
  // "everything except lunch": what is named is what stays.
  ({ reading }) =>
    allTargets(reading).length > 0 &&
    lexicon[reading.prepared.language].keepsSome.test(reading.prepared.text)
      ? refuse("target_ambiguous")
      : undefined,
  ({ reading, cue }) =>
    lexicon.zh.saysAll.test(reading.prepared.text) &&
    allTargets(reading).length > 0 &&
    lexicon.zh.kindsAlone.test(findTargetName(reading, [cue]))
      ? refuse("target_ambiguous")
      : undefined,
  // "关了关了" is said of lights and stoves, too.
  ({ reading, cue, word, negated }) =>
    isWeak(word) &&
    negated.length === 0 &&
    reading.phrases.length === 0 &&
    isUnnamed(reading, cue) &&
    topicOf(reading) === undefined
      ? "none"
      : undefined,
];

const isNoWish = ({ reading, cue }: Cancelling): boolean =>
  // "开会取消了吗" asks.
  lexicon.zh.asksIfCancelled.test(reading.prepared.text) ||
  lexicon.zh.movedInstead.test(reading.prepared.text) ||
  // "别忘了提醒我" and "先别催，半小时后再叫" cancel nothing.
  lexicon.en.cancelsNothing.test(reading.prepared.text) ||
  reading.phrases.some(({ after }) => after !== undefined) ||
  isTakenBack(reading, cue) ||
  isOthersAct(reading, cue);

function targetFor({ reading, cue, word, negated }: Cancelling): Target | Refused | undefined {
  const { prepared, phrases } = reading;
  const said = [
    ...cuesIn(reading, cancelCue[prepared.language]),
    ...negated,
    ...manners(reading, cue),
  ];
  const pointed = targetOf(reading, [...said, ...beside(reading, cue)], phrases);
  // "撸铁的事算了，那个提醒去掉": what is pointed at was named before.
  const target =
    isRefused(pointed) && pointed.refused === "target_ambiguous"
      ? targetOf(reading, said, phrases)
      : pointed;
  if (!isRefused(target)) return target;
  if (lexicon.both.needsMatch.test(word)) return undefined;
  const isOther =
    isTalk(prepared.text) ||
    (isWeak(word) &&
      (allTargets(reading).length === 0 ||
        isNamedOnlyByTime(reading) ||
        // "加湿器关了吧": what is switched off is seldom kept here.
        (prepared.language === "zh" && !hasKeptThing(prepared.text, "zh"))));
  return negated.length === 0 && isOther ? undefined : target;
}

/** "i think we should cancel …": words before the order that only ask for it. */
function manners({ live, prepared }: Reading, cue: Span): readonly Span[] {
  const home = clauseAt(live, cue.at);
  if (home === undefined || prepared.language !== "en") return [];
  const [head = ""] = orderHead.exec(home.text) ?? [];
  return head !== "" && home.at + head.length === cue.at ? [{ at: home.at, end: cue.at }] : [];
}

function isNamed({ reading, cue }: Cancelling, { reminder: { title } }: Target): boolean {
  const name = findTargetName(reading, [cue]);
  return isContained(name, title, reading.prepared.language) || isSpelledWithin(name, title);
}

function cancelTarget(on: Cancelling, target: Target): Outcome | undefined {
  const { reading, cue, word } = on;
  // "the oven is off" says that it was turned off.
  if (lexicon.en.isOff.test(word) && lexicon.en.switchesOff.test(target.reminder.title))
    return undefined;
  if (!isAboutOther(reading) && isSaidOfAnother(reading, cue, target.reminder.title))
    return isWeak(word) ? undefined : refuse("target_not_found");
  // "房租涨价的事算了" has a word of “交房租”, and is another thing.
  if (lexicon.zh.dropsMatter.test(word) && !isNamed(on, target)) return undefined;
  const inWeek = timeInWeek(reading, target.reminder, reading.phrases);
  if (wouldLeaveRest(target, reading.phrases, inWeek !== undefined)) return refuse("ambiguous_day");
  const once = inWeek ?? oneDay(reading, target, word);
  return once !== undefined && isRefused(once) ? once : changeOf("cancel", target, once);
}

/**
 * "哎呀手滑了，刚才那个撤销": where the clause itself points at one or names it, the others name
 * nothing.
 */
const beside = (reading: Reading, cue: Span): readonly Span[] => {
  const { live, prepared } = reading;
  const home = clauseAt(live, cue.at);
  const others = live.filter((clause) => clause !== home);
  const points = lexicon.both.pointsAtOne;
  const isSaid =
    home !== undefined &&
    (points.test(home.text) ||
      findTargetName(reading, [...cuesIn(reading, cancelCue[prepared.language]), ...others]) !==
        "");
  return isSaid ? others : [];
};

/** "scratch that, make the dentist 4:30": a word is taken back, and what counts comes behind it. */
const isTakenBack = ({ prepared: { language }, live }: Reading, cue: Span): boolean => {
  const home = clauseAt(live, cue.at);
  return (
    home !== undefined &&
    lexicon.en.takesBackWord.test(home.text) &&
    live.some((clause) => clause.at > home.at && updateCue[language].test(clause.text))
  );
};

function hasAnotherWish(
  { prepared, triggers, phrases, live }: Reading,
  cue: Span,
  negated: readonly Trigger[],
): boolean {
  const home = clauseAt(live, cue.at);
  if (lexicon.en.manyVerbs.test(prepared.text.slice(cue.end))) return true;
  return triggers.some((trigger) => {
    const clause = clauseAt(live, trigger.at);
    return (
      !negated.includes(trigger) &&
      trigger.whom !== "other" &&
      clause !== home &&
      phrases.some(({ at, clock }) => clock !== undefined && clauseAt(live, at) === clause)
    );
  });
}

/** "航班取消了", "怎么取消会员": a statement or question about something that is not kept here. */
const isTalk = (text: string): boolean =>
  !lexicon.zh.disposes.test(text) &&
  !lexicon.both.namesEntry.test(text) &&
  lexicon.both.speaksOfCancelling.test(text);

/** "周末不用提醒我吃药": some days of a series, which are neither one nor all. */
const wouldLeaveRest = (
  { reminder: { rrule } }: Target,
  phrases: readonly Phrase[],
  inWeek: boolean,
): boolean =>
  typeof rrule === "string" &&
  phrases.some(
    ({ weekend, span, stretch, duration, count, rule, unread }) =>
      [weekend, span, inWeek ? undefined : stretch, duration, count, unread].some(
        (part) => part !== undefined,
      ) ||
      (rule !== undefined && !rrule.includes(`FREQ=${rule.freq}`)),
  );

/** "半夜十二点全部关掉": a time at which nothing is kept, and no word for what is kept. */
const isNamedOnlyByTime = ({ prepared: { text }, phrases }: Reading): boolean =>
  phrases.length > 0 && !lexicon.both.namesKind.test(text);

const isUnnamed = (reading: Reading, cue: Span): boolean =>
  findTargetName(reading, [cue]).replaceAll(lexicon.zh.offWords, "") === "" &&
  !lexicon.both.pointsSomewhere.test(reading.prepared.text);

/** Words of everyday talk that mean a reminder only where there is one. */
const isWeak = (cue: string): boolean => !lexicon.both.cancelsPlainly.test(cue);

function oneDay(
  { phrases, now, zone }: Reading,
  { reminder }: Target,
  cue: string,
): { occurrence: string } | Refused | undefined {
  const dated: Phrase | undefined = phrases.find(
    ({ day, rule }) => day !== undefined && rule === undefined,
  );
  if (typeof reminder.rrule !== "string" || reminder.start === null) return undefined;
  if (dated?.day === undefined) {
    const next = lexicon.both.skipsOnce.test(cue) ? timeAfter(reminder, zone, now) : null;
    if (next === null) return undefined;
    return next === undefined ? refuse("target_not_found") : { occurrence: next };
  }
  const day = resolveDay(dated.day, now);
  if (isRefused(day)) return day;
  const next = timeAfter(reminder, zone, wallAt(day.day, 0) - 1000);
  return next === undefined || wallOf(next) >= wallAt(day.day, dayMs)
    ? refuse("target_not_found")
    : { occurrence: next };
}

export const cancelReader = defineReader({
  name: "cancel",
  after: ["join"],
  examples: {
    zh: [
      ["取消交电费", "cancel 交电费"],
      ["我不去交电费了", "cancel 交电费"],
    ],
    en: [
      ["cancel the dentist", "cancel dentist"],
      ["i'm not going to the dentist anymore", "cancel dentist"],
      ["the dentist is cancelled", "cancel dentist"],
    ],
    not: [["明天9点提醒我取消会员", "11-18 09:00"]],
  },
  parse: parseCancellation,
});
