import { endOfDay, eveningMeal, morningMeal } from "../lexicon/time-frames.ts";
import type { Reading } from "../reading.ts";
import { clauseAt } from "../text/clauses.ts";
import type { Period } from "./atoms.ts";
import { isBare } from "./hours.ts";
import { type Phrase, withHalf } from "./phrase.ts";
import { timeRule, type Times } from "./times.ts";

/** Dinner at seven is in the evening, and breakfast in the morning, on any day. */
export const halfOfMeal = timeRule({
  name: "half-of-a-meal",
  after: ["window-of-an-interval"],
  examples: {
    en: [
      ["add dinner with Tom on Friday at seven", "11-20 19:00"],
      ["set breakfast every day at 7:15", "11-18 07:15 FREQ=DAILY"],
    ],
    zh: [
      ["明天7点和小王吃晚饭提醒我", "11-18 19:00"],
      ["睡觉前十点半提醒我关灯", "11-17 22:30"],
    ],
    not: [["remind me tomorrow at 9 to shop for dinner", "11-18 09:00"]],
  },
  when: ({ phrases, reading }: Times) => {
    const halved = phrases.map((phrase) => withHalf(phrase, halfFor(phrase, reading)));
    return halved.some((phrase, index) => phrase !== phrases[index]) && halved;
  },
  then: (halved) => halved,
});

function halfFor({ at, clock, period }: Phrase, reading: Reading): Period | undefined {
  const { live, prepared } = reading;
  if (clock === undefined || period !== undefined || !isBare(clock)) return undefined;
  const { text = "" } = clauseAt(live, at) ?? {};
  if (clock.hour < 5 || clock.hour > 11) return undefined;
  if (eveningMeal[prepared.language].test(text) || endOfDay[prepared.language].test(text))
    return "evening";
  return morningMeal[prepared.language].test(text) ? "morning" : undefined;
}
