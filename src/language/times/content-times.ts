import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import type { Phrase } from "./phrase.ts";
import { isTimed } from "./timed.ts";

/** What is done ahead of the thing whose time follows. */
const zhReadies =
  /(?:准备|整理|打印|复习|预习|确认|核对|检查|预订|预约|预定|订|买|退|改签|带|收拾|备)(?:好|一下|下|齐|完|上|了)?\s*$/;
const enReadies =
  /\bto\s+(?!(?:attend|join|go|be|come|dial|show)\b)[a-z]+\b.*\bfor\s+(?:the|my|our|his|her|their|\w+'s)\s*$/;

/**
 * "remind me to call Bob about tomorrow's 3pm meeting": when the meeting is, and not when to
 * remind.
 */
export function isOfContent(
  phrases: readonly Phrase[],
  { prepared: { text, language } }: Reading,
  trigger: Trigger,
): boolean {
  const [only, second] = phrases.filter(isTimed);
  if (only === undefined || second !== undefined || only.rule !== undefined) return false;
  const [before, behind] = [text.slice(trigger.end, only.at), text.slice(only.end)];
  if (language === "zh")
    return (
      zhReadies.test(before) &&
      /^\s*[^\s,，。!！?？的]{0,4}的(?!时候|话)[^\s,，。!！?？]/.test(behind)
    );
  if (
    enReadies.test(before) &&
    /^\s+(?!(?:to|on|in|at|please|pls|today|tomorrow|tonight|and)\b)[a-z]/.test(behind)
  )
    return true;
  if (!/^(?:\w+)'s\s/.test(text.slice(only.at))) return false;
  return /\bto\s+(?!(?:attend|join|go|be|get|come)\b)\w+/.test(text.slice(trigger.end, only.at));
}
