import { opensWithClock, saysHalf } from "../lexicon/time-frames.ts";
import type { Reading } from "../reading.ts";
import type { ClockTime } from "./atoms.ts";
import { draftRule } from "./draft.ts";
import { isBare, readings } from "./hours.ts";
import { hasAny, type Phrase } from "./phrase.ts";

/** "at 6 and 6:15 tomorrow morning": the day behind the last is that of the earlier ones, too. */
export const dayOfTheLast = draftRule({
  name: "day-of-the-last",
  after: ["joined-times"],
  examples: {
    en: [["set alarms at 6 and 6:15 tomorrow morning", "11-18 06:00; 11-18 06:15"]],
    not: [["set alarms at 5pm and 8am tomorrow", "11-17 17:00; 11-18 08:00"]],
  },
  when: ({ bundles, reading }) => {
    const dated = bundles.map((bundle) => shareDay(bundle, reading));
    return dated.some((bundle, index) => bundle !== bundles[index]) && dated;
  },
  then: (bundles) => ({ bundles }),
});

function shareDay(bundle: readonly Phrase[], { prepared }: Reading): readonly Phrase[] {
  const last = bundle.at(-1);
  if (last?.clock === undefined || last.day === undefined || prepared.language !== "en")
    return bundle;
  if (!opensWithClock.test(prepared.text.slice(last.at, last.end))) return bundle;
  const { day, clock: said, period } = last;
  const shared = bundle.map((phrase): Phrase => {
    const { clock } = phrase;
    if (
      phrase === last ||
      clock === undefined ||
      hasAny(phrase, ["day", "rule", "after", "period"])
    )
      return phrase;
    const half = isBare(clock) ? { ...clock, ...(said.period && { period: said.period }) } : clock;
    const isEarlier = Math.min(...readings(half)) < Math.max(...readings(said));
    return isEarlier ? { ...phrase, clock: half, day, ...(period && { period }) } : phrase;
  });
  return shared.some((phrase, index) => phrase !== bundle[index]) ? shared : bundle;
}

/** "6 and 6:30 am": the half of the day is said once, behind the last of them. */
export const halfOfTheLast = draftRule({
  name: "half-of-the-last",
  after: ["day-of-the-last"],
  examples: {
    en: [["set alarms for 6 and 6:30 am", "11-18 06:00; 11-18 06:30"]],
    not: [["remind me at 9 and 5pm to stretch", "11-17 21:00; 11-17 17:00"]],
  },
  when: ({ bundles, reading }) => {
    const halved = bundles.map((bundle) => shareHalf(bundle, reading));
    return halved.some((bundle, index) => bundle !== bundles[index]) && halved;
  },
  then: (bundles) => ({ bundles }),
});

/** "7点和19点": beside an hour that only the clock of 24 has, the others are of that clock. */
export const hoursOfOneClock = draftRule({
  name: "hours-of-one-clock",
  after: ["half-of-the-last"],
  examples: {
    zh: [["每天7点和19点提醒我喂猫", "11-18 07:00 FREQ=DAILY; 11-17 19:00 FREQ=DAILY"]],
    not: [["remind me at 9 and 5pm to stretch", "11-17 21:00; 11-17 17:00"]],
  },
  when: ({ bundles, reading }) => {
    const whole = bundles.map((bundle) => shareClock(bundle, reading));
    return whole.some((bundle, index) => bundle !== bundles[index]) && whole;
  },
  then: (bundles) => ({ bundles }),
});

function shareClock(bundle: readonly Phrase[], { prepared }: Reading): readonly Phrase[] {
  const isOf24 = ({ clock, at, end }: Phrase): boolean =>
    clock !== undefined &&
    clock.hour > 12 &&
    clock.period === undefined &&
    !saysHalf.test(prepared.text.slice(at, end));
  const isOpen = ({ clock }: Phrase): boolean => clock !== undefined && isBare(clock);
  if (!bundle.some(isOf24) || !bundle.some(isOpen)) return bundle;
  return bundle.map((phrase) =>
    phrase.clock !== undefined && isOpen(phrase)
      ? { ...phrase, clock: { ...phrase.clock, exact: true } }
      : phrase,
  );
}

function shareHalf(bundle: readonly Phrase[], { prepared }: Reading): readonly Phrase[] {
  const last = bundle.at(-1);
  if (last?.clock?.exact !== true || !saysHalf.test(prepared.text.slice(last.at, last.end)))
    return bundle;
  const { clock: said } = last;
  const shared = bundle.map((phrase) => {
    const clock = phrase === last ? undefined : phrase.clock && inHalfOf(phrase.clock, said);
    return clock === undefined ? phrase : { ...phrase, clock };
  });
  return shared.some((phrase, index) => phrase !== bundle[index]) ? shared : bundle;
}

/** Only an earlier hour of the same half: "9 and 5pm" are a morning and an afternoon. */
function inHalfOf(clock: ClockTime, said: ClockTime): ClockTime | undefined {
  if (clock.exact || clock.period !== undefined || clock.hour > 12) return undefined;
  const hour = (clock.hour % 12) + (said.hour >= 12 ? 12 : 0);
  const isEarlier = hour * 60 + clock.minute <= said.hour * 60 + said.minute;
  return isEarlier ? { ...clock, hour, exact: true } : undefined;
}
