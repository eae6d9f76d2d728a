import type { Language } from "../../domain/language.ts";
import type { Clause } from "../text/clauses.ts";
import type { Refusal } from "../dialogue/reasons.ts";
import { decide, type Watch } from "../rule.ts";
import * as en from "./en/conditions.ts";
import { gates as enGates } from "./en/gates.ts";
import type { Gate } from "./gate.ts";
import { wordsOf } from "./words.ts";
import * as zh from "./zh/conditions.ts";
import { gates as zhGates } from "./zh/gates.ts";

const lexicon = wordsOf(zh, en);

export const gates: Readonly<Record<Language, readonly Gate[]>> = { zh: zhGates, en: enGates };

/** The reason why this clause asks for nothing, by the first gate that it meets. */
export const gateOf = (
  clause: Clause,
  language: Language,
  observe?: Watch["observe"],
): Refusal | undefined => decide(gates[language], clause, { observe });

/** "不管下不下": it depends on nothing after all. */
export const isAnyway = ({ text }: Clause): boolean => lexicon.both.anyway.test(text);

/** A wish that depends on something other than time. */
export const isCondition = ({ text }: Clause, language: Language): boolean =>
  language === "zh"
    ? lexicon.zh.condition.test(text) && !lexicon.zh.politeCondition.test(text)
    : lexicon.en.condition.test(text) || lexicon.en.trailingCondition.test(text);
