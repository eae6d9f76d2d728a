import { done, type Outcome } from "./cancel.ts";
import { cuesIn } from "./cues.ts";
import { enDuration, enDurationMs } from "./en-durations.ts";
import { stateOf } from "./moved.ts";
import type { Reading } from "./reading.ts";
import { isRefused, refuse } from "./reasons.ts";
import { allTargets, named, targetOf } from "./targets.ts";
import { dayMs, minuteMs, wallOf } from "./wall.ts";
import { zhDuration, zhDurationMs } from "./zh-durations.ts";

/** The verb, then how much; and whether the amount is the new length itself. */
const forms = {
  zh: [new RegExp(String.raw`(延长|加长|拉长|缩短)(到|至|为|成)?\s*(?<amount>${zhDuration})`)],
  en: [
    new RegExp(
      String.raw`\b(extend|lengthen|prolong|shorten)\b[^,;]*?\s(?:(to|by)\s+)?(?<amount>${enDuration})`,
    ),
    new RegExp(String.raw`\bmake\b[^,;]*?\s(?<amount>${enDuration})\s+(longer|shorter)\b`),
  ],
} as const;

/** "extend the chat to 90 minutes", "火锅延长半小时": it takes longer or shorter, and stays where it is. */
export function lengthened(reading: Reading): Outcome | undefined {
  const { prepared, phrases } = reading;
  if (allTargets(reading).length === 0 || /了(?:吗|没)|如果|要是|\bif\b/.test(prepared.text))
    return undefined;
  const form = forms[prepared.language].find((regex) => cuesIn(reading, regex).length > 0);
  const [cue] = form === undefined ? [] : cuesIn(reading, form);
  const match =
    form === undefined || cue === undefined
      ? null
      : form.exec(prepared.text.slice(cue.at, cue.end));
  if (cue === undefined || match === null) return undefined;
  const amount =
    (prepared.language === "zh" ? zhDurationMs : enDurationMs)(match.groups?.["amount"] ?? "") /
    minuteMs;
  const verb =
    /^(?:延长|加长|拉长|缩短|extend|lengthen|prolong|shorten|make)/.exec(match[0])?.[0] ?? "";
  // What is named stands between the verb and the amount.
  const spoken = [
    { at: cue.at, end: cue.at + verb.length },
    {
      at: cue.end - (match[0].length - match[0].indexOf(match.groups?.["amount"] ?? "")),
      end: cue.end,
    },
  ];
  const hints = phrases.filter(({ day, clock }) => day !== undefined || clock !== undefined);
  const target = targetOf(reading, spoken, hints);
  if (isRefused(target)) return target.refused === "target_ambiguous" ? target : undefined;
  const { start, rrule, durationMinutes: old = null } = target.reminder;
  if (start === null) return refuse("no_time");
  if (typeof rrule === "string" && hints.some(({ day }) => day !== undefined))
    return refuse("ambiguous_day");
  const minutes = newLength(match, amount, old);
  if (minutes === undefined || minutes <= 0 || minutes * minuteMs > dayMs)
    return refuse("unread_time_word");
  if (minutes === old) return refuse("no_change");
  const item = stateOf(target, { start: wallOf(start), durationMinutes: minutes });
  return target.with === undefined
    ? done({ intent: "update", items: [item], ...named(target) })
    : done({ intent: "update_shared", items: [item], ...named(target), with: target.with });
}

/** By how much something grows that has no length is nothing to go by. */
function newLength([all]: RegExpExecArray, amount: number, old: number | null): number | undefined {
  if (/(?:到|至|为|成)\s*\S|\bto\s+\S/.test(all)) return amount;
  if (old === null) return undefined;
  return /缩短|shorten|shorter/.test(all) ? old - amount : old + amount;
}
