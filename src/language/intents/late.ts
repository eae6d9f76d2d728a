import { toInterpretation, type Outcome } from "./outcome.ts";
import { stateOf } from "./moved.ts";
import type { Reading } from "../reading.ts";
import type { Item } from "../request.ts";
import { nameTarget, findTargetName, targetOf } from "../dialogue/targets.ts";
import { wallOf } from "../calendar/wall.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";
import * as en from "../lexicon/en/late.ts";
import { defineRule } from "../rule.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zh from "../lexicon/zh/late.ts";

const lexicon = wordsOf(zh, en);

/** What is to become of a reminder whose moment has passed unsaid. */
export interface SaidLate {
  readonly late: NonNullable<Item["late"]>;
  /** The rest of the message; as long as it was, so that places stay the same. */
  readonly rest: string;
  /** It speaks of reminding, and not of whatever else one can be late for. */
  readonly isPlain: boolean;
}

/** What is said of lateness is not part of the wish itself. */
export const lateClause = defineRule({
  name: "late-clause",
  stage: "segment",
  examples: {
    zh: [
      ["明天8点提醒我跑步，如果错过了就不用提醒了", "11-18 08:00"],
      ["明天8点提醒我跑步，即使晚了也要提醒我", "11-18 08:00"],
    ],
    en: [["remind me tomorrow at 8am to run, skip it if you're late", "11-18 08:00"]],
    not: [["怎么错过了就不提醒了", "target_not_found"]],
  },
  when: (text: string) => !lexicon.both.asks.test(text) && lateIn(text),
  then: (_: string, late: SaidLate) => late,
});

function lateIn(text: string): SaidLate | undefined {
  for (const [late, regex] of [...lexicon.zh.lateForms, ...lexicon.en.lateForms]) {
    const match = regex.exec(text);
    if (match === null) continue;
    const end = match.index + match[0].length;
    return {
      late,
      rest: text.slice(0, match.index) + " ".repeat(match[0].length) + text.slice(end),
      isPlain: lexicon.both.speaksOfReminding.test(match[0]),
    };
  }
  return undefined;
}

/**
 * With nothing else asked for, it is said of what exists: the one that is named, or the one that
 * was spoken of.
 */
export const lateChange = defineRule({
  name: "late-change",
  stage: "intend",
  examples: {
    zh: [["交电费如果错过了就不用提醒了", "update 交电费 11-20 10:00"]],
    en: [["dentist: skip it if you're late", "update dentist 11-19 15:00"]],
  },
  when: ({ reading }: { reading: Reading; said: SaidLate }) =>
    (reading.context.reminders ?? []).length > 0,
  then: ({ reading, said }: { reading: Reading; said: SaidLate }): Outcome | undefined => {
    const isNamed = findTargetName(reading, []) !== "";
    if (!isNamed && !said.isPlain) return undefined;
    const target = targetOf(reading, reading.triggers, reading.phrases);
    if (isRefused(target)) return isNamed ? undefined : target;
    const { reminder } = target;
    if (target.with !== undefined || reminder.start === null) return refuse("no_time");
    const item = { ...stateOf(target, { start: wallOf(reminder.start) }), late: said.late };
    return toInterpretation({ intent: "update", items: [item], ...nameTarget(target) });
  },
});
