import type { Language } from "../../domain/language.ts";
import { enCalendarName } from "../lexicon/en/calendar.ts";
import { zhObjectMark } from "../lexicon/zh/calendar.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import { type Clause, clauseAt, isInClause } from "../text/clauses.ts";
import { hasContent, verbWithout } from "../text/title-content.ts";
import { type Span, titleIn } from "../text/titles.ts";
import { simplify } from "../text/traditional.ts";
import type { Plan } from "../times/plan.ts";
import * as en from "../lexicon/en/titles.ts";
import * as zh from "../lexicon/zh/titles.ts";
import { wordsOf } from "../lexicon/words.ts";
import { latinCharacters } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** What each item of a plan is called. `undefined`: some have a name, and others do not. */
export function titlesOf(
  reading: Reading,
  plan: Plan,
  { trigger, others }: { trigger: Trigger; others: readonly Span[] },
): string[] | undefined {
  const without = [
    ...plan.spans,
    ...reading.triggers,
    ...others,
    ...calendarNamed(reading, trigger),
  ];
  if (plan.bundles.length === 1) return [singleTitle(reading, { plan, trigger, without })];
  const titles = severalTitles(reading, plan, { trigger, without });
  const named = titles.filter((title) => title !== "").length;
  return named > 0 && named < titles.length ? undefined : titles;
}

/** "put dinner on my calendar", "把例会记在周四": where it goes, and 把, are not part of the title. */
function calendarNamed({ prepared: { text } }: Reading, { calendar, at, end }: Trigger): Span[] {
  if (calendar === undefined) return [];
  const place = enCalendarName.exec(text.slice(end));
  const mark = zhObjectMark.exec(text.slice(0, at));
  return [
    ...(place === null
      ? []
      : [{ at: end + place.index, end: end + place.index + place[0].length }]),
    ...(mark === null ? [] : [{ at: mark.index, end: mark.index + mark[0].length }]),
  ];
}

/**
 * After the trigger, before it, in the clauses before, in those after: the first place that says
 * something.
 */
function singleTitle(
  reading: Reading,
  { plan, trigger, without }: { plan: Plan; trigger: Trigger; without: readonly Span[] },
): string {
  const { prepared, live } = reading;
  const home = clauseAt(live, trigger.at) ?? { at: 0, end: prepared.raw.length };
  const rest = live.filter((clause) => clause !== home);
  const places = titlePlaces(reading, { plan, trigger, home, rest });
  const inside = insideTrigger(reading, trigger, plan.spans);
  const title = firstTitle(reading, places, without) || inside;
  const near = titleIn(prepared, { at: trigger.end, end: home.end }, without);
  const { wake } = trigger;
  // "set a pill alarm for 8": what it is for stands before it.
  if (isInsideAlone(reading, inside, near)) return inside;
  if (wake && lexicon.en.forSomething.test(prepared.text.slice(trigger.end, home.end))) return near;
  const purpose = purposeOf(reading, trigger, { home, rest, near });
  if (purpose !== undefined) return titleIn(prepared, purpose, without);
  // The call is what is wished for.
  const isCall = wake && (title === "" || isReasonBehind(reading, trigger, home.end));
  if (isCall || isWaking(title, near, { language: prepared.language, wake }))
    return wakeTitle[prepared.language];
  const elsewhere = (): string => firstTitle(reading, places.slice(1), without);
  return completeTitle(title, near, (verb) => withObject(verb, elsewhere(), prepared.language));
}

const isInsideAlone = ({ prepared }: Reading, inside: string, near: string): boolean =>
  prepared.language === "en" && inside !== "" && !hasContent(near);

/** "燃气费9号晚上7点提醒我交": a verb gets its object from another place. */
function completeTitle(
  title: string,
  near: string,
  finish: (verb: string) => string | undefined,
): string {
  const verb = verbWithout(near) ?? verbWithout(title);
  const done = verb === undefined ? undefined : finish(verb);
  return done ?? title.replace(lexicon.zh.wokenWhy, "$1");
}

function titlePlaces(
  { clauses }: Reading,
  {
    plan: { event, bundles },
    trigger,
    home,
    rest,
  }: { plan: Plan; trigger: Trigger; home: Span; rest: readonly Clause[] },
): Span[] {
  const times = [event, bundles[0]?.[0]].filter((phrase) => phrase !== undefined);
  return [
    { at: trigger.end, end: home.end },
    // "三点有家长会，到时间叫我": where the time has a clause of its own, that says what it is about.
    ...rest.filter((clause) => times.some((phrase) => isInClause(clause, phrase))),
    { at: home.at, end: trigger.at },
    ...rest.filter(({ at }) => at > trigger.at && clauses.length > 1),
    ...rest.filter(({ at }) => at < home.at).toReversed(),
  ];
}

/** "one more alarm, 6:20 am, for the bins": what it is for, in a clause of its own. */
function purposeOf(
  reading: Reading,
  trigger: Trigger,
  { home, rest, near }: { home: Span; rest: readonly Clause[]; near: string },
): Span | undefined {
  if (!trigger.wake || reading.prepared.language !== "en") return undefined;
  const isFor = ({ at, text }: Clause): boolean =>
    at > trigger.end && lexicon.en.saysWhatFor.test(text);
  return (
    (near === "" ? rest.find(isFor) : undefined) ?? taskBehind(reading, trigger, [home, ...rest])
  );
}

/** "an alarm for 6:45 gotta catch the bus": what is to be done then, and not only why. */
function taskBehind(
  { prepared, phrases }: Reading,
  trigger: Trigger,
  places: readonly Span[],
): Span | undefined {
  const { text } = prepared;
  if (!lexicon.en.namesAlarm.test(text.slice(trigger.at, trigger.end))) return undefined;
  for (const { at, end } of places) {
    const last = phrases.findLast((phrase) => phrase.at >= at && phrase.end <= end)?.end;
    const from = last ?? Math.max(at, trigger.end);
    const task = lexicon.en.saysTask.exec(text.slice(from, end))?.[1];
    if (task !== undefined && end > trigger.end) return { at: end - task.length, end };
  }
  return undefined;
}

/**
 * Whether a title says why one is woken or what from, instead of what for. `near`: what stands
 * right behind the wish.
 */
function isWaking(
  title: string,
  near: string,
  { language, wake }: { language: "zh" | "en"; wake: boolean },
): boolean {
  if (language === "en") return wake && (isReason(title) || !hasContent(near));
  const said = simplify(title);
  return (wake && lexicon.zh.reason.test(said)) || (lexicon.zh.sleeps.test(said) && near === "");
}

/**
 * "wake me at 4am tomorrow I have an early flight", "wake me up at 4:50am opening shift": without a
 * comma, why stands behind the time, and what for after "for" or "to".
 */
function isReasonBehind(
  { prepared: { text, language }, phrases }: Reading,
  { at, end }: Trigger,
  until: number,
): boolean {
  if (language !== "en") return false;
  const last = phrases.findLast((phrase) => phrase.at >= end && phrase.end <= until);
  const isWoken = lexicon.en.wakes.test(text.slice(at, end));
  if (last === undefined) return isWoken && !lexicon.en.saysWhatFor.test(text.slice(end, until));
  const behind = text.slice(last.end, until);
  const isTask = lexicon.en.saysWhatFor.test(text.slice(end, last.at));
  return (
    lexicon.en.tellsWhy.test(behind) || (isWoken && !isTask && lexicon.en.remarks.test(behind))
  );
}

/** "燃气费9号晚上7点提醒我交": the verb and its object, from two places. */
function withObject(verb: string, words: string, language: Language): string | undefined {
  const object = objectIn(words, language);
  if (object === "") return undefined;
  return language === "zh" ? `${verb}${object}` : `${verb} ${object}`;
}

/** A thing, and no sentence. */
const objectIn = (title: string, language: Language): string => {
  const thing = title.replace(lexicon.zh.arranged, "");
  const isLong = thing.replaceAll(latinCharacters, "").length > 8;
  return language === "en" || !(isLong || lexicon.zh.sentenceWords.test(thing)) ? thing : "";
};

/** "wake me at 7, I can't miss the bus": why, and not what. */
const isReason = (title: string): boolean => lexicon.en.reason.test(title);

/** "定一个明天下午3点开会的提醒": what to say stands between the verb and its object. */
function insideTrigger({ prepared }: Reading, trigger: Trigger, spans: readonly Span[]): string {
  const { endsWithThing } = lexicon[prepared.language];
  if (trigger.timer || !endsWithThing.test(prepared.text.slice(trigger.at, trigger.end))) return "";
  const inside = titleIn(prepared, trigger, spans);
  if (prepared.language === "en") {
    const said = lexicon.en.insideOrder.exec(inside)?.[1] ?? "";
    return said.replaceAll(lexicon.en.howItIs, "").trim() === "" ? "" : said;
  }
  const said = inside.replace(lexicon.zh.opensOrder, "").replace(lexicon.zh.thingBehind, "");
  return hasContent(said) ? said : "";
}

const wakeTitle = { zh: "起床", en: "wake up" } as const;

function firstTitle(
  { prepared }: Reading,
  places: readonly Span[],
  without: readonly Span[],
): string {
  const found = places
    .map(({ at, end }) => ({ at, title: titleIn(prepared, { at, end }, without) }))
    .filter(({ title }) => hasContent(title));
  const [first] = found;
  if (first === undefined) return "";
  // "订个会：明天两点，对 UI 稿", "an appointment: 25/9 16:30, lawyer": what kind of entry it is
  // names it only where nothing else does.
  const said =
    prepared.language === "zh"
      ? found.find(({ title }) => !lexicon.zh.kindAlone.test(simplify(title)))
      : lexicon.en.kindAlone.test(first.title)
        ? found.find(({ at, title }) => at > first.at && !lexicon.en.namesNothing.test(title))
        : first;
  return (said ?? first).title;
}

/**
 * Each time owns what follows it up to the next, or, where content comes first, what stands before
 * it.
 */
function severalTitles(
  reading: Reading,
  plan: Plan,
  { trigger, without }: { trigger: Trigger; without: readonly Span[] },
): string[] {
  const { prepared, live } = reading;
  const starts = plan.bundles.map(([first]) => first?.at ?? 0);
  const ends = plan.bundles.map((bundle) => bundle.at(-1)?.end ?? 0);
  const from = trigger.at < (starts[0] ?? 0) ? trigger.end : 0;
  // "the list from the hospital:" stands in a clause of its own and is not an item.
  const opening = Math.max(from, clauseAt(live, starts[0] ?? 0)?.at ?? 0);
  const contentFirst =
    hasContent(titleIn(prepared, { at: opening, end: starts[0] ?? 0 }, without)) &&
    prepared.language === "en";
  return plan.bundles.map((_, index) => {
    const stretch = contentFirst
      ? { at: index === 0 ? opening : (ends[index - 1] ?? 0), end: ends[index] ?? 0 }
      : { at: starts[index] ?? 0, end: starts[index + 1] ?? prepared.raw.length };
    return firstTitle(reading, within(live, stretch), without);
  });
}

const within = (clauses: readonly Clause[], stretch: Span): Span[] =>
  clauses
    .filter(({ at, end }) => at < stretch.end && end > stretch.at)
    .map(({ at, end }) => ({ at: Math.max(at, stretch.at), end: Math.min(end, stretch.end) }));
