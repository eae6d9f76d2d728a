import type { Language } from "../../domain/language.ts";
import type { Clause } from "../text/clauses.ts";
import { mentionsOf } from "../intents/friends.ts";
import type { Reading } from "../reading.ts";
import { mayMatch } from "../text/may-match.ts";
import type { Span } from "../text/titles.ts";
import * as en from "./en/cues.ts";
import * as zh from "./zh/cues.ts";

/** Command words that are not part of what a reminder says: "提醒我取消订阅" cancels nothing. */
export function cuesIn(reading: Reading, regex: RegExp): Span[] {
  const { live, triggers, prepared, phrases } = reading;
  if (!mayMatch(prepared.text)(regex)) return [];
  const said = live.filter(({ text }) => regex.test(text) && !stated.test(text));
  if (said.length === 0) return [];
  const each = new RegExp(regex.source, "g");
  const isContrasted = phrases.some(({ negated }) => negated === true);
  return said.flatMap((clause) =>
    Array.from(clause.text.matchAll(each).take(mostCues), (match) => ({
      at: clause.at + match.index,
      end: clause.at + match.index + match[0].length,
    })).filter(
      ({ at }) =>
        !isForFriend(reading, clause, at) &&
        !triggers.some(
          (trigger) =>
            trigger.whom !== "other" &&
            trigger.noun !== true &&
            // "set the class to 7 instead of 6:30": what is set is there already.
            !(trigger.calendar !== undefined && isContrasted) &&
            trigger.at >= clause.at &&
            trigger.end <= at &&
            isFull(prepared.language, clause.text),
        ),
    ),
  );
}

/** More in one clause is not a request. */
const mostCues = 20;

/**
 * "remind Bob to bring the keys", "提醒张三取消订单": what a friend is to do is content as well.
 */
function isForFriend({ prepared, context }: Reading, clause: Clause, at: number): boolean {
  const before = prepared.text.slice(Math.max(clause.at, at - farthest), at);
  if (prepared.language === "en")
    return /\b(?:remind|tell|ask|ping|nudge|notify|invite)\s+(?!(?:me|us|you|myself)\b)[^,;]{1,60}?\bto\s+(?:\S+\s+){0,4}$/.test(
      before,
    );
  if (!/(?:提醒|通知|叫|喊|让)(?:一下|下)?\s*\S/.test(before)) return false;
  return mentionsOf(prepared, context.friends ?? []).some(
    (mention) =>
      mention.at >= clause.at &&
      mention.end <= at &&
      /(?:提醒|通知|叫|喊|让)(?:一下|下)?\s*$/.test(prepared.text.slice(clause.at, mention.at)) &&
      !/^\s*(?:的|那|这)/.test(prepared.text.slice(mention.end)),
  );
}

/**
 * A name, what to do and a few words stand between a verb and what hangs on it; a text of verbs is
 * not read through for each.
 */
const farthest = 160;

/** "内容：撤销转账": announced as the text. */
const stated = /^\s*(?:内容|事项|备注|标题)(?:是|为)?:/;

export const cueIn = (reading: Reading, regex: RegExp): Span | undefined =>
  cuesIn(reading, regex)[0];

const isFull = (language: Language, clause: string): boolean =>
  language === "zh" || !/^\s*(?:cancel|delete|remove)/.test(clause);

export const cancelCue = { zh: zh.cancelCue, en: en.cancelCue } as const;
export const snoozeCue = { zh: zh.snoozeCue, en: en.snoozeCue } as const;
export const updateCue = { zh: zh.updateCue, en: en.updateCue } as const;
export const completeCue = { zh: zh.completeCue, en: en.completeCue } as const;
export const freeCue = { zh: zh.freeCue, en: en.freeCue } as const;
