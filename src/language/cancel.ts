import { cancelCue, cueIn, cuesIn, updateCue } from "./cues.ts";
import { clauseAt } from "./clauses.ts";
import { resolveDay } from "./dates.ts";
import { isDenied } from "./denials.ts";
import type { Phrase } from "./phrases.ts";
import type { Reading } from "./reading.ts";
import { isRefused, refuse, type Refused } from "./reasons.ts";
import type { Interpretation } from "./request.ts";
import { isOthersAct, isSaidOfAnother } from "./said-of.ts";
import { timeAfter, timeInWeek } from "./series-times.ts";
import { allTargets, named, namedIn, type Target, targetOf } from "./targets.ts";
import type { Span } from "./titles.ts";
import type { Trigger } from "./triggers.ts";
import { dayMs, dayOf, wallAt, wallOf } from "./wall.ts";

export type Outcome = Interpretation | Refused;

export const done = (
  parts: Omit<Interpretation, "items" | "reasons"> & Partial<Interpretation>,
): Interpretation => ({
  items: [],
  reasons: [],
  ...parts,
});

/** "Undo" and "delete": the whole reminder, or one day of a series when a day is named. */
export function cancelled(reading: Reading): Outcome | undefined {
  const { prepared, phrases } = reading;
  const cue = cueIn(reading, cancelCue[prepared.language]);
  if (cue === undefined) return undefined;
  // "don't cancel lunch", "别删" take nothing away; beside a wish that does, it is asked which is which.
  const kept = cuesIn(reading, cancelCue[prepared.language]).filter((each) =>
    isDenied(reading, each),
  );
  if (kept.length > 0)
    return kept.length === cuesIn(reading, cancelCue[prepared.language]).length
      ? undefined
      : refuse("target_ambiguous");
  // "开会取消了吗" asks.
  if (/(?:取消|删|撤)[掉除]?了(?:吗|没|么)/.test(prepared.text)) return undefined;
  // "别忘了提醒我" and "先别催，半小时后再叫" cancel nothing.
  if (
    /don'?t\s+(?:let|forget)/.test(prepared.text) ||
    phrases.some(({ after }) => after !== undefined)
  )
    return undefined;
  if (isTakenBack(reading, cue) || isOthersAct(reading, cue)) return undefined;
  const negated = reading.triggers.filter(({ at, end }) => at < cue.end && end > cue.at);
  // "cancel Netflix, remind me Friday": where nothing of that name is kept, it is what to be reminded of.
  if (wishesMore(reading, cue, negated))
    return allTargets(reading).length === 0 ? undefined : refuse("items_unclear");
  // "everything except lunch": what is named is what stays.
  if (allTargets(reading).length > 0 && keeps[prepared.language].test(prepared.text))
    return refuse("target_ambiguous");
  const word = prepared.text.slice(cue.at, cue.end);
  // "关了关了" is said of lights and stoves, too.
  if (isWeak(word) && negated.length === 0 && phrases.length === 0 && isUnnamed(reading, cue))
    return undefined;
  const said = [...cuesIn(reading, cancelCue[prepared.language]), ...negated];
  const pointed = targetOf(reading, [...said, ...beside(reading, cue)], phrases);
  // "撸铁的事算了，那个提醒去掉": what is pointed at was named before.
  const target =
    isRefused(pointed) && pointed.refused === "target_ambiguous"
      ? targetOf(reading, said, phrases)
      : pointed;
  if (isRefused(target) && /^的?[就先都也]*(?:不用|不要|免)了|\bno$/.test(word)) return undefined;
  if (isRefused(target))
    return negated.length === 0 &&
      (isTalk(prepared.text) || (allTargets(reading).length === 0 && isWeak(word)))
      ? undefined
      : target;
  if (isSaidOfAnother(reading, cue, target.reminder.title))
    return isWeak(word) ? undefined : refuse("target_not_found");
  const inWeek = timeInWeek(reading, target.reminder, phrases);
  if (leavesRest(target, phrases, inWeek !== undefined)) return refuse("ambiguous_day");
  const once = inWeek ?? oneDay(reading, target, word);
  if (once !== undefined && isRefused(once)) return once;
  return target.with === undefined
    ? done({ intent: "cancel", ...named(target), ...once })
    : done({ intent: "cancel_shared", ...named(target), with: target.with, ...once });
}

const keeps = {
  zh: /(?:所有|全部|都|一切).{0,40}(?<![删清解移拆])除了?|(?<![删清解移拆])除了?.{1,30}(?:所有|全部|都|一切)/,
  en: /\b(?:all|every|everything)\b.{0,60}\b(?:except|but not|apart from|other than)\b/,
} as const;

/** "哎呀手滑了，刚才那个撤销": where the clause itself points at one or names it, the others name nothing. */
const beside = (reading: Reading, cue: Span): readonly Span[] => {
  const { live, prepared } = reading;
  const home = clauseAt(live, cue.at);
  const others = live.filter((clause) => clause !== home);
  const points =
    /刚才|刚刚|刚[设定记建]|[那这]一?[个条]|上一?[个条]|\b(?:that|this|last) (?:one|reminder|alarm)\b/;
  const isSaid =
    home !== undefined &&
    (points.test(home.text) ||
      namedIn(reading, [...cuesIn(reading, cancelCue[prepared.language]), ...others]) !== "");
  return isSaid ? others : [];
};

/** "scratch that, make the dentist 4:30": a word is taken back, and what counts comes behind it. */
const isTakenBack = ({ prepared: { language }, live }: Reading, cue: Span): boolean => {
  const home = clauseAt(live, cue.at);
  return (
    home !== undefined &&
    /^\s*(?:oh |no |ah |wait |actually )*(?:(?:scratch|cancel|forget|drop|undo|ignore|strike) (?:that|it|this)|never ?mind)(?: please)?\s*$/.test(
      home.text,
    ) &&
    live.some((clause) => clause.at > home.at && updateCue[language].test(clause.text))
  );
};

/** "明天的会取消，后天3点提醒我": two wishes, of which one would be lost. */
export const manyVerbs =
  /\band\s+(?:then\s+|also\s+|please\s+)?(?:move|remind|change|set|push|reschedule|add|wake|cancel|delete|remove|rename|postpone|delay)\b/;

function wishesMore(
  { prepared, triggers, phrases, live }: Reading,
  cue: Span,
  negated: readonly Trigger[],
): boolean {
  const home = clauseAt(live, cue.at);
  if (manyVerbs.test(prepared.text.slice(cue.end))) return true;
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

/** "航班取消了", "怎么取消会员": somebody tells or asks, about something that is not kept here. */
const isTalk = (text: string): boolean =>
  !/提醒|闹钟|日程|待办|那个|这个|刚才|reminder|alarm|event|appointment/.test(text) &&
  /(?:取消|删|撤销?|作废)[掉除]?了(?!吧|它)|(?:怎么|如何|能不能|可以|为什么|想|要不要|是否).{0,6}(?:取消|删)|(?:取消|删).{0,8}吗|\b(?:got|was|were|is|been|being|has)\s+(?:just\s+)?(?:cancel|delet|remov)|\b(?:how|why|should|can|could|do)\s+(?:do|can|could|did|i|we|should)\b.{0,20}\b(?:cancel|delete|remove)/.test(
    text,
  );

/** "周末不用提醒我吃药": some days of a series, which are neither one nor all. */
const leavesRest = (
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
      (rule !== undefined && rule.freq !== /FREQ=(\w+)/.exec(rrule)?.[1]),
  );

const isUnnamed = (reading: Reading, cue: Span): boolean =>
  namedIn(reading, [cue]).replaceAll(/关了?|清|了/g, "") === "" &&
  !/提醒|闹钟|闹铃|日程|待办|那个|这个|那条|刚才|刚刚|上一?个|它|reminder|alarm|that|it\b|last|one\b/.test(
    reading.prepared.text,
  );

/** Words of everyday talk that mean a reminder only where there is one. */
const isWeak = (cue: string): boolean =>
  !/取消|删|撤|作废|提醒|闹钟|cancel|delete|remove|undo|remind/.test(cue);

function oneDay(
  { phrases, now, zone }: Reading,
  { reminder }: Target,
  cue: string,
): { occurrence: string } | Refused | undefined {
  const dated: Phrase | undefined = phrases.find(
    ({ day, rule }) => day !== undefined && rule === undefined,
  );
  const skips = /跳过|skip/.test(cue);
  if (
    typeof reminder.rrule !== "string" ||
    reminder.start === null ||
    (dated?.day === undefined && !skips)
  )
    return undefined;
  const day = dated?.day === undefined ? { day: dayOf(now) } : resolveDay(dated.day, now);
  if (isRefused(day)) return day;
  const from = dated === undefined ? now : wallAt(day.day, 0) - 1000;
  const next = timeAfter(reminder, zone, from);
  const missed =
    next === undefined || (dated !== undefined && wallOf(next) >= wallAt(day.day, dayMs));
  return missed ? refuse("target_not_found") : { occurrence: next };
}
