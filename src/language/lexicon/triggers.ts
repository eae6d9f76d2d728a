import type { Language } from "../../domain/language.ts";
import type { Watch } from "../rule.ts";
import type { Prepared } from "../text/prepare.ts";
import { filing as enFiling } from "./en/calendar.ts";
import * as en from "./en/triggers.ts";
import type { Trigger, TriggerRule } from "./trigger.ts";
import { wordsOf } from "./words.ts";
import { filing as zhFiling, sureFiling } from "./zh/calendar.ts";
import * as zh from "./zh/triggers.ts";

const lexicon = wordsOf(zh, en);

/** In the order in which they claim a place: "加到日历里" is surer than the words within it. */
export const triggerRules: Readonly<Record<Language, readonly TriggerRule[]>> = {
  zh: [...sureFiling, ...lexicon.zh.reminding, ...zhFiling],
  en: [...lexicon.en.reminding, ...enFiling, lexicon.en.askedBesideTime],
};

export function triggersOf({ text, language }: Prepared, observe?: Watch["observe"]): Trigger[] {
  const found: Trigger[] = [];
  for (const { apply, stage, name } of triggerRules[language]) {
    const triggers = apply(text);
    if (triggers === undefined) continue;
    observe?.({ stage, rule: name, on: text, out: triggers });
    for (const trigger of triggers)
      if (!found.some(({ at, end }) => at < trigger.end && trigger.at < end)) found.push(trigger);
  }
  const sorted = joinTriggers(
    text,
    found.toSorted((a, b) => a.at - b.at),
  );
  return sorted.filter(
    (trigger, index) => index === 0 || isNewRequest(text, sorted[index - 1], trigger),
  );
}

/** "帮我记着，到点叫我": said twice, asked once. */
const joinTriggers = (text: string, sorted: readonly Trigger[]): Trigger[] =>
  sorted.reduce<Trigger[]>((found, trigger) => {
    const last = found.at(-1);
    const repeats =
      last !== undefined &&
      last.whom === trigger.whom &&
      lexicon.zh.betweenTriggers.test(text.slice(last.end, trigger.at));
    return repeats ? [...found.slice(0, -1), { ...last, end: trigger.end }] : [...found, trigger];
  }, []);
/**
 * Behind another one in the same clause it is content ("remind me to call me back"), unless a time
 * stands between them.
 */
const isNewRequest = (text: string, before: Trigger | undefined, trigger: Trigger): boolean =>
  before === undefined ||
  opensAnew.test(
    text.slice(before.end, trigger.at).replaceAll(lexicon.en.plainWords, "").trimEnd(),
  );
const opensAnew = /[,，。!！?？;；\n\s点半分后]|\d/;

/** Words that make a bare hour one of the morning. */
export const isWakeUp = (text: string): boolean => lexicon.both.wakesUp.test(text);
