import { clauseAt } from "../text/clauses.ts";
import { changeOf, type Outcome, defineReader } from "./outcome.ts";
import { manyVerbs } from "../lexicon/en/cancel.ts";
import { cuesIn, updateCue } from "../lexicon/cues.ts";
import { moveReminder, type State } from "./moved.ts";
import { newTitle, rename } from "./rename.ts";
import type { Reading } from "../reading.ts";
import type { Interpretation } from "../request.ts";
import { allTargets, findTargetName, type Target, targetOf } from "../dialogue/targets.ts";
import { hasKeptThing } from "../lexicon/other-domains.ts";
import { isTimed } from "../times/timed.ts";
import { type Span, titleIn } from "../text/titles.ts";
import { stems } from "../text/stems.ts";
import { simplify } from "../text/traditional.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/change.ts";
import * as zh from "../lexicon/zh/change.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/** Moves, shifts, retitles and corrections. */
function parseChange(reading: Reading): Outcome | undefined {
  const { prepared } = reading;
  const cues = cuesIn(reading, updateCue[prepared.language]);
  const cue = changeCue(reading, cues);
  if (cue === undefined || allTargets(reading).length === 0 || isNoChange(reading, cue))
    return undefined;
  const phrases = reading.phrases.map((phrase) => putOff(useEndAsAim(phrase), cue, prepared.text));
  const aim = phrases.find((phrase) => phrase.aim === true && phrase.at >= cue.at);
  const fresh = phrases.filter(
    (phrase) => phrase.negated !== true && isNew(phrase, { ...cue, aim }, prepared.text),
  );
  const hints = phrases.filter((phrase) => !fresh.includes(phrase));
  const timed = fresh.filter(hasTime);
  const title = timed.length === 0 ? newTitle(reading, cue) : undefined;
  if (manyVerbs.test(prepared.text.slice(cue.end))) return refuse("items_unclear");
  if (
    fresh.some(({ unread }) => unread !== undefined) ||
    lexicon.both.lengthens.test(prepared.text)
  )
    return refuse("unread_time_word");
  if (timed.length === 0 && title === undefined) return vagueUpdate(reading, fresh, cue);
  const spoken = [cue, ...cues, ...(title === undefined ? [] : [title]), ...asides(reading, cue)];
  return changeTarget(reading, spoken, { title, timed, hints });
}

/** What is meant, by the words that are neither the order nor the new time, and what becomes of it. */
function changeTarget(
  reading: Reading,
  spoken: readonly Span[],
  { title, timed, hints }: { title: Span | undefined; timed: Phrase[]; hints: Phrase[] },
): Outcome | undefined {
  const { prepared } = reading;
  const target = targetOf(reading, spoken, hints);
  if (isRefused(target)) return isNotKept(prepared, title) ? undefined : target;
  if (isSaidOfElse(reading, spoken[0], target.reminder.title)) return undefined;
  const state =
    title === undefined
      ? moveAlone(reading, target, { timed, hints })
      : rename(reading, target, title);
  return isRefused(state) ? state : toChange(target, state);
}

/**
 * "change money at the bank", "浇花的水壶换成铜的": the verb has another object, and the title only
 * stands beside it.
 */
function isSaidOfElse(
  { prepared, phrases }: Reading,
  cue: Span | undefined,
  title: string,
): boolean {
  const { text, language } = prepared;
  if (language === "zh") {
    const said = text.indexOf(simplify(title.toLowerCase()));
    return said >= 0 && lexicon.zh.ofTitle.test(text.slice(said + title.length));
  }
  if (cue === undefined) return false;
  if (text[cue.end] === "-") return true;
  const next = phrases.map(({ at }) => at).filter((at) => at >= cue.end);
  const [object = ""] = text
    .slice(cue.end, Math.min(text.length, ...next))
    .split(lexicon.en.behindObject);
  const beside = text.replace(object, " ");
  const words = stems(object).filter((word) => !lexicon.en.anyThing.test(word));
  const wanted = stems(title);
  return (
    words.length > 0 &&
    !words.some((word) => wanted.includes(word)) &&
    wanted.every((word) => stems(beside).includes(word))
  );
}

/** "清晰度改成4K": anything may have another name, and this is not kept here. */
const isNotKept = ({ text, language }: Reading["prepared"], title: Span | undefined): boolean =>
  title !== undefined && language === "zh" && !hasKeptThing(text, "zh");

/** The verb that changes something; without one, an amount or a correction that says so. */
function changeCue(reading: Reading, cues: readonly Span[]): Span | undefined {
  const verb = cues.find(({ at, end }) =>
    lexicon.both.movingVerb.test(reading.prepared.text.slice(at, end)),
  );
  return verb ?? cues[0] ?? moverCue(reading) ?? correctionCue(reading);
}

/** It is narrated, or it is the reminder's content: "remind me to move the car". */
const isNoChange = ({ prepared, phrases, triggers, live }: Reading, cue: Span): boolean =>
  isHearsay(prepared.text) ||
  (phrases.length === 0 && lexicon.zh.reportsChange.test(prepared.text)) ||
  triggers.some(
    ({ at, whom, noun, calendar }) =>
      noun !== true &&
      // "set the class to 7 instead of 6:30": what is set is there already.
      !(calendar !== undefined && phrases.some(({ negated }) => negated === true)) &&
      at < cue.at &&
      clauseAt(live, at) === clauseAt(live, cue.at) &&
      whom === "me",
  );

const hasTime = (phrase: Phrase): boolean =>
  isTimed(phrase) ||
  [phrase.shift, phrase.lead, phrase.day, phrase.rule, phrase.duration].some(
    (part) => part !== undefined,
  );

const moveAlone = (
  reading: Reading,
  target: Target,
  time: Parameters<typeof moveReminder>[2],
): State | Refused =>
  hasNewName(reading, time.timed, target)
    ? refuse("items_unclear")
    : moveReminder(reading, target, time);

/**
 * "接人那单往后挪四十分钟，晚点了": where the clause names what is moved, one that only tells does
 * not.
 */
function asides(reading: Reading, cue: Span): readonly Span[] {
  const { live, phrases, prepared } = reading;
  const home = clauseAt(live, cue.at);
  const others = live.filter(
    (clause) =>
      clause !== home &&
      clause.at > cue.at &&
      !phrases.some(({ at, vague }) => vague !== true && clauseAt(live, at) === clause),
  );
  const isNamed =
    findTargetName(reading, [
      ...cuesIn(reading, updateCue[prepared.language]),
      ...live.filter((clause) => clause !== home),
    ]) !== "";
  return isNamed ? others : [];
}

/** "push it until Friday": where there is no series, the end is the aim. */
export function useEndAsAim(phrase: Phrase): Phrase {
  const { untilDay, untilClock, ...rest } = phrase;
  if (
    phrase.rule !== undefined ||
    phrase.clock !== undefined ||
    phrase.day !== undefined ||
    (untilDay ?? untilClock) === undefined
  )
    return phrase;
  return {
    ...rest,
    ...(untilDay === undefined ? {} : { day: untilDay }),
    ...(untilClock === undefined ? {} : { clock: untilClock }),
  };
}

/**
 * "推迟健身半小时": an amount behind the verb of putting off is how far, however much stands
 * between the two.
 */
function putOff(phrase: Phrase, cue: Span, text: string): Phrase {
  const { duration, ...rest } = phrase;
  const isFar =
    duration !== undefined &&
    phrase.clock === undefined &&
    phrase.day === undefined &&
    phrase.at >= cue.end;
  if (
    lexicon.en.bringsForward.test(text.slice(cue.at, cue.end)) &&
    (duration ?? phrase.shift) !== undefined
  )
    return { ...rest, shift: -Math.abs(duration ?? phrase.shift ?? 0) };
  return isFar && lexicon.both.putsOff.test(text.slice(cue.at, cue.end))
    ? { ...rest, shift: duration }
    : phrase;
}

/** What may be, what others are said to have done, and what is not to be. */
const isHearsay = (text: string): boolean => lexicon.both.hearsay.test(text);

/** "遛狗改成7点散步": a new time and a new name. */
function hasNewName(
  { prepared, live }: Reading,
  timed: readonly Phrase[],
  { reminder }: Target,
): boolean {
  const last = timed.at(-1);
  const clause = last === undefined ? undefined : clauseAt(live, last.at);
  if (last === undefined || clause === undefined) return false;
  if (prepared.language === "en") return lexicon.en.renames.test(prepared.text);
  const rest = titleIn(prepared, { at: last.end, end: clause.end }, []);
  return rest.length >= 2 && !reminder.title.includes(rest) && !lexicon.zh.keepsTitle.test(rest);
}

/** "跑步提前半小时", "往后推一小时": the amount says that something moves. */
function moverCue({ phrases, triggers }: Reading): Span | undefined {
  return triggers.length > 0
    ? undefined
    : phrases.find(
        ({ shift, lead, negated }) =>
          negated === true || shift !== undefined || (lead !== undefined && lead !== null),
      );
}

/**
 * "No, Friday", "wait, at 6pm": right after something was written, and nothing but another time.
 */
function correctionCue({
  prepared: { text },
  phrases,
  context,
  triggers,
}: Reading): Span | undefined {
  const word = lexicon.both.correctionWord.exec(text);
  if (
    word === null ||
    context.previous === undefined ||
    phrases.length === 0 ||
    triggers.length > 0
  )
    return undefined;
  const rest = phrases.reduce(
    (left, { at, end }) => left.slice(0, at) + " ".repeat(end - at) + left.slice(end),
    text,
  );
  const isTime = rest.slice(word[0].length).replaceAll(lexicon.both.besideCorrection, "") === "";
  return isTime ? { at: 0, end: word[0].length } : undefined;
}

/**
 * Before the cue stands what is moved, behind it where to. English corrections may put the time
 * first.
 */
const isNew = (
  phrase: Phrase,
  cue: Span & { readonly negated?: true; readonly aim: Phrase | undefined },
  text: string,
): boolean =>
  (phrase.at >= cue.at && phrase.at >= (cue.aim?.at ?? 0)) ||
  cue.negated === true ||
  phrase.shift !== undefined ||
  phrase.lead !== undefined ||
  lexicon.both.correctsBehind.test(text.slice(cue.at, cue.end));

function vagueUpdate(reading: Reading, fresh: readonly Phrase[], cue: Span): Outcome | undefined {
  const word = reading.prepared.text.slice(cue.at, cue.end);
  if (lexicon.both.weakVerb.test(word) && fresh.length === 0) return undefined;
  const target = targetOf(reading, [cue], []);
  if (isRefused(target))
    return lexicon.zh.asksForOtherTime.test(reading.prepared.text) ? target : undefined;
  return fresh.some(({ vague }) => vague === true)
    ? refuse("vague_time")
    : refuse(fresh.some(({ period }) => period !== undefined) ? "period_without_clock" : "no_time");
}

const toChange = (target: Target, { item, notes, occurrence }: State): Interpretation =>
  changeOf("update", target, {
    items: [item],
    reasons: notes,
    ...(occurrence === undefined ? {} : { occurrence }),
  });

export const changeReader = defineReader({
  name: "change",
  after: ["length-change"],
  examples: {
    zh: [["交电费改成交水费", "update 交电费 11-20 10:00"]],
    en: [["rename the dentist to hygienist", "update dentist 11-19 15:00"]],
  },
  parse: parseChange,
});
