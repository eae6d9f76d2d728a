import { isReminding, type Said, tagAfter } from "./said.ts";

/** Whether a message wishes that everything is forgotten. */
export function isForgetAll(said: Said): boolean {
  const { has } = said;
  if (!isForgetting(said) || has("stop", "start", "that", "what", "show")) return false;
  const isOfSaid = has("said") && (has("all") || !has("forget"));
  return (
    has("me", "known", "memory") || isOfSaid || isObject(said) || (has("all") && has("forget"))
  );
}

/** “忘掉我” is asked for; “我忘了” says that the person has forgotten. */
const isObject = ({ pieces }: Said): boolean =>
  pieces.some(({ tag }, at) => tag === "i" && pieces[at - 1]?.tag === "forget");

const isForgetting = (said: Said): boolean =>
  said.has("forget", "delete") && !isReminding(said) && !isTold(said);

/** A Chinese sentence that tells of forgetting, and asks for none. */
function isTold(said: Said): boolean {
  const { isChinese, pieces, text } = said;
  if (!isChinese) return false;
  const bySpeaker = pieces.some(({ tag }, at) => {
    const next = tagAfter(said, at);
    return tag === "i" && (next === "forget" || next === "delete");
  });
  return bySpeaker || (/忘了|删了|清了/u.test(text) && !/把|将|吧|请|你|麻烦/u.test(text));
}

const places: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  last: -1,
  latest: -1,
  previous: -1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  最: -1,
  上: -1,
  前: -1,
};
const ordinal = /\d+|[最上前一二两三四五六七八九十]|[a-z]+(?= [a-z]+$)|[a-z]+$/iu;

/**
 * A wish to forget what was said or shown last: a place in the list, from 1 on, with -1 as its end;
 * null for what was said last; undefined for other messages.
 */
export function readShown(said: Said): number | null | undefined {
  const { has, pieces } = said;
  const isWish = isForgetting(said) || (has("not", "stop") && has("remember", "store"));
  if (!isWish || has("what", "show", "all", "me", "known", "memory", "here", "from now on"))
    return undefined;
  const place = pieces.find(({ tag }) => tag === "nth")?.text.replace(/^the /iu, "");
  if (place === undefined || has("said")) return has("that", "said") ? null : undefined;
  const word = ordinal.exec(place)?.[0].toLowerCase() ?? "";
  return places[word] ?? Number(word);
}
