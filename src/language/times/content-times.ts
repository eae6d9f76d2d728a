import { dayOfThing, doesAbout, readies, thingBehind } from "../lexicon/time-frames.ts";
import { isTimed } from "./timed.ts";
import { doubt, type Times } from "./times.ts";

/** When the meeting is, and not when to remind. */
export const contentTime = doubt({
  name: "time-of-the-content",
  after: ["rule-of-one-or-of-all"],
  examples: {
    zh: [["提醒我准备明天下午3点的会议材料", "no_time"]],
    en: [
      ["remind me to call Bob about tomorrow's 3pm meeting", "no_time"],
      ["remind me to print slides for my 3pm meeting", "no_time"],
    ],
    not: [["remind me to go to tomorrow's 3pm meeting", "11-18 15:00"]],
  },
  when: (times) => isOfContent(times) && "no_time",
});

function isOfContent({ phrases, reading, trigger }: Times): boolean {
  const { text, language } = reading.prepared;
  const [only, second] = phrases.filter(isTimed);
  if (only === undefined || second !== undefined || only.rule !== undefined) return false;
  const [before, behind] = [text.slice(trigger.end, only.at), text.slice(only.end)];
  if (readies[language].test(before) && thingBehind[language].test(behind)) return true;
  return language === "en" && dayOfThing.test(text.slice(only.at)) && doesAbout.test(before);
}
