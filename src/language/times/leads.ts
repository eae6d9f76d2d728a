import { refuse } from "../dialogue/refused.ts";
import { saidOfAllBefore, wishedAt } from "../lexicon/time-frames.ts";
import { clauseAt } from "../text/clauses.ts";
import { type Draft, draftRule, type DraftRule } from "./draft.ts";
import { hasAny, type Phrase } from "./phrase.ts";
import { defineRule } from "../rule.ts";
import { isTimed } from "./timed.ts";
import { doubt } from "./times.ts";

const leadsOf = ({ phrases }: Draft): readonly Phrase[] =>
  phrases.filter((phrase) => phrase.lead !== undefined && !isTimed(phrase));

/** "都提前10分钟": the one lead of several times. */
function leadOfAll(draft: Draft): Phrase | undefined {
  const [lead, second] = leadsOf(draft);
  if (lead === undefined || second !== undefined) return undefined;
  const isForAll =
    saidOfAllBefore.test(draft.reading.prepared.text.slice(0, lead.at)) &&
    draft.bundles.flat().every(({ after }) => after === undefined);
  return isForAll ? lead : undefined;
}

/** How long before its event a reminder comes. */
export const leadRules: readonly DraftRule[] = [
  doubt({
    name: "bound-without-a-series",
    examples: { zh: [["明天起早上8点提醒我吃药", "ambiguous_day"]] },
    when: ({ bundles }: Draft) => !bundles.flat().every(isWhole) && "ambiguous_day",
  }),
  doubt({
    name: "clock-beside-a-lead",
    after: ["bound-without-a-series"],
    examples: { en: [["remind me at 9pm, an hour before my flight", "clock_left_over"]] },
    when: (draft: Draft) => {
      const { live, prepared } = draft.reading;
      if (prepared.language === "zh") return false;
      const isApart = ({ at }: Phrase, lead: Phrase): boolean =>
        at < lead.at &&
        clauseAt(live, at) !== clauseAt(live, lead.at) &&
        wishedAt.test(prepared.text.slice(0, at));
      const flat = draft.bundles.flat();
      return (
        leadsOf(draft).some((lead) => flat.some((phrase) => isApart(phrase, lead))) &&
        "clock_left_over"
      );
    },
  }),
  draftRule({
    name: "lead-of-all",
    after: ["clock-beside-a-lead"],
    examples: { zh: [["两点开会，三点面试，都提前10分钟提醒我", "11-17 13:50; 11-17 14:50"]] },
    when: leadOfAll,
    then: (lead, { bundles }) => ({
      bundles: bundles.map((bundle) => bundle.map((phrase) => earlierBy(phrase, lead))),
    }),
  }),
  defineRule({
    name: "lead-before-its-event",
    stage: "combine",
    after: ["lead-of-all"],
    examples: {
      zh: [["明天下午3点开会，提前10分钟提醒我", "11-18 14:50"]],
      en: [
        [
          "remind me a day and an hour before my dentist appointment on Friday at 3pm",
          "11-19 15:00; 11-20 14:00",
        ],
      ],
    },
    when: (draft: Draft) => {
      const leads = leadsOf(draft);
      return leads.length > 0 && leadOfAll(draft) === undefined && leads;
    },
    then: (draft: Draft, leads: readonly Phrase[]) => {
      const [only, second] = draft.bundles;
      const base = only?.[0];
      if (base === undefined || second !== undefined || base.after !== undefined)
        return refuse("lead_without_event");
      return { ...draft, bundles: [leads.map((lead) => earlierBy(base, lead))] };
    },
  }),
];

const earlierBy = (phrase: Phrase, { lead = 0, leadMonths }: Phrase): Phrase => ({
  ...phrase,
  lead,
  ...(leadMonths === undefined ? {} : { leadMonths }),
});

/** A day to begin or to end on belongs to a rule. */
const isWhole = (phrase: Phrase): boolean =>
  hasAny(phrase, ["rule", "count"]) ||
  !hasAny(phrase, ["opening", "untilDay", "untilClock", "fromDay"]);
