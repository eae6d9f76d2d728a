import { done, type Outcome } from "./cancel.ts";
import { aimed } from "./change.ts";
import { clauseAt } from "./clauses.ts";
import { cueIn, snoozeCue } from "./cues.ts";
import { later } from "./instants.ts";
import { type Moment, momentOf } from "./moments.ts";
import { stateOf } from "./moved.ts";
import type { Reading } from "./reading.ts";
import { isRefused, refuse } from "./reasons.ts";
import { allTargets, firedIn, named, namedIn } from "./targets.ts";
import { isTimed } from "./timed.ts";
import type { Span } from "./titles.ts";
import { simplified } from "./traditional.ts";
import type { Wall } from "./wall.ts";

/** After something has gone off: a new time for it. */
export function snoozed(reading: Reading): Outcome | undefined {
  const { prepared, triggers, now, zone, wake } = reading;
  const phrases = reading.phrases.map(aimed);
  const cue = cueIn(reading, snoozeCue[prepared.language]) ?? triggerAgain(reading);
  const time = phrases.find(
    (phrase) => isTimed(phrase) || phrase.shift !== undefined || phrase.duration !== undefined,
  );
  if (cue === undefined && (time?.after === undefined || triggers.length === 0)) return undefined;
  const fired = firedIn(reading);
  if (fired.length === 0)
    return /\bsnooze\b|贪睡/.test(prepared.text) && allTargets(reading).length > 0
      ? refuse("nothing_fired")
      : undefined;
  if (cue === undefined && fired.length > 1) return undefined;
  const name = namedIn(reading, [
    ...(cue === undefined ? [] : [cue]),
    ...triggers,
    ...excuses(reading),
  ])
    .replace(
      /刚才?响的|刚才?那个|snooze|\b(?:ask|check|tell|try|come back|now)\b|until|till|先?[别不](?:催|叫|吃|喝|做|急)|more|another|later|minutes?|give|gimme|wait|hold on|let|稍等|等等|等|让|一次|ugh|一遍|次|催|睡|会儿|说|回头/g,
      "",
    )
    .trim();
  const meant = fired.filter(
    ({ reminder }) =>
      name === "" ||
      simplified(reminder.title).includes(name) ||
      name.includes(simplified(reminder.title)),
  );
  const [only, second] = meant;
  if (only === undefined) return undefined;
  if (second !== undefined) return refuse("target_ambiguous");
  if (time === undefined)
    return phrases.some(({ vague }) => vague === true) || /snooze/.test(prepared.text)
      ? refuse("vague_time")
      : undefined;
  const wait = time.after ?? time.shift ?? (time.clock === undefined ? time.duration : undefined);
  const moment = wait === undefined ? momentOf(time, { now, zone, wake }) : waited(now, wait, zone);
  if (isRefused(moment)) return moment;
  return done({
    intent: "snooze",
    ...named(only),
    items: [stateOf(only, moment)],
    reasons: moment.notes,
  });
}

/** "正忙着呢，20分钟后再叫我": why not now. */
const excuses = (reading: Reading): readonly Span[] => {
  const { prepared, live, phrases, triggers } = reading;
  const again = isSaidAgain(reading);
  // "我正洗碗呢手上都是水过十分钟再叫我": without a comma, up to the time.
  const before = phrases.filter(isTimed).flatMap(({ at }): Span[] => {
    const clause = again ? clauseAt(live, at) : undefined;
    return clause !== undefined &&
      excuse[prepared.language].test(prepared.text.slice(clause.at, at))
      ? [{ at: clause.at, end: at }]
      : [];
  });
  const others = live.filter(
    (clause) =>
      (excuse[prepared.language].test(clause.text) || again) &&
      ![...phrases.filter(isTimed), ...triggers].some(
        ({ at }) => at >= clause.at && at < clause.end,
      ),
  );
  return [...before, ...others];
};

/** "再喊我一遍" soon after something went off is about that, whatever is said beside it. */
const isSaidAgain = (reading: Reading): boolean =>
  /再次?(?:提醒|[叫喊催]|ping|cue|call)\s*我?(?:一[遍次下声])?\s*(?:[吧哈哦啊~!。]|$)/.test(
    reading.prepared.text,
  ) && firedIn(reading, 3_600_000).length > 0;

const excuse = {
  zh: /^\s*(?:in (?:a|the) \w+|on (?:a|the) (?:call|phone)|busy|driving)\b|(?:着|呢|没空|没完|没好|没起|没醒|忙|困|累|路上|不方便|不开|不了|不想动|不想起)(?:[了呢啊呀吧哈~]|得很|死了|死我了)*\s*$|^\s*(?:我?(?:还|正|仍|目前|在|现在|手头|手上|这会儿?))/,
  en: /^\s*(?:i'?m|i am)\b|\b(?:busy|tired|sleepy|in (?:a|the|my) \w+|driving|not (?:done|ready|finished|now|yet)|can'?t|hands full|tied up|still|on (?:a|the) (?:call|phone|bus|train)|ugh|hang on|hold on|one sec)\b/,
} as const;

/** "remind me again" has its cue behind the trigger. */
function triggerAgain({ prepared, triggers }: Reading): Span | undefined {
  const found = triggers.length === 0 ? null : /\bagain\b|再(?:提醒|叫|喊)/.exec(prepared.text);
  return found === null ? undefined : { at: found.index, end: found.index + found[0].length };
}

const waited = (now: Wall, ms: number, zone: string): Moment => {
  const { wall, instant } = later(now, ms, zone);
  return { start: wall, durationMinutes: null, instant, notes: [] };
};
