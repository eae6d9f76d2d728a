import { isDayBefore, leadOf } from "./lead.ts";
import { type Phrase, replace } from "./phrase.ts";
import { isTimed } from "./timed.ts";
import { doubt, timeRule, type Times } from "./times.ts";

/** A day counted from an event whose own clock is said, too. */
function findDayBefore({ phrases }: Times): Phrase | undefined {
  const [only, second] = phrases.filter(isDayBefore);
  const events = phrases.filter((phrase) => isTimed(phrase) && phrase !== only);
  return second === undefined && events.length === 1 ? only : undefined;
}

/** "Meeting Friday at 3pm, remind me the day before": at the same hour; an evening needs a clock of its own. */
export const dayBefore = [
  doubt({
    name: "evening-before-without-clock",
    examples: {
      zh: [["周五下午三点开会，前一天晚上提醒我", "period_without_clock"]],
      en: [["meeting on Friday at 3pm, remind me the evening before", "period_without_clock"]],
    },
    when: (times: Times) => findDayBefore(times)?.period !== undefined && "period_without_clock",
  }),
  timeRule({
    name: "day-before-at-the-same-hour",
    after: ["evening-before-without-clock"],
    examples: {
      zh: [["周五下午三点开会，前一天提醒我", "11-19 15:00"]],
      en: [["meeting on Friday at 3pm, remind me the day before", "11-19 15:00"]],
    },
    when: findDayBefore,
    then: (phrase, { phrases }) => {
      const { at, end } = phrase;
      return replace(phrases, new Map([[phrase, { at, end, lead: leadOf(phrase)?.ms ?? 0 }]]));
    },
  }),
];
