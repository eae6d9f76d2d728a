import { toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { useEndAsAim } from "./change.ts";
import { clauseAt } from "../text/clauses.ts";
import { cueIn, snoozeCue } from "../lexicon/cues.ts";
import { later } from "../calendar/instants.ts";
import { type Moment, momentOf } from "../calendar/moments.ts";
import { stateOf } from "./moved.ts";
import type { Reading } from "../reading.ts";
import { allTargets, nameTarget, findTargetName, type Target } from "../dialogue/targets.ts";
import { isTimed } from "../times/timed.ts";
import type { Span } from "../text/titles.ts";
import { simplify } from "../text/traditional.ts";
import type { Phrase } from "../times/phrase.ts";
import { listRecentlyFired } from "../dialogue/recently-fired.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import * as en from "../lexicon/en/snooze.ts";
import * as zh from "../lexicon/zh/snooze.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/** After something has gone off: a new time for it. */
function parseSnooze(reading: Reading): Outcome | undefined {
  const { prepared, triggers } = reading;
  const phrases = reading.phrases.map(useEndAsAim);
  const cue = cueIn(reading, snoozeCue[prepared.language]) ?? triggerAgain(reading);
  const time = withDayBeside(phrases.find(hasLength), phrases);
  const isAnother = triggers.length === 0 || time?.after === undefined;
  if (cue === undefined && isAnother) return undefined;
  const fired = findFired(reading, cue);
  if (fired === undefined || isRefused(fired)) return fired;
  if (time === undefined) return isVague(phrases, prepared.text) ? refuse("vague_time") : undefined;
  const moment = resolveSnooze(time, reading);
  if (isRefused(moment)) return moment;
  return toInterpretation({
    intent: "snooze",
    ...nameTarget(fired),
    items: [stateOf(fired, moment)],
    reasons: moment.notes,
  });
}

/** The one that has gone off and is meant. Without a word of putting off it has to be the only one. */
function findFired(reading: Reading, cue: Span | undefined): Target | Refused | undefined {
  const fired = listRecentlyFired(reading);
  if (fired.length === 0) return isSnooze(reading) ? refuse("nothing_fired") : undefined;
  if (cue === undefined && fired.length > 1) return undefined;
  const [only, second] = filterByName(fired, reading, cue);
  return second === undefined ? only : refuse("target_ambiguous");
}

/** "again on friday, 9am": the day stands beside the clock. */
function withDayBeside(time: Phrase | undefined, phrases: readonly Phrase[]): Phrase | undefined {
  const day = phrases.find((phrase) => phrase.day !== undefined && !isTimed(phrase))?.day;
  return time?.clock === undefined || time.day !== undefined || day === undefined
    ? time
    : { ...time, day };
}

const hasLength = (phrase: Phrase): boolean =>
  isTimed(phrase) || phrase.shift !== undefined || phrase.duration !== undefined;

const isVague = (phrases: readonly Phrase[], text: string): boolean =>
  phrases.some(({ vague }) => vague === true) || lexicon.en.snoozes.test(text);

const isSnooze = (reading: Reading): boolean =>
  lexicon.both.snooze.test(reading.prepared.text) && allTargets(reading).length > 0;

/** Those that have the name that is left beside the words of putting off; without a name, all. */
function filterByName(
  fired: readonly Target[],
  reading: Reading,
  cue: Span | undefined,
): readonly Target[] {
  const around = [...reading.triggers, ...excuses(reading)];
  const name = findTargetName(reading, cue === undefined ? around : [cue, ...around])
    .replace(lexicon.both.besideName, "")
    .trim();
  return fired.filter(({ reminder }) => {
    const title = simplify(reminder.title);
    return name === "" || title.includes(name) || name.includes(title);
  });
}

function resolveSnooze(time: Phrase, { now, zone, wake }: Reading): Moment | Refused {
  const wait = time.after ?? time.shift ?? (time.clock === undefined ? time.duration : undefined);
  if (wait === undefined) return momentOf(time, { now, zone, wake });
  const { wall, instant } = later(now, wait, zone);
  return { start: wall, durationMinutes: null, instant, notes: [] };
}

/** "正忙着呢，20分钟后再叫我": why not now. */
const excuses = (reading: Reading): readonly Span[] => {
  const { prepared, live, phrases, triggers } = reading;
  const again = isSaidAgain(reading);
  // "我正洗碗呢手上都是水过十分钟再叫我": without a comma, up to the time.
  const before = phrases.filter(isTimed).flatMap(({ at }): Span[] => {
    const clause = again ? clauseAt(live, at) : undefined;
    return clause !== undefined &&
      lexicon[prepared.language].excuse.test(prepared.text.slice(clause.at, at))
      ? [{ at: clause.at, end: at }]
      : [];
  });
  const others = live.filter(
    (clause) =>
      (lexicon[prepared.language].excuse.test(clause.text) || again) &&
      ![...phrases.filter(isTimed), ...triggers].some(
        ({ at }) => at >= clause.at && at < clause.end,
      ),
  );
  return [...before, ...others];
};

/** "再喊我一遍" soon after something went off is about that, whatever is said beside it. */
const isSaidAgain = (reading: Reading): boolean =>
  lexicon.zh.saysAgain.test(reading.prepared.text) &&
  listRecentlyFired(reading, 3_600_000).length > 0;

/** "remind me again" has its cue behind the trigger. */
function triggerAgain({ prepared, triggers }: Reading): Span | undefined {
  const found = triggers.length === 0 ? null : lexicon.both.remindsAgain.exec(prepared.text);
  return found === null ? undefined : { at: found.index, end: found.index + found[0].length };
}

export const snoozeReader = defineReader({
  name: "snooze",
  after: ["cancel"],
  examples: {
    zh: [["10分钟后再提醒我", "snooze 喝水 11-17 10:10"]],
    en: [["snooze 10 minutes", "snooze 喝水 11-17 10:10"]],
  },
  parse: parseSnooze,
});
