import type { Clause } from "./clause.ts";
import { numberOf } from "./numerals.ts";
import type { Prepared } from "./prepare.ts";
import { splitRunOn } from "./run-on.ts";

export type { Clause } from "./clause.ts";

const marks: Readonly<Record<Prepared["language"], RegExp>> = {
  // Between two Chinese words a space is a comma.
  // So it is behind a particle, where a wish or a time begins.
  zh: /(?=所以|因此)|(?<=[啊呢呀哦啦嘛哎])(?=你|您|就是|那个|明天|今天|后天|今晚|明早|每|过|再过|帮我|麻烦|记得|\d+\s*(?:[点分个天周号月:]|小时))|(?<=^|\s)[(（]?\d{1,2}[)）]\s*|(?<=^|\n)\s*(?:\d{1,2}[.、]\s*(?=\D|\d{1,2}[:点])|[-*•·]\s*)|[①②③④⑤⑥⑦⑧⑨]|[,，。!！?？;；\n~～…]+|(?<=[\u3400-\u9fff半])\s+(?=[\u3400-\u9fff\w])|(?<=\w)\s+(?=[\u3400-\u9fff])|(?<=(?<![a-z\d])\d{1,9})\s+(?=[a-z])|(?<=[a-z])\s+(?=\d+\s*(?:[分个点号月:]|小时|min|h))|\.(?!\d)/g,
  // "…so wake me at 6": the wish is a clause of its own.
  en: /[,;!?\n]+|(?<=\w{2})(?<!\b(?:to|please|not|and|or|can|could|you|just|then|so|don't|will|would|should|must|me|us|i|we|they|he|she|it))\s+(?=(?:please\s+|so\s+|just\s+)*(?:remove|delete|cancel|erase|scrap) (?:it|that|them|this)\b)|(?<=\b(?:scratch|cancel|forget|strike|ignore) (?:that|it|this)|\bnever ?mind)\s+(?=(?:make|set|move|change|push|let's|put|remind|add)\b)|(?<=\b(?:reminders?|alarms?|one|appointment|meeting|event|class))\s+(?=(?:i'm|we're|it's|he's|she's|they're|they've|(?:my|the|our) \w+(?:'s| is| are))\b(?! (?:set|made|on|in|at)\b))|(?<=^|\s)\(?\d{1,2}\)\s+|(?<=^|\n)\s*(?:\d{1,2}\.|[-*•])\s+|\s+(?:so|and|but|then|anyways?|anyhow|btw)\s+(?=(?:please\s+|pls\s+|can\s+you\s+|could\s+you\s+)?(?:remind|wake|ping|nudge|alert)\s+(?:me|us)(?:\s+up)?\s+(?:at|to|in|on|about|every|tomorrow|tonight|by|next|this|\w+day)\b)|\s+so\s+(?=(?:every|each|on|at|tomorrow|tonight|this|next|\w+day)\b(?:\s+[\w:']+){0,6}\s+(?:remind|wake|ping|nudge|alert)\s+(?:me|us)\b)|\.(?=\s|$)|\s[-–]\s(?=[a-z])/g,
};

/**
 * Gates look at one clause at a time: a complaint in one does not silence the request in the next.
 */
export function clausesOf({ text, language }: Prepared): Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  for (const mark of text.matchAll(marks[language])) {
    if (mark.index > at) clauses.push({ at, end: mark.index, text: text.slice(at, mark.index) });
    at = mark.index + mark[0].length;
  }
  if (at < text.length) clauses.push({ at, end: text.length, text: text.slice(at) });
  const parted = clauses.flatMap(language === "en" ? splitRunOn : splitOwnTime);
  return parted.filter(({ text: words }) => words.trim() !== "");
}

const hour = String.raw`(?:\d{1,2}|[零一二两三四五六七八九十]{1,3})(?:点|:\d\d)`;
const ownHour = String.raw`(?:早上|上午|中午|下午|傍晚|晚上|夜里|凌晨|[早晚])?${hour}(?:半|整|钟|[一二三]刻|[零一二三四五六七八九十\d]{1,3}分?)?`;
const wish = String.raw`(?:再|就|准时|左右|记得|请)*(?:提醒|叫|喊|通知|告诉)我`;
const asksAtHour = new RegExp(
  String.raw`(?<=${hour}.*[^\d点半刻分整钟前后零一二两三四五六七八九十、和跟与及或有至每天今明早晚上下午的])(?=${ownHour}${wish}(?!.*${hour}))`,
);
/** "客人六点到五点半": no stretch of time ends before it begins. */
const fromTo = new RegExp(String.raw`(?<from>${hour})[^点]{0,4}到$`);

/** "水管工九点来八点半提醒我": a time that stands right before the wish is the wish's, without a comma as well. */
function splitOwnTime(clause: Clause): Clause[] {
  const found = asksAtHour.exec(clause.text);
  if (found === null) return [clause];
  const before = clause.text.slice(0, found.index);
  const from = fromTo.exec(before)?.groups?.["from"];
  if (before.endsWith("到") && !isEarlier(clause.text.slice(found.index), from)) return [clause];
  const at = clause.at + found.index;
  return [
    { at: clause.at, end: at, text: before },
    { at, end: clause.end, text: clause.text.slice(found.index) },
  ];
}

const hourIn = (words: string): number =>
  numberOf(/\d+|[零一二两三四五六七八九十]+/.exec(words)?.[0] ?? "");

const isEarlier = (wishes: string, from: string | undefined): boolean =>
  from !== undefined && hourIn(wishes) < hourIn(from) && hourIn(wishes) >= hourIn(from) - 3;

/** Whether that begins in it. */
export const isInClause = ({ at, end }: Clause, { at: place }: { readonly at: number }): boolean =>
  at <= place && place < end;

export const clauseAt = (clauses: readonly Clause[], at: number): Clause | undefined =>
  clauses.find((clause) => isInClause(clause, { at }));

const sentenceEnds = /[。！!？?\n;；]+|\.(?=\s|$)/g;

/** From the end of the sentence before to the end of its own. */
export function sentenceAround(
  text: string,
  at: number,
  end: number,
): { readonly at: number; readonly end: number } {
  const marks = Array.from(text.matchAll(sentenceEnds), ({ index, 0: mark }) => ({
    at: index,
    end: index + mark.length,
  }));
  return {
    at: marks.findLast((mark) => mark.end <= at)?.end ?? 0,
    end: marks.find((mark) => mark.at >= end)?.at ?? text.length,
  };
}
