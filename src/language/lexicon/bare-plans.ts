import type { Language } from "../../domain/language.ts";
import * as en from "./en/bare-plans.ts";
import type { Span } from "../text/titles.ts";
import { hasForeignThing } from "./other-domains.ts";
import { wordsOf } from "./words.ts";
import * as zh from "./zh/bare-plans.ts";

const lexicon = wordsOf(zh, en);

/** A plan that is only named, and where the words stand that say whose it is: "I have", "我". */
export interface NamedPlan {
  readonly own: Span | undefined;
}

/** The plan in a text that is blank where its times stood, if it only names one and reports nothing. */
export function planNamedIn(rest: string, language: Language): NamedPlan | undefined {
  const lead = lexicon[language].own.exec(rest);
  const said = lead === null ? rest : rest.slice(lead[0].length);
  if (!isPlan(said, language, lead !== null)) return undefined;
  return { own: lead === null ? undefined : { at: lead.index, end: lead[0].length } };
}

function isPlan(said: string, language: Language, isOwn: boolean): boolean {
  const { leftOver, mostWords, plans, told, ownPlans, usual } = lexicon[language];
  const plain = said
    .replaceAll(/[\s,.!。，！:：-]+/gu, " ")
    .replaceAll(leftOver, "")
    .trim();
  const length = language === "en" ? plain.split(" ").length : Array.from(plain).length;
  const kinds = isOwn ? [plans, ownPlans] : [plans];
  return (
    length <= mostWords &&
    kinds.some((kind) => kind.test(plain)) &&
    !(isOwn && usual.test(plain)) &&
    !told.test(said) &&
    !lexicon.en.orders.test(said) &&
    !hasForeignThing(said, language)
  );
}
