import { clauseAt } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import * as en from "./en/removals.ts";
import type { Trigger } from "./trigger.ts";
import { wordsOf } from "./words.ts";
import * as zh from "./zh/removals.ts";

const lexicon = wordsOf(zh, en);

/** A verb that takes something away never makes it: "disable alarm for three pm". */
export function isRemoval({ prepared, clauses }: Reading, trigger: Trigger): boolean {
  const clause = clauseAt(clauses, trigger.at);
  const words = prepared.text.slice(trigger.at, trigger.end);
  if (clause === undefined || lexicon.both.forMe.test(words)) return false;
  return prepared.language === "zh"
    ? trigger.noun === true && lexicon.zh.removing.test(clause.text)
    : lexicon.en.removing.test(prepared.text.slice(clause.at, trigger.at));
}
