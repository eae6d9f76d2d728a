import { findRelated } from "../../../recall/related-words.ts";
import { listTerms } from "../../../recall/tokens.ts";
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

/**
 * The memories that have more than half of what is asked for, in its words or related ones. Those
 * with the most come alone: “my daughter's name” is not answered by the name of the dog.
 */
export function findAnswers(all: readonly MemoryRow[], question: string): readonly MemoryRow[] {
  const terms = [...new Set(listTerms(question))];
  const words = terms.filter((term) => Array.from(term).length > 1);
  const asked = words.length > 0 ? words : terms;
  const scored = all.map((memory) => ({ memory, share: shareIn(memory, asked) }));
  const best = Math.max(0, ...scored.map(({ share }) => share));
  return best <= 0.5
    ? []
    : scored.filter(({ share }) => share === best).map(({ memory }) => memory);
}

function shareIn({ words, topic }: MemoryRow, asked: readonly string[]): number {
  const there = new Set(listTerms(`${words} ${topic ?? ""}`));
  const isThere = (term: string): boolean =>
    there.has(term) || findRelated(term).some((other) => there.has(other));
  return asked.filter(isThere).length / asked.length;
}
