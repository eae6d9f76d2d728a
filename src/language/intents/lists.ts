import { done, type Outcome } from "./cancel.ts";
import { cueIn, freeCue, listCue } from "../lexicon/cues.ts";
import { isElsewhere } from "../lexicon/other-domains.ts";
import { ownQuestion, questionWords } from "../lexicon/own-questions.ts";
import { resolveDay } from "../calendar/dates.ts";
import { mentionsOf } from "./friends.ts";
import { isTimed } from "../times/timed.ts";
import type { Reading } from "../reading.ts";
import { overlap } from "../text/stems.ts";
import { findTargetName, isSimilar } from "../dialogue/targets.ts";
import { civil, type Day, dayOf, minuteMs, wallAt, wallText } from "../calendar/wall.ts";
import type { Period } from "../times/atoms.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";
import type { Span } from "../text/titles.ts";

/** Questions about one's own reminders. */
export function parseList(reading: Reading): Outcome | undefined {
  const { prepared } = reading;
  const cue =
    cueIn(reading, ownQuestion[prepared.language]) ??
    cueIn(reading, listCue[prepared.language]) ??
    cueIn(reading, companyCue[prepared.language]);
  // "明天的安排是8点起床，提醒我": a statement, followed by a request.
  if (
    cue !== undefined &&
    isRequest(reading) &&
    !/[?？吗呢]|什么|哪些|啥|几|\bwhat\b|\bwhen\b/.test(prepared.text)
  )
    return undefined;
  const isKnown = isAboutKnown(reading);
  if (!isKnown && (cue === undefined || isElsewhere(prepared.text, prepared.language)))
    return undefined;
  const keyword = keywordOf(reading, cue);
  return done({ intent: "list", ...rangeOf(reading), ...(keyword === "" ? {} : { keyword }) });
}

/** What the question is about, beyond the words of asking. */
function keywordOf(reading: Reading, cue: Span | undefined): string {
  const { language } = reading.prepared;
  const named = findTargetName(reading, cue === undefined ? [] : [cue]);
  const rest = named.replaceAll(questionWords[language], " ").replaceAll(/\s+/g, " ").trim();
  // A single character is a remnant.
  return rest.length < 2 ? "" : language === "zh" ? named.replaceAll(questionWords.zh, "") : rest;
}

/** What one has on with others. */
const companyCue = {
  zh: /(?:有|还有)?(?:哪些|什么|啥|几个)(?:邀?约)(?!会|定|束|莫|等|见)|和(?:谁|哪些人|哪位)[^,，。]{0,6}(?:有约|约了|有安排)|[跟和与同][^,，。]{1,8}?(?:有|约了)(?:什么|哪些|啥)(?:事|安排|约|会|活动|计划|行程|(?=[吗呢啊呀?？]*$))|我.{0,4}有约吗/,
  en: /\b(?:who|whom) (?:am i|do i) (?:meet(?:ing)?|see(?:ing)?|have)\b|\bwhat .{0,20}\b(?:planned|arranged|set up|on) with\b|\bmy plans with\b/,
} as const;

const isRequest = ({ triggers, phrases }: Reading): boolean =>
  triggers.some(({ whom }) => whom === "me") && phrases.some(isTimed);

/** "跑步是几点": a question that names something we keep. */
function isAboutKnown({ prepared, context, triggers }: Reading): boolean {
  if (triggers.some(({ whom }) => whom !== "other")) return false;
  const isQuestion =
    prepared.language === "zh"
      ? /几点|几号|几月|星期几|周几|礼拜几|什么时候|啥时候|何时|哪一?天|多久/
      : /\bwhen\b|\bwhat (?:time|day|date)\b|\bdid (?:i|you)\b|\bdo i have\b|\bis there\b/;
  return (
    isQuestion.test(prepared.text) &&
    [...(context.reminders ?? []), ...(context.shared ?? [])].some(({ title }) =>
      prepared.language === "en"
        ? overlap(prepared.text, title) >= 0.5
        : isSimilar(prepared.text, title, "zh"),
    )
  );
}

/** Whether a friend has time. Never what the friend does. */
export function availability(reading: Reading): Outcome | undefined {
  const { prepared, context, triggers } = reading;
  const cue = cueIn(reading, freeCue[prepared.language]);
  if (cue === undefined || triggers.some(({ whom, end }) => whom === "me" && end <= cue.at))
    return undefined;
  const mentions = mentionsOf(prepared, context.friends ?? [], true);
  if (mentions.some(({ names }) => names.length > 1)) return refuse("friend_ambiguous");
  if (mentions.length > 0)
    return isQuestion(reading)
      ? done({
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
    ? !/我.{0,6}有空.{0,6}(?:提醒|叫)|有空(?:再|就|的话)/.test(prepared.text)
    : /\?|^\s*(?:is|are|when|does|do|what|can|could|check|see|find|will|how|hey)\b|\b(?:check|see|find out|tell me|know) (?:if|when|whether)\b/.test(
        prepared.text,
      );

/** The question is about a person who is not in the list of friends. */
function isAboutStranger({ prepared }: Reading, cue: string): boolean {
  const { text, language } = prepared;
  if (language === "en") {
    const [, who] =
      /\b(?:is|are|does|when is|when's|if|whether)\s+([a-z]+)\b.{0,30}\b(?:free|available|busy|have (?:any )?time)\b/.exec(
        text,
      ) ?? [];
    return (
      who !== undefined &&
      !/^(?:i|you|it|he|she|they|we|there|the|this|that|anyone|everyone|my|your|a|any)$/.test(who)
    );
  }
  const [, who] =
    /^(?:帮我|请|麻烦|你)?(?:看看|看一?下|查一?下|问问|问一?下)?(?:一下)?([\u4e00-\u9fff]{1,4}?)(?:今|明|后|大后|周|星期|下|这|最近|什么时候|有没有|有空|有时间|方便|忙|在|早|晚|上午|中午|\d)/.exec(
      text,
    ) ?? [];
  return (
    who !== undefined &&
    !/我|你|咱|大家|有人|谁|今|明|后|周|下|什么|哪|早|晚|这|那|[看查问]|日历|行事历|日程|行程|课表/.test(
      who,
    ) &&
    /空|忙|时间|方便/.test(cue)
  );
}

/** The day, week or span that a question is about. */
export function rangeOf({ phrases, prepared, now }: Reading): {
  range?: { start: string; end: string };
} {
  const today = dayOf(now);
  const monday = today - (civil(today).weekday - 1);
  const { text } = prepared;
  if (/下个?(?:周|星期|礼拜)(?![一二三四五六日天])|next week/.test(text))
    return between(monday + 7, monday + 14);
  if (/[这本]个?(?:周|星期|礼拜)(?![一二三四五六日天])|this week/.test(text))
    return between(monday, monday + 7);
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
