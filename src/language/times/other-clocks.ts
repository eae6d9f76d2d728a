import { instantOf, wallTimeAt } from "../calendar/instants.ts";
import { momentOf } from "../calendar/moments.ts";
import { dateOf, resolveDay } from "../calendar/dates.ts";
import { dayMs, dayOf, minuteMs, timeOf, type Wall, wallOf, wallText } from "../calendar/wall.ts";
import { isRefused } from "../dialogue/refused.ts";
import type { ClockTime, DaySpec } from "./atoms.ts";
import { hasAny, type Phrase } from "./phrase.ts";
import { role } from "./role.ts";

export const placeRole = role({
  name: "clock-of-another-place",
  kinds: ["zone"],
  examples: {
    zh: [
      ["伦敦时间下午3点提醒我开会", "11-17 23:00"],
      ["克拉科夫时间明天9点提醒我开会", "11-18 16:00"],
      ["格但斯克时间明天9点提醒我开会", "unread_time_word"],
    ],
    en: [
      ["remind me at 3pm Krakow time to call", "11-17 22:00"],
      ["remind me tomorrow at 9 am ET to call", "11-18 22:00"],
      ["remind me at 3pm Gotham time to call", "unread_time_word"],
      ["remind me every day at 9am Tokyo time to call", "unread_time_word"],
    ],
    not: [["remind me at 8pm bath time", "11-17 20:00"]],
  },
  then: ({ phrase, atom: { zone } }) => ({ ...phrase, place: zone }),
});

/** The clock by which the person lives. */
export interface OwnClock {
  readonly now: Wall;
  readonly zone: string;
  /** The time is the aim of a move: what has no day of its own keeps the day it had. */
  readonly isAim?: true;
}

/** The same time by the person's own clock, or marked as not read: never the hour of another place. */
export function byOwnClock(phrase: Phrase, own: OwnClock): Phrase {
  const { place, ...rest } = phrase;
  if (place === undefined) return phrase;
  const unread: Phrase = { ...rest, unread: "word" };
  if (place === null || phrase.clock === undefined) return unread;
  if (isSameClock(place, own)) return rest;
  // A series would have to follow the other clock.
  if (hasAny(phrase, ["rule", "days", "after", "untilClock", "opening"])) return unread;
  return translatePhrase(rest, place, own) ?? unread;
}

function translatePhrase(phrase: Phrase, place: string, own: OwnClock): Phrase | undefined {
  const { now, zone } = own;
  const dated = phrase.day?.is === "offset" ? onOwnDate(phrase, phrase.day, now) : phrase;
  const { lead: _lead, ...itself } = dated;
  const moment = momentOf(itself, { now: translate(now, zone, place), zone: place, wake: false });
  if (isRefused(moment)) return undefined;
  const start = translate(moment.start, place, zone);
  const isMoved = own.isAim === true || phrase.aim === true;
  if (isMoved && phrase.day === undefined && dayOf(start) !== dayOf(moment.start)) return undefined;
  const { period: _period, endClock: _end, ...rest } = phrase;
  return {
    ...rest,
    clock: clockOf(start),
    ...(phrase.day === undefined ? {} : { day: dateOf(dayOf(start)) }),
    ...(moment.durationMinutes === null ? {} : { duration: moment.durationMinutes * minuteMs }),
  };
}

/** "tomorrow" is the speaker's, whatever the date is elsewhere. */
function onOwnDate(phrase: Phrase, spec: DaySpec, now: Wall): Phrase {
  const resolved = resolveDay(spec, now);
  return isRefused(resolved) ? phrase : { ...phrase, day: dateOf(resolved.day) };
}

const translate = (wall: Wall, from: string, to: string): Wall =>
  wallOf(wallTimeAt(instantOf(wallText(wall), from), to));

/** Now and in half a year. */
const isSameClock = (place: string, { now, zone }: OwnClock): boolean =>
  [now, now + 182 * dayMs].every((wall) => translate(wall, place, zone) === wall);

/** The time of day as a clock that has no other reading. */
export function clockOf(wall: Wall): ClockTime {
  const minutes = Math.floor(timeOf(wall) / minuteMs);
  return {
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
    second: 0,
    exact: true,
    period: undefined,
  };
}
