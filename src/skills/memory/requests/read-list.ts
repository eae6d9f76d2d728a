import type { Said } from "./said.ts";

/** Whether it is asked for what is kept: to see it, or whether there is anything. */
export const isAskingForKept = (said: Said): boolean =>
  !said.has("not", "forget", "delete", "stop") &&
  isQuestion(said) &&
  (said.isChinese ? isOfKeptInChinese(said) : isOfKept(said));

const isQuestion = ({ has, pieces, isChinese, text }: Said): boolean =>
  has("what", "show") ||
  pieces[0]?.tag === "all" ||
  pieces.some(({ tag, text: words }) => tag === "known" && /^(?:do|did|have)\b/iu.test(words)) ||
  (isChinese && /吗[？?]*$/u.test(text));

const isOfKept = ({ has }: Said): boolean =>
  has("known", "memory") ||
  (has("has") && has("me")) ||
  (has("said") && has("other", "me")) ||
  // “What can you tell me about my daughter?”
  (has("what") && has("show") && has("other"));

const isOfKeptInChinese = ({ has, text }: Said): boolean =>
  has("known", "memory", "said") ||
  (has("has") && has("me")) ||
  (has("remember", "store") && has("what", "me")) ||
  // “你还记得小山吗”：可能说起过的人。
  (has("remember") && has("other") && !/我|提醒/u.test(text));

export const isList = (said: Said): boolean =>
  isAskingForKept(said) && !said.has("turn") && said.has("what", "show", "memory", "me", "i");

/** What is asked about, where a message names it. */
export const findAbout = (said: Said): string | undefined =>
  said.isChinese ? findChineseAbout(said) : findEnglishAbout(said);

/** Behind “about”; otherwise only what is the speaker's own: “do you know where I live”. */
function findEnglishAbout({ text, pieces }: Said): string | undefined {
  const first = pieces.findIndex(({ tag }) => tag === "other");
  const last = pieces.findLast(({ tag }) => tag === "other");
  if (last === undefined) return undefined;
  const mark = pieces.findLastIndex(({ tag }, at) => tag === "about" && at < first);
  const from = pieces[mark >= 0 ? mark + 1 : first]?.from ?? 0;
  const about = text.slice(from, last.from + last.text.length);
  const isOwn =
    /\b(?:my|our)\s*$/iu.test(text.slice(0, from)) || /\b(?:my|our|i|i'm|we)\b/iu.test(about);
  // A name may be that of a person they spoke of.
  return mark >= 0 || isOwn || /^\p{Lu}/u.test(about) ? about : undefined;
}

/** “你知道法国大革命吗” 问的不是我。 */
function findChineseAbout({ text, pieces }: Said): string | undefined {
  const first = pieces.findIndex(({ tag }) => tag === "other");
  const last = pieces.findLast(({ tag }) => tag === "other");
  if (last === undefined || !/什么|啥|哪|多少|我|记得/u.test(text)) return undefined;
  const before = pieces[first - 1];
  const isOwn = before !== undefined && /^我的?$/u.test(before.text);
  const from = (isOwn ? before : pieces[first])?.from ?? 0;
  return text.slice(from, last.from + last.text.length);
}
