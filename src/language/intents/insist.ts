import { toInterpretation, type Outcome } from "./outcome.ts";
import { stateOf } from "./moved.ts";
import type { Reading } from "../reading.ts";
import type { Insisting, Interpretation, Item } from "../request.ts";
import { nameTarget, type Target, topicOf } from "../dialogue/targets.ts";
import { wallOf } from "../calendar/wall.ts";
import { enNumberOf, numberOf } from "../text/numerals.ts";
import * as en from "../lexicon/en/insist.ts";
import * as zh from "../lexicon/zh/insist.ts";
import { wordsOf } from "../lexicon/words.ts";
import { defineRule } from "../rule.ts";

const lexicon = wordsOf(zh, en);

/** What is said of repeating until it is done. */
export interface SaidInsist {
  readonly insist: Insisting;
  /**
   * The message without that, as long as it was, so that places stay the same. "Every ten minutes"
   * is its time: "in ten minutes".
   */
  readonly rest: string;
  /** The same without the pattern, which stood apart from the reminder's own time. */
  readonly apart: string | undefined;
  /** Only that it is important: a series stays as it is. */
  readonly isOnlyImportant: boolean;
  /** Only an end is named, which may be that of a series: "every day until I say stop". */
  readonly isOnlyEnd: boolean;
}

/** What is said of repeating until it is done is not part of the wish itself. */
export const insistClause = defineRule({
  name: "insist-clause",
  stage: "segment",
  examples: {
    zh: [
      ["每10分钟提醒我一次吃药直到我说完成", "11-17 10:10 insist 10"],
      ["下午3点提醒我吃药，之后每5分钟催我一次直到我做完", "11-17 15:00 insist 5"],
      ["下午3点提醒我吃药，每10分钟一次直到我说完成", "11-17 15:00 insist 10"],
      ["下午3点叫我起床，不起就一直叫", "11-17 15:00 insist"],
      ["每隔10分钟提醒我一次交电费，没做完别停", "11-17 10:10 insist 10"],
      ["每隔十分钟催我一次直到我交完电费", "11-17 10:10 insist 10"],
    ],
    en: [
      [
        "keep reminding me every 10 minutes until I say done to drink water",
        "11-17 10:10 insist 10",
      ],
      ["remind me at 3pm to call mom, every 5 minutes until it's done", "11-17 15:00 insist 5"],
      ["remind me at 3pm to call mom and don't stop until I do it", "11-17 15:00 insist"],
      ["nag me every 5 minutes until I've called the bank", "11-17 10:05 insist 5"],
    ],
    not: [["每小时提醒我喝水直到17:00", "11-17 11:00 FREQ=HOURLY;UNTIL=20261117T170000"]],
  },
  when: (text: string) => insistIn(text),
  then: (_: string, said: SaidInsist) => said,
});

function insistIn(text: string): SaidInsist | undefined {
  return untilTask(text) ?? insistBeside(text);
}

/** What is to be done is named by the end alone: it is put where a reminder names it. */
function untilTask(text: string): SaidInsist | undefined {
  for (const { taskAsEnd, taskOf } of [lexicon.zh, lexicon.en]) {
    const match = taskAsEnd.exec(text);
    const { end = "", verb = "", object = "" } = match?.groups ?? {};
    if (match === null) continue;
    const task = taskOf(verb, object).padEnd(end.length);
    return {
      insist: { everyMinutes: minutesOf(match) },
      rest: asWait(keepOnce(text.replace(end, () => task))),
      apart: undefined,
      isOnlyImportant: false,
      isOnlyEnd: false,
    };
  }
  return undefined;
}

function insistBeside(text: string): SaidInsist | undefined {
  const important = firstMatch([lexicon.zh.saidImportant, lexicon.en.saidImportant], text);
  const plain = important === undefined ? text : blank(text, important);
  const end = firstMatch([lexicon.zh.insistEnd, lexicon.en.insistEnd], plain);
  const apart = firstMatch([...lexicon.zh.insistApart, ...lexicon.en.insistApart], plain);
  const marked = important === undefined ? {} : { important: true as const };
  if (end !== undefined || apart !== undefined) return readPattern(plain, { marked, end, apart });
  return important === undefined ? undefined : onlyImportant(plain);
}

const onlyImportant = (rest: string): SaidInsist => ({
  insist: { important: true, times: unaskedTimes },
  rest,
  apart: undefined,
  isOnlyImportant: true,
  isOnlyEnd: false,
});

function readPattern(
  text: string,
  {
    marked,
    end,
    apart,
  }: {
    readonly marked: Insisting;
    readonly end: RegExpExecArray | undefined;
    readonly apart: RegExpExecArray | undefined;
  },
): SaidInsist {
  const every = firstMatch([lexicon.zh.everyStep, lexicon.en.everyStep], apart?.[0] ?? text);
  const everyMinutes = every === undefined ? undefined : minutesOf(every);
  const bounded = readBounds(text, everyMinutes);
  return {
    insist: {
      ...marked,
      ...bounded.insist,
      ...(everyMinutes === undefined ? {} : { everyMinutes }),
    },
    rest: asWait(keepOnce(end === undefined ? bounded.text : blank(bounded.text, end))),
    apart: apart === undefined ? undefined : keepOnce(blank(bounded.text, apart)),
    isOnlyImportant: false,
    isOnlyEnd: apart === undefined && everyMinutes === undefined && keepOnce(text) === text,
  };
}

/** Without a pattern of the person's own an important reminder repeats a few times only. */
const unaskedTimes = 6;

const firstMatch = (patterns: readonly RegExp[], text: string): RegExpExecArray | undefined => {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return undefined;
};

const blank = (text: string, { index, 0: found }: RegExpExecArray): string =>
  text.slice(0, index) + " ".repeat(found.length) + text.slice(index + found.length);

/** "keep reminding me" asks for the same as "remind me". */
const keepOnce = (text: string): string =>
  text
    .replace(lexicon.en.keepsOn, (found) => "remind".padStart(found.length))
    .replace(lexicon.zh.keepsOn, (found) => " ".repeat(found.length));

/** The first time comes after one step. */
function asWait(text: string): string {
  for (const [pattern, wait] of [
    [lexicon.zh.everyStep, (minutes: number) => `${minutes}分钟后`],
    [lexicon.en.everyStep, (minutes: number) => `in ${minutes} minutes`],
  ] as const) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const { index, 0: found } = match;
    const words = wait(minutesOf(match)).padEnd(found.length);
    return text.slice(0, index) + words + text.slice(index + found.length);
  }
  return text;
}

/** What else ends it: a count, a length of time or a clock time. */
function readBounds(
  text: string,
  everyMinutes = 10,
): { readonly insist: Insisting; readonly text: string } {
  const most = firstMatch([lexicon.zh.atMost, lexicon.en.atMost], text);
  if (most !== undefined)
    return { insist: { times: countOf(most.groups?.["times"] ?? "") }, text: blank(text, most) };
  const length = firstMatch([lexicon.zh.forLength, lexicon.en.forLength], text);
  if (length !== undefined) {
    const times = Math.max(1, Math.floor(minutesOf(length) / everyMinutes));
    return { insist: { times }, text: blank(text, length) };
  }
  const latest = firstMatch([lexicon.zh.atLatest, lexicon.en.atLatest], text);
  return latest === undefined
    ? { insist: {}, text }
    : { insist: { until: clockIn(latest) }, text: blank(text, latest) };
}

function clockIn({ groups = {} }: RegExpExecArray): string {
  const hour = Number(groups["hour"] ?? 0);
  const isLate = lexicon.both.laterHalf.test(groups["half"]?.toLowerCase() ?? "");
  const minute = groups["minute"] === lexicon.zh.halfPast ? 30 : Number(groups["minute"] ?? 0);
  const full = isLate && hour < 12 ? hour + 12 : hour % 24;
  return `${String(full).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

const countOf = (said: string): number => enNumberOf(said) || numberOf(said);

const parts: Readonly<Record<string, number>> = {
  半: 0.5,
  half: 0.5,
  "half a": 0.5,
  "half an": 0.5,
  "quarter of an": 0.25,
  "couple of": 2,
  a: 1,
  an: 1,
};

function minutesOf({ groups = {} }: RegExpExecArray): number {
  const said = groups["count"]?.toLowerCase().trim() ?? "";
  const unit = groups["unit"]?.toLowerCase() ?? "";
  const count = said === "" ? 1 : (parts[said] ?? countOf(said));
  const length = lexicon.both.hourUnit.test(unit) ? 60 : lexicon.zh.quarterUnit.test(unit) ? 15 : 1;
  return Math.max(1, Math.round(count * length));
}

/** A series that comes several times a day stays one where only its importance was spoken of. */
const isIntraday = ({ rrule }: Item): boolean =>
  rrule !== null && lexicon.both.manyADay.test(rrule);

const withInsistence = (item: Item, { insist, isOnlyImportant }: SaidInsist): Item =>
  isOnlyImportant && isIntraday(item) ? item : { ...item, insist };

interface Said {
  readonly reading: Reading;
  readonly result: Interpretation;
  readonly said: SaidInsist;
}

/** Directly behind a reminder, and without a name or a time of its own, it is said of that one. */
export const insistChange = defineRule({
  name: "insist-change",
  stage: "intend",
  examples: {
    zh: [["一直提醒我直到我说完成", "update dentist 11-19 15:00 insist"]],
    en: [["keep reminding me until I say done", "update dentist 11-19 15:00 insist"]],
    not: [["每10分钟提醒我喝水直到我说完成", "snooze 喝水 11-17 10:10 insist 10"]],
  },
  when: ({ reading, result, said }: Said) =>
    !said.isOnlyImportant &&
    reading.context.previous?.isNext === true &&
    isNameless(result) &&
    topicOf(reading),
  then: ({ said }: Said, target: Target): Outcome | undefined => {
    const { reminder } = target;
    if (target.with !== undefined || reminder.start === null) return undefined;
    const item = stateOf(target, { start: wallOf(reminder.start) });
    const { insist } = said;
    return toInterpretation({
      intent: "update",
      items: [{ ...item, insist }],
      ...nameTarget(target),
    });
  },
});

/** It asks for a reminder of nothing, or for one without a time. */
const isNameless = ({ intent, items, reasons }: Interpretation): boolean =>
  intent === "create"
    ? items.length === 1 && items[0]?.title.trim() === ""
    : intent === "clarify" && reasons[0] === "no_time";

/** The result with its items repeating. */
export const insisting = (result: Interpretation, said: SaidInsist): Interpretation => ({
  ...result,
  items: result.items.map((item) => withInsistence(item, said)),
});

/** The repeats shall end, though it is not done. */
export const wantsNoRepeats = (text: string): boolean =>
  text.length <= longestRequest && lexicon.both.stopsRepeats.test(text);

const longestRequest = 60;
