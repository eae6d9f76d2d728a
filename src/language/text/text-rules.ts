import { defineRule } from "../rule.ts";
import { normalise, type Normalised } from "./normalise.ts";
import { applyCorrections } from "./self-correction.ts";

/** The many ways of writing the same thing become one. */
export const oneForm = defineRule({
  name: "one-form",
  stage: "normalise",
  examples: {
    zh: [["明天下午 ３ 點提醒我開會", "11-18 15:00"]],
    en: [["Remind me tomorrow at eleven thirty PM to call", "11-18 23:30"]],
    not: [["明天下午3点提醒我开会", "11-18 15:00"]],
  },
  when: (text: string) => {
    const normal = normalise(text);
    return normal.text !== text && normal;
  },
  then: (_: string, normal: Normalised) => normal,
});

/** What a person takes back in the same sentence was not said. */
export const selfCorrection = defineRule({
  name: "self-correction",
  stage: "normalise",
  examples: {
    zh: [["明天3点，不对，4点提醒我开会", "11-18 16:00"]],
    en: [["remind me tomorrow at 3pm, no wait, 4pm to call", "11-18 16:00"]],
  },
  when: (text: string) => {
    const corrected = applyCorrections(text);
    return corrected !== text && corrected;
  },
  then: (_: string, corrected: string) => corrected,
});
