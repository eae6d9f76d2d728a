import { toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { cueIn, freeCue } from "../lexicon/cues.ts";
import { ownQuestions } from "../lexicon/own-questions.ts";
import { decide } from "../rule.ts";
import { isElsewhere } from "../lexicon/other-domains.ts";
import { resolveDay } from "../calendar/dates.ts";
import { mentionsOf } from "./friends.ts";
import { isTimed } from "../times/timed.ts";
import type { Reading } from "../reading.ts";
import { overlap, stems } from "../text/stems.ts";
import { findTargetName } from "../dialogue/targets.ts";
import { isSimilar, plain } from "../dialogue/similar-names.ts";
import { civil, type Day, dayOf, minuteMs, wallAt, wallText } from "../calendar/wall.ts";
import type { Period } from "../times/atoms.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";
import type { Span } from "../text/titles.ts";
import * as en from "../lexicon/en/questions.ts";
import * as zh from "../lexicon/zh/questions.ts";
import { wordsOf } from "../lexicon/words.ts";
import { spaceRuns } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** Questions about one's own reminders. */
function parseList(reading: Reading): Outcome | undefined {
  const { prepared } = reading;
  const cue = decide(ownQuestions[prepared.language], reading, reading);
  // "明天的安排是8点起床，提醒我": a statement, followed by a request.
  if (cue !== undefined && isRequest(reading) && !lexicon.both.questionMark.test(prepared.text))
    return undefined;
  const isKnown = isAboutKnown(reading) || isAboutOneKept(reading);
  if (!isKnown && (cue === undefined || isElsewhere(prepared.text, prepared.language)))
    return undefined;
  const keyword = keywordOf(reading, cue);
  return toInterpretation({
    intent: "list",
    ...rangeOf(reading),
    ...(keyword === "" ? {} : { keyword }),
  });
}

/** What the question is about, beyond the words of asking. */
function keywordOf(reading: Reading, cue: Span | undefined): string {
  const { language } = reading.prepared;
  const named = findTargetName(reading, cue === undefined ? [] : [cue]);
  const rest = named
    .replaceAll(lexicon[language].questionWords, " ")
    .replaceAll(spaceRuns, " ")
    .trim();
  // A single character is a remnant.
  return rest.length < 2
    ? ""
    : language === "zh"
      ? named.replaceAll(lexicon.zh.questionWords, "")
      : rest;
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

/** "when is Ann's birthday" does not ask for Dad's. */
function isOfAnother(said: string, title: string): boolean {
  const ownersIn = (text: string): Set<string> =>
    new Set(
      text
        .toLowerCase()
        .matchAll(lexicon.en.owner)
        .map(([, name = ""]) => name),
    );
  const [asked, kept] = [ownersIn(said), ownersIn(title)];
  return asked.size > 0 && kept.size > 0 && asked.isDisjointFrom(kept);
}

/** "is the dentist still on": all that the question names is something that is kept. */
function isAboutOneKept(reading: Reading): boolean {
  const { prepared, context } = reading;
  const { opensQuestion, openingHours } = lexicon[prepared.language];
  if (!opensQuestion.test(prepared.text) || openingHours.test(prepared.text)) return false;
  if (prepared.language === "zh") return isNamedInChinese(reading);
  const said = stems(prepared.text);
  const named = stems(
    findTargetName(reading, [])
      .replaceAll(lexicon.en.questionWords, " ")
      .replaceAll(lexicon.en.asksBeside, " "),
  );
  return [...(context.reminders ?? []), ...(context.shared ?? [])].some(({ title }) => {
    const words = stems(title);
    return (
      words.some((word) => said.includes(word)) &&
      named.every((word) => word.length < 2 || words.includes(word))
    );
  });
}

/** All that is left without the words of asking is a part of one title, or holds it. */
function isNamedInChinese(reading: Reading): boolean {
  const { context, triggers } = reading;
  if (triggers.some(({ noun }) => noun !== true) && reading.phrases.some(isTimed)) return false;
  const name = plain(findTargetName(reading, []).replaceAll(lexicon.zh.asksBeside, ""));
  return (
    name.length >= 2 &&
    [...(context.reminders ?? []), ...(context.shared ?? [])].some(({ title }) =>
      plain(title).includes(name),
    )
  );
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

/** The day, week or span that a question is about. */
export function rangeOf({ phrases, prepared, now }: Reading): {
  range?: { start: string; end: string };
} {
  const today = dayOf(now);
  const monday = today - (civil(today).weekday - 1);
  const { text } = prepared;
  if (lexicon.both.nextWeek.test(text)) return between(monday + 7, monday + 14);
  if (lexicon.both.thisWeek.test(text)) return between(monday, monday + 7);
  const spec = phrases.find(({ day }) => day !== undefined)?.day;
  const resolved = spec === undefined ? undefined : resolveDay(spec, now);
  if (resolved === undefined || isRefused(resolved)) return {};
  const part = phrases.find(({ period }) => period !== undefined)?.period;
  return part === undefined ? between(resolved.day, resolved.day + 1) : partOf(resolved.day, part);
}

const hoursOf: Readonly<Record<Period, readonly [from: number, to: number]>> = {
  dawn: [0, 6],
  morning: [6, 12],
  noon: [11, 14],
  afternoon: [12, 18],
  evening: [17, 24],
  night: [18, 24],
};

/** "Saturday afternoon". */
function partOf(day: Day, part: Period): { range: { start: string; end: string } } {
  const [from, to] = hoursOf[part];
  return {
    range: {
      start: wallText(wallAt(day, from * 60 * minuteMs)),
      end: wallText(wallAt(day, to * 60 * minuteMs)),
    },
  };
}

const between = (from: Day, to: Day): { range: { start: string; end: string } } => ({
  range: { start: wallText(wallAt(from, 0)), end: wallText(wallAt(to, 0)) },
});

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
