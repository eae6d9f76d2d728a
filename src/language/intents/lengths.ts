import { changeOf, type Outcome, defineReader } from "./outcome.ts";
import { cuesIn } from "../lexicon/cues.ts";
import { enDurationMs } from "../lexicon/en/durations.ts";
import { stateOf } from "./moved.ts";
import type { Reading } from "../reading.ts";
import { allTargets, type Target, targetOf } from "../dialogue/targets.ts";
import type { Span } from "../text/titles.ts";
import { dayMs, minuteMs, wallOf } from "../calendar/wall.ts";
import { zhDurationMs } from "../lexicon/zh/durations.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";
import * as en from "../lexicon/en/change.ts";
import * as zh from "../lexicon/zh/change.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/**
 * "extend the chat to 90 minutes", "火锅延长半小时": it takes longer or shorter, and stays where it
 * is.
 */
function parseLengthChange(reading: Reading): Outcome | undefined {
  if (allTargets(reading).length === 0 || lexicon.both.lengthAsked.test(reading.prepared.text))
    return undefined;
  const wish = lengthWish(reading);
  if (wish === undefined) return undefined;
  const hints = reading.phrases.filter(
    ({ day, clock }) => day !== undefined || clock !== undefined,
  );
  const target = targetOf(reading, wish.spans, hints);
  if (isRefused(target)) return target.refused === "target_ambiguous" ? target : undefined;
  if (typeof target.reminder.rrule === "string" && hints.some(({ day }) => day !== undefined))
    return refuse("ambiguous_day");
  return changeLength(target, wish);
}

function changeLength(target: Target, wish: LengthWish): Outcome {
  const { start, durationMinutes: old = null } = target.reminder;
  if (start === null) return refuse("no_time");
  const minutes = newLength(wish, old);
  if (minutes === undefined || minutes <= 0 || minutes * minuteMs > dayMs)
    return refuse("unread_time_word");
  if (minutes === old) return refuse("no_change");
  const item = stateOf(target, { start: wallOf(start), durationMinutes: minutes });
  return changeOf("update", target, { items: [item] });
}

interface LengthWish {
  readonly words: string;
  readonly minutes: number;
  /** The verb and the amount: what is named stands between them. */
  readonly spans: readonly Span[];
}

function lengthWish(reading: Reading): LengthWish | undefined {
  const { text, language } = reading.prepared;
  const form = lexicon[language].lengthChanges.find((regex) => cuesIn(reading, regex).length > 0);
  const [cue] = form === undefined ? [] : cuesIn(reading, form);
  if (form === undefined || cue === undefined) return undefined;
  const match = form.exec(text.slice(cue.at, cue.end));
  if (match === null) return undefined;
  const [words] = match;
  const amount = match.groups?.["amount"] ?? "";
  const [verb = ""] = lexicon.both.lengthVerb.exec(words) ?? [];
  return {
    words,
    minutes: (language === "zh" ? zhDurationMs : enDurationMs)(amount) / minuteMs,
    spans: [
      { at: cue.at, end: cue.at + verb.length },
      { at: cue.end - (words.length - words.indexOf(amount)), end: cue.end },
    ],
  };
}

/** By how much something grows that has no length is nothing to go by. */
function newLength({ words, minutes }: LengthWish, old: number | null): number | undefined {
  if (lexicon.both.toLength.test(words)) return minutes;
  if (old === null) return undefined;
  return lexicon.both.shortens.test(words) ? old - minutes : old + minutes;
}

export const lengthReader = defineReader({
  name: "length-change",
  after: ["contrast"],
  examples: {
    zh: [["打球延长到2个小时", "update_shared 打球 11-21 15:00 120m"]],
    en: [["extend the dentist to 2 hours", "update dentist 11-19 15:00 120m"]],
  },
  parse: parseLengthChange,
});
