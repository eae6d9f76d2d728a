import type { Prepared } from "../text/prepare.ts";
import { enCalendarTriggers } from "./en/calendar.ts";
import * as en from "./en/triggers.ts";
import type { Trigger } from "./trigger.ts";
import * as zh from "./zh/triggers.ts";
import { zhCalendarTriggers } from "./zh/calendar.ts";

export function triggersOf({ text, language }: Prepared): Trigger[] {
  const found: Trigger[] = [];
  const claim = (trigger: Trigger): void => {
    if (!found.some(({ at, end }) => at < trigger.end && trigger.at < end)) found.push(trigger);
  };
  const asked = language === "en" ? Array.from(text.matchAll(en.askedBesideTime), read) : [];
  const orders = (language === "zh" ? zhCalendarTriggers : enCalendarTriggers)(text);
  const reminding = (language === "zh" ? zh.triggerPatterns : en.triggerPatterns).flatMap((regex) =>
    Array.from(text.matchAll(regex), read),
  );
  const named = orders.filter(({ calendar }) => language === "zh" && calendar === "sure");
  for (const trigger of [...named, ...reminding, ...orders]) claim(trigger);
  for (const trigger of asked) claim({ ...trigger, whom: "me", calendar: "weak" });
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
      gap.test(text.slice(last.end, trigger.at));
    return repeats ? [...found.slice(0, -1), { ...last, end: trigger.end }] : [...found, trigger];
  }, []);
const gap = /^(?:[,，\s]|到点|到时候?|然后|记得|要|一定|and|please)*$/;

/**
 * Behind another one in the same clause it is content ("remind me to call me back"), unless a time
 * stands between them.
 */
const isNewRequest = (text: string, before: Trigger | undefined, trigger: Trigger): boolean =>
  before === undefined ||
  /[,，。!！?？;；\n\s点半分后]|\d/.test(
    text
      .slice(before.end, trigger.at)
      .replaceAll(/[a-z' ]+/g, "")
      .trimEnd(),
  );

const isNoun =
  /^(?:[下早晚]?[午上]?|点|半|分|明早|\d)\s*的?(?:闹钟|闹铃)$|^提醒(?:一下|下)?$|^(?:reminders?|alarm|timer)\s*$/;

function read(match: RegExpExecArray | RegExpMatchArray): Trigger {
  const person = match.slice(1).find((group) => group !== undefined);
  const whole = match[0].trimStart();
  const at = (match.index ?? 0) + match[0].length - whole.length;
  const whom =
    person === undefined
      ? /闹|钟|时|倒数|日程|提个醒|[说讲吱](?:一?声|个声)|待办|的?提醒$|^(?:帮|给|替|请)|记|忘|remind(?:er|ed)|alarm|timer|call|countdown|remember|wake|woken|pinged|nudged|make sure|hmu|gimme|gi'?\s*us|remind(?:ing)|waking|^[叫喊]$|^(?:put|add|schedule|enter|stick|pencil)\b/.test(
          whole,
        )
        ? "me"
        : "other"
      : // "give us a shout" is said by one who means himself.
        /们|俩|咱|us|大家/.test(person) && !whole.startsWith("give us a")
        ? "us"
        : "me";
  return {
    at,
    end: at + whole.length,
    whom,
    ...(isNoun.test(whole) ? { noun: true } : {}),
    // "加个日程": an order to a calendar.
    ...(/[日行]程$/.test(whole) ? { calendar: "sure" } : {}),
    timer: /倒计时|倒数|计时|定时|番茄|timer|countdown/.test(whole),
    wake:
      /醒|闹|wake|waking|woken|alarm|get (?:me|us) (?:up|out of bed)/.test(whole) &&
      !/提醒/.test(whole),
  };
}

/** Words that make a bare hour one of the morning. */
export const isWakeUp = (text: string): boolean =>
  /起床|叫醒|唤醒|闹醒|早起|起来晨|晨跑|闹钟|闹铃|wake|get (?:me |us )?up|get (?:me|us) out of bed|alarm/.test(
    text,
  );
