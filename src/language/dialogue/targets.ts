import { pickByOrdinal, ordinalIn, sortByTime } from "./ordinals.ts";
import { anyMeeting } from "../lexicon/both.ts";
import { isInClause } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import type { Prepared } from "../text/prepare.ts";
import type { KnownReminder, KnownShared } from "../request.ts";
import { isKindAlone, stems } from "../text/stems.ts";
import { simplify } from "../text/traditional.ts";
import type { Span } from "../text/titles.ts";
import { isRefused, refuse, type Refused } from "./refused.ts";
import { hasSharedWord, isContained, isSimilar } from "./similar-names.ts";
import { byTime } from "./target-times.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/targets.ts";
import * as zh from "../lexicon/zh/targets.ts";
import { wordsOf } from "../lexicon/words.ts";
import {
  notWordsOrSpaces,
  spaceRuns,
  maskedRuns,
  quotes,
  smallLatinLetter,
} from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

export interface Target {
  readonly reminder: KnownReminder;
  /** Set when it is shared. */
  readonly with?: readonly string[];
}

/** The rest of the message that names a target: no times, no commands, no friends. */
export function findTargetName(reading: Reading, cues: readonly Span[]): string {
  const { prepared, phrases, mentions } = reading;
  const text = [...cues, ...phrases, ...mentions].reduce(
    (rest, { at, end }) => rest.slice(0, at) + " ".repeat(end - at) + rest.slice(end),
    withQuotedText(prepared),
  );
  const words = text
    .replace(lexicon[prepared.language].generic, " ")
    .replaceAll(notWordsOrSpaces, " ");
  return words
    .replaceAll(spaceRuns, prepared.language === "zh" ? "" : " ")
    .trim()
    .slice(0, longestName);
}

/** What is longer names nothing, and is held against every title. */
const longestName = 120;

/** What stands in quotes commands nothing, but it may be the name of what exists. */
export const withQuotedText = ({ text, raw }: Prepared): string =>
  text.replaceAll(maskedRuns, (masked, at: number) =>
    simplify(raw.slice(at, at + masked.length))
      .toLowerCase()
      .replaceAll(quotes, " "),
  );

export function targetOf(
  reading: Reading,
  cues: readonly Span[],
  hints: readonly Phrase[],
): Target | Refused {
  const pool = ofKind(reading, withFriends(reading, allTargets(reading)));
  const other = otherTarget(reading, pool, cues);
  if (other !== undefined) return other;
  const nth = ordinalIn(reading.prepared.text, reading.prepared.language);
  const spans = nth === undefined ? cues : [...cues, nth];
  const name = findTargetName(reading, spans);
  if (name !== "") {
    const found = targetByName(reading, name, { pool, hints });
    return isRefused(found) ? (topicBeside(reading, spans, pool) ?? found) : found;
  }
  const timely = byTime(reading, pool, hints);
  if (nth !== undefined)
    return pickByOrdinal(findShown(reading, timely), nth.place) ?? refuse("target_not_found");
  return targetByTime(reading, timely);
}

/** Of two, the one that is not spoken of. */
export const isAboutOther = ({ prepared: { text, language } }: Reading): boolean =>
  lexicon[language].other.test(text);

/** "the other one": of what is shown or there is, what was not spoken of. */
function otherTarget(
  reading: Reading,
  pool: readonly Target[],
  cues: readonly Span[],
): Target | Refused | undefined {
  const { prepared, context } = reading;
  const found = lexicon[prepared.language].other.exec(prepared.text);
  if (found === null || context.previous === undefined) return undefined;
  const said = { at: found.index, end: found.index + found[0].length };
  if (findTargetName(reading, [...cues, said]) !== "") return undefined;
  const [only, second] = findShown(reading, pool).filter(
    ({ reminder }) => !isPrevious(reading, reminder),
  );
  if (only === undefined) return refuse("target_not_found");
  return second === undefined ? only : refuse("target_ambiguous");
}

/**
 * "it's raining, make it 7pm": the clause of the order names nothing. What stands beside it may have
 * a word of one reminder; otherwise it is about the topic.
 */
function topicBeside(
  reading: Reading,
  cues: readonly Span[],
  pool: readonly Target[],
): Target | undefined {
  const { live, prepared } = reading;
  const homes = live.filter((clause) => cues.some((cue) => isInClause(clause, cue)));
  const others = live.filter((clause) => !homes.includes(clause));
  if (others.length === 0 || findTargetName(reading, [...cues, ...others]) !== "") return undefined;
  const said = others.map(({ text }) => text).join(" ");
  const [only, second] = pool.filter(({ reminder }) =>
    hasSharedWord(said, reminder.title, prepared.language),
  );
  return only === undefined ? topicOf(reading) : second === undefined ? only : undefined;
}

/** What the person has before them, where a list was shown. */
function findShown({ context: { listed } }: Reading, pool: readonly Target[]): readonly Target[] {
  const shown = (listed ?? []).flatMap(
    (id) => pool.find(({ reminder }) => reminder.id === id) ?? [],
  );
  return shown.length > 0 ? shown : sortByTime(pool);
}

/** "my morning alarm": where something that wakes is kept, nothing else is an alarm. */
function ofKind({ prepared }: Reading, all: readonly Target[]): readonly Target[] {
  if (!lexicon.both.alarm.test(prepared.text) || lexicon.zh.many.test(prepared.text)) return all;
  const alarms = all.filter(({ reminder }) => lexicon.both.wakes.test(reminder.title));
  return alarms.length > 0 ? alarms : all;
}

/** Without a name the time says which one, or else what was spoken of before. */
function targetByTime(reading: Reading, timely: readonly Target[]): Target | Refused {
  const [only, second] = timely;
  if (only === undefined) return refuse("target_not_found");
  if (second === undefined) return only;
  const spoken = timely.find(({ reminder }) => isPrevious(reading, reminder));
  return spoken ?? onlyAlarm(reading, timely) ?? refuse("target_ambiguous");
}

/** "明天早上的闹钟": of several reminders the one that wakes. */
function onlyAlarm({ prepared: { text } }: Reading, timely: readonly Target[]): Target | undefined {
  if (!lexicon.both.alarm.test(text) || lexicon.both.many.test(text)) return undefined;
  const [only, second] = timely.filter(({ reminder }) => lexicon.both.wakes.test(reminder.title));
  return second === undefined ? only : undefined;
}

function targetByName(
  reading: Reading,
  name: string,
  { pool, hints }: { pool: readonly Target[]; hints: readonly Phrase[] },
): Target | Refused {
  const { language } = reading.prepared;
  const matching = pool.filter(({ reminder }) => isContained(name, reminder.title, language));
  const loose =
    matching.length > 0
      ? matching
      : lexicon.zh.meetingAlone.test(name)
        ? byTime(reading, pool, hints).filter(({ reminder }) =>
            lexicon.zh.isMeeting.test(reminder.title),
          )
        : pool.filter(({ reminder }) => isSimilar(name, reminder.title, language));
  const timely = loose.length > 1 ? byTime(reading, loose, hints) : loose;
  // A name may stand beside a wrong day; where the day is all there is to go by, it has to be
  // right.
  const [only, second] = timely.length > 0 ? timely : loose;
  if (only === undefined)
    return (
      onlyMeeting(reading, name, pool) ??
      onlyThen(reading, name, { pool, hints }) ??
      refuse("target_not_found")
    );
  return second !== undefined || isAboutAnother(name, only, pool)
    ? refuse("target_ambiguous")
    : only;
}

/** "the meeting with Bob": the one thing that is shared with the friend who is named. */
function onlyMeeting(reading: Reading, name: string, pool: readonly Target[]): Target | undefined {
  const [only, second] = pool;
  const isOfFriend = second === undefined && pool.length < allTargets(reading).length;
  return isOfFriend && only?.with !== undefined && anyMeeting.test(name) ? only : undefined;
}

/** "my 2 o'clock meeting", “Marketing review” at two: of what happens once, the only one at that time. */
function onlyThen(
  reading: Reading,
  name: string,
  { pool, hints }: { pool: readonly Target[]; hints: readonly Phrase[] },
): Target | undefined {
  if (hints.length === 0 || !(isKindAlone(name) || lexicon.zh.kindAlone.test(name)))
    return undefined;
  const [only, second] = byTime(reading, pool, hints).filter(
    ({ reminder }) => typeof reminder.rrule !== "string" && reminder.allDay !== true,
  );
  return second === undefined ? only : undefined;
}

/** What was just written or shown, where nothing was said since. */
export const topicOf = (reading: Reading): Target | undefined =>
  reading.context.previous?.isNext === true
    ? allTargets(reading).find(({ reminder }) => isPrevious(reading, reminder))
    : undefined;

const isPrevious = ({ context: { previous } }: Reading, { id, title }: KnownReminder): boolean =>
  previous?.targetId === undefined || id === undefined
    ? title === previous?.target
    : id === previous.targetId;

/** How a result names its target. */
export const nameTarget = ({
  reminder: { id, title },
}: Target): { target: string; targetId?: string } => ({
  target: title,
  ...(id === undefined ? {} : { targetId: id }),
});

/** "the dog walk and the bill": words that are left over belong to another one. */
function isAboutAnother(name: string, found: Target, pool: readonly Target[]): boolean {
  const left = stems(name).filter((word) => !stems(found.reminder.title).includes(word));
  return pool.some(
    (other) =>
      other !== found &&
      stems(other.reminder.title).some(
        (word) => smallLatinLetter.test(word) && left.includes(word),
      ),
  );
}

export function allTargets({ context }: Reading): Target[] {
  return [
    ...(context.reminders ?? []).map((reminder): Target => ({ reminder })),
    ...(context.shared ?? []).map((shared: KnownShared): Target => ({
      reminder: shared,
      with: shared.with,
    })),
  ];
}

/** A friend who is named leaves only what is shared with that friend, if there is anything. */
function withFriends({ mentions }: Reading, all: readonly Target[]): readonly Target[] {
  const names = new Set(mentions.flatMap((mention) => mention.names));
  if (names.size === 0) return all;
  const shared = all.filter((target) => target.with?.some((name) => names.has(name)) === true);
  // What is shared with others alone is not meant, unless the friend is only in its title.
  const own = all.filter(
    (target) =>
      target.with === undefined || [...names].some((name) => target.reminder.title.includes(name)),
  );
  return shared.length > 0 ? shared : own;
}
