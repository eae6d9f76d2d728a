import { findRelated } from "../../../recall/related-words.ts";
import { listTerms } from "../../../recall/tokens.ts";
import { isOfKind, readAskedKind } from "../kinds/kind.ts";
import type { MemoryRow } from "../witness.ts";

const english =
  /^(?:(?:and|so|hey|ok|okay|but),? )?(?:do you (?:still )?(?:know|remember) )?(?:what|where|when|who|which|how (?:old|tall|many|long))(?:'s|'re)?\b(?!.*\b(?:should|can(?!'t)|could|would|did i do|have i done|do i do|remind)\b).*\b(?:i|my|me|our|we)\b/iu;
const chinese =
  /^(?!.*(?:提醒|安排|应该|怎么办|干嘛|干什么|干了|做了|可以))[^，,。]*我[^，,。]*(?:什么|哪|谁|几|多少|多大|多高|啥)/u;
const longest = 80;

/** “Where do I live?”: the person asks for something that they may have said about themselves. */
export const isQuestionAboutSelf = (text: string): boolean => {
  const said = text.replaceAll("’", "'").trim();
  return said.length <= longest && (english.test(said) || chinese.test(said));
};

/** “What's the boiler code?”: of something that the person may have spoken of, too. */
const ofThing =
  /^(?:(?:and|so|hey|ok|okay|but),? )?(?:what|where|when|who)(?:'s|'re| is| are| was)\b|^[^，,。]{2,30}(?:是(?:什么|多少|谁|哪[个天里年]|几[号点])|在哪[里儿]?|叫什么)/iu;
const isQuestionOfThing = (text: string): boolean => {
  const said = text.replaceAll("’", "'").trim();
  return said.length <= longest && ofThing.test(said);
};

export const isQuestionAboutKnown = (text: string): boolean =>
  isQuestionAboutSelf(text) || isQuestionOfThing(text);

/** “Where do I live”, not “where will I live” and not “where did I live before”. */
const isOfPresent = (question: string): boolean =>
  !/\b(?:will|did|was|were|before|next|last|ago|going to|used to)\b|以前|之前|曾经|将来|以后|打算|[要过了]/iu.test(
    question,
  );

/** Words that ask for what is true now, as every question does. */
const asksNow =
  /\b(?:now|right now|still|currently|again|actually|exactly|these days|nowadays|at the moment)\b|现在|目前|如今|到底/giu;

/**
 * The facts of the kind that is asked for, in whichever language they were said. Of several, those
 * whose words fit.
 */
export function findAnswers(all: readonly MemoryRow[], question: string): readonly MemoryRow[] {
  const asked = readAskedKind(question);
  const byWords = findByWords(all, question);
  if (asked === undefined) return byWords;
  const ofKind = all.filter(({ form, words }) => form === "fact" && isOfKind(words, asked));
  const both = ofKind.filter((memory) => byWords.includes(memory));
  return both.length > 0 ? both : ofKind.length > 0 ? ofKind : byWords;
}

/**
 * The memories that have more than half of what is asked for, in its words or related ones. Those
 * with the most come alone: “my daughter's name” is not answered by the name of the dog.
 * A question that does not speak of the person is answered only where all of it is there.
 */
function findByWords(all: readonly MemoryRow[], question: string): readonly MemoryRow[] {
  const terms = [...new Set(listTerms(question.replace(asksNow, " ")))];
  const words = terms.filter((term) => Array.from(term).length > 1);
  const asked = words.length > 0 ? words : terms;
  const scored = all.map((memory) => ({ memory, share: shareIn(memory, asked) }));
  const best = Math.max(0, ...scored.map(({ share }) => share));
  const isEnough = isQuestionAboutSelf(question) ? best > 0.5 : best === 1 && asked.length > 1;
  if (!isEnough) return [];
  const found = scored.filter(({ share }) => share === best).map(({ memory }) => memory);
  // What is so at present has a topic; what will be has none.
  const present = found.filter(({ topic }) => topic !== null);
  return isOfPresent(question) && present.length > 0 ? present : found;
}

function shareIn({ words, topic }: MemoryRow, asked: readonly string[]): number {
  const there = new Set(listTerms(`${words} ${topic ?? ""}`));
  const isThere = (term: string): boolean =>
    there.has(term) || findRelated(term).some((other) => there.has(other));
  return asked.filter(isThere).length / asked.length;
}
