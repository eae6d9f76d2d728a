import { clauseAt } from "./clauses.ts";
import { done, type Outcome } from "./cancel.ts";
import { itemOf } from "./create.ts";
import { cueIn, cuesIn, snoozeCue, updateCue } from "./cues.ts";
import { resolveDay } from "./dates.ts";
import { readings } from "./hours.ts";
import { instantOf, later } from "./instants.ts";
import { type Moment, momentOf } from "./moments.ts";
import { nextOccurrence } from "./occurrences.ts";
import type { Phrase } from "./phrases.ts";
import { isTimed } from "./plan.ts";
import type { Reading } from "./reading.ts";
import { isRefused, type Reason, refuse, type Refused } from "./reasons.ts";
import { seriesOf } from "./recurrence.ts";
import type { Interpretation, Item } from "./request.ts";
import { allTargets, firedIn, named, namedIn, type Target, targetOf } from "./targets.ts";
import { type Span, titleIn } from "./titles.ts";
import { dayMs, dayOf, minuteMs, timeOf, type Wall, wallAt, wallOf, wallText } from "./wall.ts";

/** After something has gone off: a new time for it. */
export function snoozed(reading: Reading): Outcome | undefined {
  const { prepared, phrases, triggers, now, zone, wake } = reading;
  const cue = cueIn(reading, snoozeCue[prepared.language]) ?? triggerAgain(reading);
  const time = phrases.find((phrase) => isTimed(phrase) || phrase.shift !== undefined || phrase.duration !== undefined);
  if (cue === undefined && (time?.after === undefined || triggers.length === 0)) return undefined;
  const fired = firedIn(reading);
  if (fired.length === 0)
    return /\bsnooze\b|贪睡/.test(prepared.text) && allTargets(reading).length > 0 ? refuse("nothing_fired") : undefined;
  if (cue === undefined && fired.length > 1) return undefined;
  const name = namedIn(reading, [...(cue === undefined ? [] : [cue]), ...triggers])
    .replace(
      /snooze|先?[别不](?:催|叫|吃|喝|做|急)|more|another|later|minutes?|give|gimme|wait|hold on|let|稍等|等等|等|一次|一遍|次|催|睡|会儿|说|回头/g,
      "",
    )
    .trim();
  const meant = fired.filter(({ reminder }) => name === "" || reminder.title.includes(name) || name.includes(reminder.title));
  const [only, second] = meant;
  if (only === undefined) return undefined;
  if (second !== undefined) return refuse("target_ambiguous");
  if (time === undefined)
    return phrases.some(({ vague }) => vague === true) || /snooze/.test(prepared.text) ? refuse("vague_time") : undefined;
  const wait = time.after ?? time.shift ?? (time.clock === undefined ? time.duration : undefined);
  const moment = wait === undefined ? momentOf(time, { now, zone, wake }) : waited(now, wait, zone);
  if (isRefused(moment)) return moment;
  return done({ intent: "snooze", ...named(only), items: [stateOf(only, moment)], reasons: moment.notes });
}

/** "remind me again" has its cue behind the trigger. */
function triggerAgain({ prepared, triggers }: Reading): Span | undefined {
  const found = triggers.length === 0 ? null : /\bagain\b|再(?:提醒|叫|喊)/.exec(prepared.text);
  return found === null ? undefined : { at: found.index, end: found.index + found[0].length };
}

const waited = (now: Wall, ms: number, zone: string): Moment => {
  const { wall, instant } = later(now, ms, zone);
  return { start: wall, durationMinutes: null, instant, notes: [] };
};

/** The full state after the change: what was not changed stays. */
function stateOf(
  { reminder }: Target,
  time: { readonly start: Wall; readonly instant?: number; readonly durationMinutes?: number | null; readonly rrule?: string },
  title = reminder.title,
): Item {
  return itemOf(title, {
    start: time.start,
    durationMinutes: time.durationMinutes ?? reminder.durationMinutes ?? null,
    ...(time.rrule === undefined ? (typeof reminder.rrule === "string" ? { rrule: reminder.rrule } : {}) : { rrule: time.rrule }),
    ...(time.instant === undefined ? {} : { instant: time.instant }),
  });
}

/** Moves, shifts, retitles and corrections. */
export function updated(reading: Reading): Outcome | undefined {
  const { prepared, phrases, triggers } = reading;
  const all = allTargets(reading);
  const cues = cuesIn(reading, updateCue[prepared.language]);
  const cue =
    cues.find(({ at, end }) => /^(?:改|换|挪|移|调|推|延|move|resched|change|push|rename)/.test(prepared.text.slice(at, end))) ??
    cues[0] ??
    moverCue(reading);
  if (
    cue === undefined ||
    all.length === 0 ||
    triggers.some(
      (trigger) => trigger.at < cue.at && clauseAt(reading.live, trigger.at) === clauseAt(reading.live, cue.at) && trigger.whom === "me",
    )
  )
    return undefined;
  const aim = phrases.find((phrase) => phrase.aim === true && phrase.at >= cue.at);
  const fresh = phrases.filter((phrase) => phrase.negated !== true && isNew(phrase, { ...cue, aim }, prepared.text));
  const hints = phrases.filter((phrase) => !fresh.includes(phrase));
  const timed = fresh.filter(
    (phrase) =>
      isTimed(phrase) ||
      phrase.shift !== undefined ||
      phrase.lead !== undefined ||
      phrase.day !== undefined ||
      phrase.rule !== undefined ||
      phrase.duration !== undefined,
  );
  const title = timed.length === 0 ? newTitle(reading, cue) : undefined;
  if (fresh.some(({ unread }) => unread !== undefined)) return refuse("unread_time_word");
  if (timed.length === 0 && title === undefined) return vagueUpdate(reading, fresh, cue);
  const spoken = title === undefined ? [cue, ...cues] : [cue, ...cues, title];
  const target = targetOf(reading, spoken, hints);
  if (isRefused(target)) return target;
  const state = title === undefined ? moved(reading, target, { timed, hints }) : renamed(reading, target, title);
  return isRefused(state) ? state : finished(target, state);
}

/** "跑步提前半小时", "往后推一小时": the amount says that something moves. */
function moverCue({ phrases, triggers }: Reading): Span | undefined {
  return triggers.length > 0
    ? undefined
    : phrases.find(({ shift, lead, negated }) => negated === true || shift !== undefined || (lead !== undefined && lead !== null));
}

/** Before the cue stands what is moved, behind it where to. English corrections may put the time first. */
const isNew = (phrase: Phrase, cue: Span & { readonly negated?: true; readonly aim: Phrase | undefined }, text: string): boolean =>
  (phrase.at >= cue.at && phrase.at >= (cue.aim?.at ?? 0)) ||
  cue.negated === true ||
  phrase.shift !== undefined ||
  phrase.lead !== undefined ||
  /instead|不是|不对|should/.test(text.slice(cue.at, cue.end));

function vagueUpdate(reading: Reading, fresh: readonly Phrase[], cue: Span): Outcome | undefined {
  const word = reading.prepared.text.slice(cue.at, cue.end);
  if (/^(?:不对|错了|no\b|actually|wait|sorry|不是|bring|push|change|make|switch|shift|edit|update)/.test(word) && fresh.length === 0)
    return undefined;
  const target = targetOf(reading, [cue], []);
  if (isRefused(target)) return undefined;
  return fresh.some(({ vague }) => vague === true)
    ? refuse("vague_time")
    : refuse(fresh.some(({ period }) => period !== undefined) ? "period_without_clock" : "no_time");
}

/** What stands behind "改成" when it is no time. */
function newTitle({ prepared, live, phrases }: Reading, cue: Span): Span | undefined {
  const word = prepared.text.slice(cue.at, cue.end);
  const clause = clauseAt(live, cue.at);
  if (clause === undefined) return undefined;
  if (prepared.language === "zh") {
    const verb = /改(?:成|为|名叫?|叫|作)$|换成$|换为$|重命名/.exec(word);
    const tail = titleIn(prepared, { at: cue.end, end: clause.end }, []);
    return verb === null || !names(tail, phrases, { at: cue.end, end: clause.end }) ? undefined : { at: cue.end, end: clause.end };
  }
  const to = /\s(?:to|as)\s+/.exec(prepared.text.slice(cue.end, clause.end));
  if (!/^(?:rename|retitle|change|update|edit)/.test(word) || to === null) return undefined;
  const at = cue.end + to.index + to[0].length;
  return /^(?:something|anything|later|another|a different|some other)\b/.test(prepared.text.slice(at))
    ? undefined
    : { at, end: clause.end };
}

/** "改成晚上" and "改成饭后" say when, not what. */
const names = (tail: string, phrases: readonly Phrase[], span: Span): boolean =>
  tail !== "" &&
  !/^(?:饭|睡|课|会|班|起床|下班|上班|放学|吃饭|午休)[前后]|^(?:早|晚)(?:点|些|一点)|^别的|^其他/.test(tail) &&
  !phrases.some(({ at, end }) => at >= span.at && end <= span.end);

interface State {
  readonly item: Item;
  readonly notes: readonly Reason[];
  readonly occurrence?: string;
}

function renamed({ prepared }: Reading, target: Target, span: Span): State | Refused {
  const title = titleIn(prepared, span, []);
  const { start } = target.reminder;
  if (start === null) return refuse("no_time");
  return title === target.reminder.title ? refuse("no_change") : { item: stateOf(target, { start: wallOf(start) }, title), notes: [] };
}

function finished(target: Target, { item, notes, occurrence }: State): Interpretation {
  const once = occurrence === undefined ? {} : { occurrence };
  return target.with === undefined
    ? done({ intent: "update", items: [item], ...named(target), reasons: notes, ...once })
    : done({ intent: "update_shared", items: [item], ...named(target), with: target.with, reasons: notes });
}

function moved(
  reading: Reading,
  target: Target,
  { timed, hints }: { timed: readonly Phrase[]; hints: readonly Phrase[] },
): State | Refused {
  const { now, zone } = reading;
  const { start, rrule } = target.reminder;
  const said = timed.reduce((sum, each) => ({ ...each, ...sum }), timed[0] ?? { at: 0, end: 0 });
  if (timed.filter(({ clock }) => clock !== undefined).length > 1) return refuse("clock_left_over");
  const once = typeof rrule === "string" && start !== null ? occurrenceOn(reading, { start, rrule }, hints) : undefined;
  const old = once === undefined ? (start === null ? undefined : wallOf(start)) : wallOf(once);
  const phrase = fromTo(said, old);
  const by = phrase.shift ?? (phrase.lead === undefined || phrase.lead === null ? undefined : -phrase.lead);
  const isSeries = typeof rrule === "string" && once === undefined;
  const moment = by !== undefined && old !== undefined ? shiftedBy(old, by, now) : anew(reading, phrase, { old, isSeries });
  if (isRefused(moment)) return moment;
  if (moment.start === old && moment.rrule === undefined && moment.durationMinutes === null) return refuse("no_change");
  const item = stateOf(target, {
    ...moment,
    start: isSeries && moment.rrule === undefined ? onward(moment.start, { rrule, zone, now }) : moment.start,
  });
  return once === undefined ? { item, notes: moment.notes } : { item: { ...item, rrule: null }, notes: moment.notes, occurrence: once };
}

/** "from 6pm to 7pm" about something at six is no length: it goes to seven. */
function fromTo({ endClock, ...phrase }: Phrase, old: Wall | undefined): Phrase {
  const isOld = old !== undefined && phrase.clock !== undefined && readings(phrase.clock).includes(timeOf(old));
  if (endClock === undefined) return phrase;
  return isOld ? { ...phrase, clock: endClock } : { ...phrase, endClock };
}

type Change = {
  readonly start: Wall;
  readonly rrule?: string;
  readonly durationMinutes: number | null;
  readonly instant?: number;
  readonly notes: readonly Reason[];
};

function shiftedBy(old: Wall, by: number, now: Wall): Change | Refused {
  // What has already gone off is put off from now on.
  const start = (old <= now && by > 0 ? now : old) + by;
  return start <= now ? refuse("past_time") : { start, durationMinutes: null, notes: [] };
}

function anew(reading: Reading, phrase: Phrase, { old, isSeries }: { old: Wall | undefined; isSeries: boolean }): Change | Refused {
  const { now, zone, wake } = reading;
  const clock = phrase.clock ?? (old === undefined ? undefined : clockOf(old));
  if (phrase.rule !== undefined)
    return seriesOf({ ...phrase, ...(clock === undefined ? {} : { clock: sameHalf(clock, old) }) }, { now, wake });
  if (phrase.duration !== undefined && phrase.clock === undefined && phrase.day === undefined)
    return old === undefined ? refuse("no_time") : { start: old, durationMinutes: phrase.duration / minuteMs, notes: [] };
  if (isSeries && phrase.day !== undefined) return refuse("ambiguous_day");
  if (phrase.period !== undefined && phrase.clock === undefined) return refuse("period_without_clock");
  if (clock === undefined && phrase.after === undefined) return refuse("no_time");
  const base = old !== undefined && isSeries ? wallAt(Math.max(dayOf(old), dayOf(now)), timeOf(old)) : old;
  if (isSeries && clock !== undefined && base !== undefined && phrase.after === undefined) {
    const half = sameHalf(clock, base);
    const [reading0] = half.exact ? [(half.hour * 60 + half.minute) * minuteMs] : [undefined];
    if (reading0 !== undefined) return { start: wallAt(dayOf(old ?? base), reading0 % dayMs), durationMinutes: null, notes: [] };
  }
  return momentOf({ ...phrase, ...(clock === undefined || phrase.after !== undefined ? {} : { clock }) }, { now, zone, wake, old: base });
}

const clockOf = (wall: Wall): NonNullable<Phrase["clock"]> => ({
  hour: Math.floor(timeOf(wall) / 3_600_000),
  minute: Math.floor((timeOf(wall) % 3_600_000) / minuteMs),
  second: Math.floor((timeOf(wall) % minuteMs) / 1000),
  exact: true,
});

/** A bare hour stays in the half of the day where the old time is. */
function sameHalf(clock: NonNullable<Phrase["clock"]>, old: Wall | undefined): NonNullable<Phrase["clock"]> {
  if (clock.exact) return clock;
  const moment = momentOf(
    { at: 0, end: 0, clock },
    { now: 0, zone: "UTC", wake: false, old: old === undefined ? undefined : wallAt(1, timeOf(old)) },
  );
  return isRefused(moment) ? clock : clockOf(moment.start);
}

function occurrenceOn({ now, zone }: Reading, series: { start: string; rrule: string }, hints: readonly Phrase[]): string | undefined {
  const day = hints.find((hint) => hint.day !== undefined)?.day;
  const resolved = day === undefined ? undefined : resolveDay(day, now);
  if (resolved === undefined || isRefused(resolved)) return undefined;
  const next = nextOccurrence({ ...series, zone }, instantOf(wallText(wallAt(resolved.day, 0)), zone) - 1);
  return next !== undefined && dayOf(wallOf(next.wall)) === resolved.day ? next.wall : undefined;
}

/** A series that moves to an hour that is over today goes on with its next day. */
function onward(start: Wall, { rrule, zone, now }: { rrule: string; zone: string; now: Wall }): Wall {
  if (start > now) return start;
  const next = nextOccurrence({ start: wallText(start), zone, rrule }, instantOf(wallText(now), zone));
  return next === undefined ? start : wallOf(next.wall);
}
