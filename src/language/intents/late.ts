import { toInterpretation, type Outcome } from "./outcome.ts";
import { stateOf } from "./moved.ts";
import type { Reading } from "../reading.ts";
import type { Item } from "../request.ts";
import { nameTarget, findTargetName, targetOf } from "../dialogue/targets.ts";
import { wallOf } from "../calendar/wall.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";
import * as en from "../lexicon/en/late.ts";
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

/** "如果错过了就不用提醒了", "skip it if you're late", "即使晚了也要提醒我". */
export function lateIn(text: string): SaidLate | undefined {
  if (lexicon.both.asks.test(text)) return undefined;
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
export function lateChange(reading: Reading, { late, isPlain }: SaidLate): Outcome | undefined {
  const { context } = reading;
  if ((context.reminders ?? []).length === 0) return undefined;
  const isNamed = findTargetName(reading, []) !== "";
  if (!isNamed && !isPlain) return undefined;
  const target = targetOf(reading, reading.triggers, reading.phrases);
  if (isRefused(target)) return isNamed ? undefined : target;
  const { reminder } = target;
  if (target.with !== undefined || reminder.start === null) return refuse("no_time");
  return toInterpretation({
    intent: "update",
    items: [{ ...stateOf(target, { start: wallOf(reminder.start) }), late }],
    ...nameTarget(target),
  });
}
