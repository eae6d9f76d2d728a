import { toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { cueIn, freeCue } from "../lexicon/cues.ts";
import { ownQuestions } from "../lexicon/own-questions.ts";
import { decide } from "../rule.ts";
import { isElsewhere } from "../lexicon/other-domains.ts";
import { mentionsOf } from "./friends.ts";
import { isTimed } from "../times/timed.ts";
import type { Reading } from "../reading.ts";
import { readAskedPeriod } from "./asked-period.ts";
import { type AskedRows, isOfAnother, rowsAsked } from "./asked-rows.ts";
import { overlap } from "../text/stems.ts";
import { isSimilar } from "../dialogue/similar-names.ts";
import { wallText } from "../calendar/wall.ts";
import { refuse } from "../dialogue/refused.ts";
import type { Span } from "../text/titles.ts";
import { hasAny } from "../times/phrase.ts";
import type { Interpretation } from "../request.ts";
import * as en from "../lexicon/en/questions.ts";
import * as zh from "../lexicon/zh/questions.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/** Questions about one's own reminders. */
function parseList(reading: Reading): Outcome | undefined {
  const { prepared } = reading;
  const cue = decide(ownQuestions[prepared.language], reading, reading);
  // "明天的安排是8点起床，提醒我": a statement, followed by a request.
  if (cue !== undefined && isRequest(reading) && !lexicon.both.questionMark.test(prepared.text))
    return undefined;
  const asked = rowsOf(reading, cue);
  const isOurs = cue !== undefined && !isElsewhere(prepared.text, prepared.language);
  return asked === undefined || !(isOurs || isAboutKept(reading, asked))
    ? undefined
    : toInterpretation({ intent: "list", ...limitsOf(reading, asked) });
}

/** Looked for only where something is asked. */
function rowsOf(reading: Reading, cue: Span | undefined): AskedRows | undefined {
  const { text, language } = reading.prepared;
  const { whenAsked, opensQuestion } = lexicon[language];
  return cue !== undefined || whenAsked.test(text) || opensQuestion.test(text)
    ? rowsAsked(reading)
    : undefined;
}

const isAboutKept = (reading: Reading, asked: AskedRows): boolean =>
  isAboutKnown(reading) || isAboutOneKept(reading, asked);

/** Which rows are asked for: by their names, by the days, by their kind. */
function limitsOf(
  reading: Reading,
  { rows, keyword, isUnknown }: AskedRows,
): Partial<Interpretation> {
  const { text, language } = reading.prepared;
  const range = rangeOf(rows.length > 0 ? besideName(reading) : reading);
  const isWhen = lexicon[language].whenAsked.test(text) && range.range === undefined;
  return {
    ...range,
    ...(rows.length === 0 ? {} : { named: rows.map(({ reminder: { id, title } }) => id ?? title) }),
    ...(keyword === undefined ? {} : { keyword }),
    ...(isUnknown === true && isWhen ? { isUnknown } : {}),
    ...(lexicon[language].repeating.test(text) ? { repeating: true } : {}),
    ...(lexicon[language].asksIfFree.test(text) ? { asksIfFree: true } : {}),
  };
}

/** "was the dentist at 3 or 4", "is it on Thursday or Friday": what is asked limits nothing. */
function besideName(reading: Reading): Reading {
  const days = reading.phrases.filter((phrase) => hasAny(phrase, ["day", "rule"]));
  const phrases = days.length > 1 ? [] : days;
  return { ...reading, phrases };
}

const isRequest = ({ triggers, phrases }: Reading): boolean =>
  triggers.some(({ whom }) => whom === "me") && phrases.some(isTimed);

/** "跑步是几点": a question that names something we keep. */
function isAboutKnown({ prepared, context, triggers }: Reading): boolean {
  if (triggers.some(({ whom }) => whom !== "other")) return false;
  const isQuestion = prepared.language === "zh" ? lexicon.zh.whenAsked : lexicon.en.whenAsked;
  return (
    isQuestion.test(prepared.text) &&
    !lexicon[prepared.language].openingHours.test(prepared.text) &&
    [...(context.reminders ?? []), ...(context.shared ?? [])].some(({ title }) =>
      prepared.language === "en"
        ? overlap(prepared.text, title) >= 0.5 && !isOfAnother(prepared.text, title)
        : isSimilar(prepared.text, title, "zh"),
    )
  );
}

/** "is the dentist still on": all that the question names is something that is kept. */
function isAboutOneKept({ prepared, triggers, phrases }: Reading, asked: AskedRows): boolean {
  const { text, language } = prepared;
  const { opensQuestion, openingHours } = lexicon[language];
  if (!opensQuestion.test(text) || openingHours.test(text)) return false;
  const isRequest = triggers.some(({ noun }) => noun !== true) && phrases.some(isTimed);
  return asked.rows.length > 0 && asked.isSure && !(language === "zh" && isRequest);
}

/** Whether a friend has time. Never what the friend does. */
function parseAvailability(reading: Reading): Outcome | undefined {
  const { prepared, context, triggers } = reading;
  const cue = cueIn(reading, freeCue[prepared.language]);
  if (cue === undefined || triggers.some(({ whom, end }) => whom === "me" && end <= cue.at))
    return undefined;
  const mentions = mentionsOf(prepared, context.friends ?? [], true);
  if (mentions.some(({ names }) => names.length > 1)) return refuse("friend_ambiguous");
  if (mentions.length > 0)
    return isQuestion(reading)
      ? toInterpretation({
          intent: "availability",
          with: [...new Set(mentions.flatMap(({ names }) => names))],
          ...rangeOf(reading),
        })
      : undefined;
  return isAboutStranger(reading, prepared.text.slice(cue.at, cue.end))
    ? refuse("friend_unknown")
    : undefined;
}

const isQuestion = ({ prepared }: Reading): boolean =>
  prepared.language === "zh"
    ? !lexicon.zh.whenFree.test(prepared.text)
    : lexicon.en.freeAsked.test(prepared.text);

/** The question is about a person who is not in the list of friends. */
function isAboutStranger({ prepared }: Reading, cue: string): boolean {
  const { text, language } = prepared;
  if (language === "en") {
    const [, who] = lexicon.en.who.exec(text) ?? [];
    return who !== undefined && !lexicon.en.notAName.test(who);
  }
  const [, who] = lexicon.zh.who.exec(text) ?? [];
  return who !== undefined && !lexicon.zh.notAName.test(who) && lexicon.zh.ofTime.test(cue);
}

/** The days or hours that a question is about. */
export function rangeOf(reading: Reading): Pick<Interpretation, "range"> {
  const period = readAskedPeriod(reading);
  return period === undefined
    ? {}
    : { range: { start: wallText(period.start), end: wallText(period.end) } };
}

export const availabilityReader = defineReader({
  name: "availability",
  after: ["follow-up"],
  examples: {
    zh: [["张三明天下午有空吗", "availability"]],
    en: [["is Bob free tomorrow afternoon?", "availability"]],
    not: [["我明天下午有什么安排", "list"]],
  },
  parse: parseAvailability,
});

export const listReader = defineReader({
  name: "list",
  after: ["snooze"],
  examples: {
    zh: [["明天有什么提醒", "list"]],
    en: [["what reminders do I have tomorrow?", "list"]],
  },
  parse: parseList,
});
