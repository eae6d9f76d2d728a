import { saysHalf } from "../lexicon/time-frames.ts";
import type { Reading } from "../reading.ts";
import type { ClockTime } from "./atoms.ts";
import { draftRule } from "./draft.ts";
import type { Phrase } from "./phrase.ts";

/** "6 and 6:30 am": the half of the day is said once, behind the last of them. */
export const halfOfTheLast = draftRule({
  name: "half-of-the-last",
  after: ["joined-times"],
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
