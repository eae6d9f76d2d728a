import type { Refusal } from "../dialogue/reasons.ts";
import { pointsBack, saysTimeOfWish } from "../lexicon/time-frames.ts";
import { sentenceAround } from "../text/clauses.ts";
import { hasContent } from "../text/title-content.ts";
import { titleIn } from "../text/titles.ts";
import type { Phrase } from "./phrase.ts";
import { isTimed } from "./timed.ts";
import { doubt, type Times } from "./times.ts";

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
