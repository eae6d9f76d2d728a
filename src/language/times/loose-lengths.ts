import { spaces } from "../text/characters.ts";
import {
  bookedLength,
  booksLength,
  forLength,
  lengthAsKind,
  onlyLength,
  onlyLengthZh,
} from "../lexicon/time-frames.ts";
import type { Reading } from "../reading.ts";
import { defineRule } from "../rule.ts";
import { clauseAt } from "../text/clauses.ts";
import type { Span } from "../text/titles.ts";
import { type Draft, type Loose, withPhrases } from "./draft.ts";
import type { Phrase } from "./phrase.ts";
import { isIdle } from "./timed.ts";

/** How long it takes, said apart from its clock. What says nothing about time stays as it is. */
export const attachLength = defineRule({
  name: "loose-length",
  stage: "combine",
  examples: {
    zh: [["明天下午3点提醒我开会，开两个小时", "11-18 15:00 120m"]],
    en: [
      ["remind me at 3pm to run for 30 minutes", "11-17 15:00 30m"],
      ["schedule a 30-minute call tomorrow at 3pm", "11-18 15:00 30m"],
    ],
  },
  when: ({ phrase }: Loose) => !isIdle(phrase),
  then: ({ draft, phrase, main }: Loose) => {
    if (phrase.duration === undefined || !isLength(phrase, draft.reading)) return draft;
    if (isOthers(phrase, main, draft) || isOfEvent(phrase, main, draft)) return draft;
    const isOnly = draft.bundles.flat().length === 1;
    const takes = isOnly && main.clock !== undefined && main.endClock === undefined;
    const next = new Map<Phrase, Phrase>(
      takes ? [[main, { ...main, duration: phrase.duration }]] : [],
    );
    const spans = [...draft.spans, ...lengthSpans(phrase, draft.reading)];
    return { ...draft, ...withPhrases(draft, next), spans };
  },
});

/** "直播八点开始，播三个小时，七点二十提醒我调灯光". */
const isOfEvent = (loose: Phrase, main: Phrase, { event }: Draft): boolean =>
  event !== undefined && loose.at > event.at && loose.at < main.at;

/** "…提醒我去幼儿园，那天家长会开两个小时": it belongs to what is mentioned beside it. */
function isOthers(loose: Phrase, main: Phrase, { reading, trigger }: Draft): boolean {
  const { prepared, live } = reading;
  const clause = clauseAt(live, loose.at);
  if (prepared.language === "en" || clause === undefined) return false;
  if (clause === clauseAt(live, trigger.at) || clause === clauseAt(live, main.at)) return false;
  const rest =
    prepared.text.slice(clause.at, loose.at) + prepared.text.slice(loose.end, clause.end);
  return rest.replaceAll(spaces, "").length > 5;
}

/** "for 30 minutes", "跑步30分钟": how long it takes. "watch 60 Minutes" is a name. */
const isLength = (loose: Phrase, reading: Reading): boolean =>
  reading.prepared.language === "zh" ||
  forLength.test(reading.prepared.text.slice(loose.at, loose.end)) ||
  isApart(loose, reading) ||
  isSuch(loose, reading) ||
  isBooked(loose, reading);

/** "book an hour for the gym": the object of an order is how long it takes. */
const isBooked = ({ at }: Phrase, { prepared, triggers }: Reading): boolean =>
  booksLength.test(prepared.text.slice(0, at)) ||
  triggers.some(
    ({ calendar, end }) =>
      calendar !== undefined && end <= at && bookedLength.test(prepared.text.slice(end, at)),
  );

/** ", 30 min": a clause that says nothing else. */
function isApart({ at, end }: Phrase, { prepared: { text }, live }: Reading): boolean {
  const clause = clauseAt(live, at);
  return (
    clause !== undefined &&
    onlyLength.test(`${text.slice(clause.at, at)} ${text.slice(end, clause.end)}`)
  );
}

/** "a 30-minute call": what kind of one it is, and so how long. */
const isSuch = ({ at, end }: Phrase, { prepared: { text } }: Reading): boolean => {
  const words = text.slice(at, end);
  return (
    (lengthAsKind.before.test(text.slice(0, at)) || lengthAsKind.half.test(words)) &&
    lengthAsKind.unit.test(words) &&
    lengthAsKind.behind.test(text.slice(end))
  );
};

/** "，开两个小时，": a clause that says nothing else is not a title. */
function lengthSpans(loose: Phrase, reading: Reading): readonly Span[] {
  const { prepared, live } = reading;
  if (prepared.language === "en") return isSuch(loose, reading) ? [] : [loose];
  const clause = clauseAt(live, loose.at);
  if (clause === undefined) return [];
  const around =
    prepared.text.slice(clause.at, loose.at) + prepared.text.slice(loose.end, clause.end);
  return onlyLengthZh.test(around) ? [clause] : [];
}
