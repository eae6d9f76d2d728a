import type { Language } from "../../domain/language.ts";
import * as en from "./en/bare-plans.ts";
import { hasForeignThing } from "./other-domains.ts";
import { wordsOf } from "./words.ts";
import * as zh from "./zh/bare-plans.ts";

const lexicon = wordsOf(zh, en);

/** Whether a text without its times is a plan that is only named, and not a report. */
export function isPlanAlone(rest: string, language: Language): boolean {
  const { leftOver, mostWords, plans, told } = lexicon[language];
  const plain = rest
    .replaceAll(/[\s,.!。，！:：-]+/gu, " ")
    .replaceAll(leftOver, "")
    .trim();
  const length = language === "en" ? plain.split(" ").length : Array.from(plain).length;
  return (
    length <= mostWords &&
    plans.test(plain) &&
    !told.test(rest) &&
    !lexicon.en.orders.test(rest) &&
    !hasForeignThing(rest, language)
  );
}
