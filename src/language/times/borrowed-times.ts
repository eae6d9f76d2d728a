import type { Refusal } from "../dialogue/reasons.ts";
import { pointsBack, saysTimeOfWish } from "../lexicon/time-frames.ts";
import { sentenceAround } from "../text/clauses.ts";
import { hasContent } from "../text/title-content.ts";
import { titleIn } from "../text/titles.ts";
import { hasAny, type Phrase, replace, withHalf } from "./phrase.ts";
import { isTimed } from "./timed.ts";
import { doubt, timeRule, type Times } from "./times.ts";

/**
 * A wish that says what it is about and not when has no time, and that of the sentence before is not
 * its own. One that says nothing ("Dentist at 3. Remind me.") is about that sentence.
 */
export const borrowedTime = doubt({
  name: "time-of-another-sentence",
  after: ["later-is-not-a-time"],
  examples: {
    en: [["I finish at 3 tomorrow. Remind me to take my passport", "no_time"]],
    not: [
      ["Dentist at 3 tomorrow. Remind me.", "11-18 15:00"],
      ["Tomorrow at 6pm. Remind me to call mum.", "11-18 18:00"],
    ],
  },
  when: ({ phrases, reading: { prepared }, trigger }: Times): Refusal | undefined => {
    const { text } = prepared;
    const timed = phrases.find(isTimed);
    if (timed === undefined) return undefined;
    const own = sentenceAround(text, trigger.at, trigger.end);
    const isOwn = ({ at }: Phrase): boolean => at >= own.at && at < own.end;
    const spans = phrases.filter(isOwn);
    if (spans.some((phrase) => isTimed(phrase) || phrase.lead !== undefined)) return undefined;
    // "Tomorrow at 6pm. Remind me to call mum.": a sentence that says nothing but when.
    const there = sentenceAround(text, timed.at, timed.at);
    if (
      !hasContent(titleIn(prepared, there, phrases)) ||
      saysTimeOfWish.test(text.slice(there.at, there.end))
    )
      return undefined;
    const isAbout =
      hasContent(titleIn(prepared, { at: trigger.end, end: own.end }, spans)) &&
      !pointsBack.test(text.slice(trigger.end, own.end));
    if (!isAbout) return undefined;
    return spans.some(({ vague }) => vague === true) ? "vague_time" : "no_time";
  },
});

/**
 * "明天中午之前要交，十一点提醒我": a clock behind a deadline with its hour is on the day of the
 * deadline.
 */
export const deadlineDay = timeRule({
  name: "day-of-the-deadline",
  after: ["time-of-another-sentence"],
  examples: {
    zh: [
      ["明天中午之前要提交申请，十一点提醒我", "11-18 11:00"],
      ["明天晚上八点前要交作业，七点提醒我", "11-18 19:00"],
    ],
    en: [["I have to send it by 5pm tomorrow, remind me at 3pm", "11-18 15:00"]],
    not: [["周五之前要交报告，今晚八点提醒我", "11-17 20:00"]],
  },
  when: ({ phrases }: Times) => {
    const due = phrases.filter(({ deadline }) => deadline === true);
    const timed = phrases.filter((phrase) => phrase.deadline !== true && isTimed(phrase));
    const [[end], [host]] = [due, timed];
    if (end === undefined || host === undefined || due.length + timed.length > 2) return undefined;
    const isHourly = end.day !== undefined && (end.clock ?? end.period) !== undefined;
    const isBare = host.clock !== undefined && !hasAny(host, ["day", "rule", "after", "lead"]);
    return isHourly && isBare && host.at > end.at ? { end, host } : undefined;
  },
  then: ({ end, host }, { phrases }) => {
    const half = (end.clock?.hour ?? 0) > (host.clock?.hour ?? 0) ? end.clock?.period : undefined;
    const dated = { ...host, ...(end.day === undefined ? {} : { day: end.day }) };
    return replace(phrases, new Map([[host, withHalf(dated, half)]]));
  },
});
