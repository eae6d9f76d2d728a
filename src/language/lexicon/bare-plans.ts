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

/** Whether a text, blank where its times stood, is a plan that is only named, and not a report. */
export function planNamedIn(rest: string, language: Language): NamedPlan | undefined {
  const { leftOver, mostWords, plans, told, own, ownPlans, usual } = lexicon[language];
  const lead = own.exec(rest);
  const said = lead === null ? rest : rest.slice(lead[0].length);
  const plain = said
    .replaceAll(/[\s,.!。，！:：-]+/gu, " ")
    .replaceAll(leftOver, "")
    .trim();
  const length = language === "en" ? plain.split(" ").length : Array.from(plain).length;
  const isPlan =
    length <= mostWords &&
    (plans.test(plain) || (lead !== null && ownPlans.test(plain))) &&
    !told.test(said) &&
    !(lead !== null && usual.test(plain)) &&
    !lexicon.en.orders.test(said) &&
    !hasForeignThing(said, language);
  if (!isPlan) return undefined;
  return { own: lead === null ? undefined : { at: lead.index, end: lead[0].length } };
}
