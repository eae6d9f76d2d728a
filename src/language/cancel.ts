import { cancelCue, completeCue, cueIn, cuesIn, updateCue } from "./cues.ts";
import { clauseAt } from "./clauses.ts";
import { resolveDay } from "./dates.ts";
import { instantOf } from "./instants.ts";
import { nextOccurrence } from "./occurrences.ts";
import type { Phrase } from "./phrases.ts";
import type { Reading } from "./reading.ts";
import { isRefused, refuse, type Refused } from "./reasons.ts";
import type { Interpretation } from "./request.ts";
import { allTargets, firedIn, named, isWithin, namedIn, resembles, type Target, targetOf } from "./targets.ts";
import type { Span } from "./titles.ts";
import type { Trigger } from "./triggers.ts";
import { dayMs, dayOf, wallAt, wallOf, wallText } from "./wall.ts";

export type Outcome = Interpretation | Refused;

export const done = (parts: Omit<Interpretation, "items" | "reasons"> & Partial<Interpretation>): Interpretation => ({
  items: [],
  reasons: [],
  ...parts,
});

/** "Undo" and "delete": the whole reminder, or one day of a series when a day is named. */
export function cancelled(reading: Reading): Outcome | undefined {
  const { prepared, phrases } = reading;
  const cue = cueIn(reading, cancelCue[prepared.language]);
  if (cue === undefined) return undefined;
  // "开会取消了吗" asks.
  if (/(?:取消|删|撤)[掉除]?了(?:吗|没|么)/.test(prepared.text)) return undefined;
  // "别忘了提醒我" and "先别催，半小时后再叫" cancel nothing.
  if (/don'?t\s+(?:let|forget)/.test(prepared.text) || phrases.some(({ after }) => after !== undefined)) return undefined;
  if (isTakenBack(reading, cue)) return undefined;
  const negated = reading.triggers.filter(({ at, end }) => at < cue.end && end > cue.at);
  // "cancel Netflix, remind me Friday": where nothing of that name is kept, it is what to be reminded of.
  if (wishesMore(reading, cue, negated)) return allTargets(reading).length === 0 ? undefined : refuse("items_unclear");
  const word = prepared.text.slice(cue.at, cue.end);
  // "关了关了" is said of lights and stoves, too.
  if (isWeak(word) && negated.length === 0 && phrases.length === 0 && isUnnamed(reading, cue)) return undefined;
  const target = targetOf(reading, [...cuesIn(reading, cancelCue[prepared.language]), ...negated], phrases);
  if (isRefused(target))
    return negated.length === 0 && (isTalk(prepared.text) || (allTargets(reading).length === 0 && isWeak(word))) ? undefined : target;
  if (leavesRest(target, phrases)) return refuse("ambiguous_day");
  const once = oneDay(reading, target, word);
  if (once !== undefined && isRefused(once)) return once;
  return target.with === undefined
    ? done({ intent: "cancel", ...named(target), ...once })
    : done({ intent: "cancel_shared", ...named(target), with: target.with });
}

/** "scratch that, make the dentist 4:30": a word is taken back, and what counts comes behind it. */
const isTakenBack = ({ prepared: { text, language }, live }: Reading, cue: Span): boolean => {
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

function wishesMore({ prepared, triggers, phrases, live }: Reading, cue: Span, negated: readonly Trigger[]): boolean {
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
const leavesRest = ({ reminder: { rrule } }: Target, phrases: readonly Phrase[]): boolean =>
  typeof rrule === "string" &&
  phrases.some(
    ({ weekend, span, stretch, duration, count, rule, unread }) =>
      [weekend, span, stretch, duration, count, unread].some((part) => part !== undefined) ||
      (rule !== undefined && rule.freq !== /FREQ=(\w+)/.exec(rrule)?.[1]),
  );

const isUnnamed = (reading: Reading, cue: Span): boolean =>
  namedIn(reading, [cue]).replaceAll(/关了?|清|了/g, "") === "" &&
  !/提醒|闹钟|闹铃|日程|待办|那个|这个|那条|刚才|刚刚|上一?个|它|reminder|alarm|that|it\b|last|one\b/.test(reading.prepared.text);

/** Words of everyday talk that mean a reminder only where there is one. */
const isWeak = (cue: string): boolean => !/取消|删|撤|作废|提醒|闹钟|cancel|delete|remove|undo|remind/.test(cue);

function oneDay({ phrases, now, zone }: Reading, { reminder }: Target, cue: string): { occurrence: string } | Refused | undefined {
  const dated: Phrase | undefined = phrases.find(({ day, rule }) => day !== undefined && rule === undefined);
  const skips = /跳过|skip/.test(cue);
  if (typeof reminder.rrule !== "string" || reminder.start === null || (dated?.day === undefined && !skips)) return undefined;
  const day = dated?.day === undefined ? { day: dayOf(now) } : resolveDay(dated.day, now);
  if (isRefused(day)) return day;
  const from = dated === undefined ? now : wallAt(day.day, 0) - 1000;
  const next = nextOccurrence({ start: reminder.start, zone, rrule: reminder.rrule }, instantOf(wallText(from), zone));
  const missed = next === undefined || (dated !== undefined && wallOf(next.wall) >= wallAt(day.day, dayMs));
  return missed ? refuse("target_not_found") : { occurrence: next.wall };
}

/** "喝完水了": it is done. Without a name, what has just gone off is. */
export function completed(reading: Reading): Outcome | undefined {
  const { prepared, triggers, phrases } = reading;
  const { language } = prepared;
  if (
    triggers.some(({ whom }) => whom !== "other") ||
    isQuestion(prepared.text) ||
    isFuture(reading) ||
    phrases.some(({ after }) => after !== undefined)
  )
    return undefined;
  const cue = cueIn(reading, completeCue[language]);
  if (cue === undefined || intends(prepared.text) || isOthers(reading)) return undefined;
  const name = namedIn(reading, [])
    .replace(/搞定|完成|做完|弄好|办妥|已经|done|finished|completed|already|did|sorted/g, " ")
    .trim();
  const fitting = allTargets(reading).filter(
    ({ reminder }) => matches(name, reminder.title, language) && isFetched(prepared.text, reminder.title),
  );
  const pool = fitting.length > 0 ? fitting : shortlyNamed(reading, name);
  const best = pool.length > 1 ? closest(pool, reading) : pool;
  if (best.length === 1 && best[0] !== undefined) return done({ intent: "complete", ...named(best[0]) });
  if (best.length > 1) return refuse("target_ambiguous");
  if (!isBare(prepared.text)) return undefined;
  const fired = firedIn(reading);
  if (fired.length === 1 && fired[0] !== undefined) return done({ intent: "complete", ...named(fired[0]) });
  return fired.length > 1 ? refuse("target_ambiguous") : undefined;
}

/** "跑完了" after 跑步 has gone off: one sign is enough then. */
function shortlyNamed(reading: Reading, name: string): Target[] {
  const said = name.replaceAll(/[完了过好啦呀哈哦啊吧的已经都才刚]/g, "");
  return reading.prepared.language === "zh" && said.length === 1 && !reading.phrases.some(({ duration }) => duration !== undefined)
    ? firedIn(reading).filter(({ reminder }) => reminder.title.includes(said))
    : [];
}

const isQuestion = (text: string): boolean => /[?？]|吗|什么时候|几点|没有?$|^\s*(?:who|when|where|why|how|what|did|have you)\b/.test(text);
const isFuture = ({ phrases, now }: Reading): boolean =>
  phrases.some(({ day }) => {
    const resolved = day === undefined ? undefined : resolveDay(day, now);
    return resolved !== undefined && !isRefused(resolved) && resolved.day > dayOf(now);
  });

/** Somebody else has done it. */
const isOthers = ({ prepared, context }: Reading): boolean =>
  prepared.language === "zh"
    ? /^\s*(?:他|她|它|别人|人家|谁|你|我?(?:妈|爸|老婆|老公|爷爷|奶奶|同事|朋友|室友|儿子|女儿|孩子|老师|老板|哥|姐|弟|妹))/.test(
        prepared.text,
      ) || (context.friends ?? []).some((name) => prepared.text.trimStart().startsWith(name.toLowerCase()))
    : (context.friends ?? []).some((name) => prepared.text.trimStart().startsWith(`${name.toLowerCase()} `)) ||
      /^\s*(?:he|she|they|you|someone|nobody|my (?!\w+ (?:is|are) )\w+|mom|mum|dad|everyone)\b/.test(prepared.text);

/** What is about to happen, or does not happen, is not done. */
const intends = (text: string): boolean =>
  /要|准备|打算|该|想|马上|正在|不|没|别|去.{1,8}了|忘|得(?=去)|\b(?:will|going to|gonna|about to|not|wrong|almost|nearly|half|n't|should|need|want|haven|didn|never)/.test(
    text,
  );

const matches = (name: string, title: string, language: "zh" | "en"): boolean => {
  if (name === "") return false;
  if (language === "en") return isWithin(name, title);
  const core = (text: string): string => text.replaceAll(/[完了过好啦呀哈哦啊吧的已经都才刚]/g, "");
  const [said, wanted] = [core(name), core(title)];
  return (
    wanted !== "" &&
    said !== "" &&
    strange(said, wanted) === "" &&
    (said === wanted || said.includes(wanted) || (said.length >= 2 && wanted.includes(said)) || resembles(said, wanted, language))
  );
};

/** "got the parcel": what has come is done where it was to be fetched. */
const isFetched = (text: string, title: string): boolean =>
  !/\b(?:got|received)\b/.test(text) || /\b(?:pick|get|collect|fetch|buy|grab|order)\b/i.test(title);

/** What is said beside the title and its being done: "电费涨了" is not paid. */
const strange = (said: string, title: string): string =>
  Array.from(said.replaceAll(/\s|回来|回家|上去|出去|下去|起来|今天|今早|刚刚/g, ""))
    .filter((sign) => !title.includes(sign) && !/[我掉到上下就也又还再给把去来弄做搞办先终于]/.test(sign))
    .join("");

/** Of several that fit, the one that has gone off. */
function closest(pool: readonly Target[], reading: Reading): readonly Target[] {
  const fired = firedIn(reading).map(({ reminder }) => reminder.title);
  const recent = pool.filter(({ reminder }) => fired.includes(reminder.title));
  return recent.length > 0 ? recent : pool;
}

/** Nothing but the word that it is done. */
const isBare = (text: string): boolean =>
  /^[\s\p{P}]*(?:(?:好了?|好的|嗯|行|ok|okay|yes|yep|all|i'?m|it'?s|我|已经|都|今天的?|这个|that'?s|got it|just)[\s\p{P}]*)*(?:搞定|完成|做完|弄完|弄好|办好|办完|做好|done|finished|completed|did it|did that|sorted|all set)(?:了|啦|咯|喽|哈|哦|啊|呀|it|that|already|now|thanks?|thank you|谢谢|[\s\p{P}])*$/u.test(
    text,
  );
