import { interpret } from "../../../language/interpret.ts";
import type { Interpretation } from "../../../language/request.ts";
import type { ReminderRow } from "../rows.ts";
import { toKnownReminder, buildContext, requestOf, understandMessage } from "./understand.ts";
import type { Work } from "./work.ts";

/**
 * A model's request as a sentence of a person: the same rules read it, and the same guards refuse
 * it.
 */
const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/**
 * A placeholder that means nothing to the grammar; the real content may contain times of its own.
 */
const stand = { zh: "办事", en: "do the errand" } as const;

export function createPhrase(
  work: Work,
  of: { content: string; time: string },
): Interpretation & { text: string } {
  const zh = isChinese(of.time);
  const sentence = (what: string): string =>
    zh ? `${of.time}提醒我${what}` : `remind me to ${what} ${of.time}`;
  const result = interpret(requestOf(work, sentence(zh ? stand.zh : stand.en)));
  const items = result.items.map((item) => ({ ...item, title: of.content }));
  const text = sentence(of.content);
  const open =
    result.open === undefined
      ? {}
      : { open: { text, now: result.open.now, reason: result.open.reason } };
  return { ...result, ...open, items, text };
}

/** Which reminder is meant: one clear match, or the question. */
export function lookup(work: Work, which: string): Interpretation {
  return understandPhrase(work, isChinese(which) ? `取消${which}` : `cancel ${which}`);
}

/** A new time for it, or for one day of it. */
export function movePhrase(
  work: Work,
  of: { which: string; time: string; row: ReminderRow },
): Interpretation {
  const time = of.time.replace(/^\s*(?:(?:to|at)\b|改到|到)\s*/i, "");
  const zh = isChinese(time) || (isChinese(of.which) && !/[a-z]/i.test(time));
  const whole = understandPhrase(
    work,
    zh ? `把${of.which}改到${time}` : `move ${of.which} to ${time}`,
  );
  if (whole.intent === "update" && whole.targetId === of.row.id) return whole;
  const context = { reminders: [toKnownReminder(of.row, work.zone)] };
  return interpret(requestOf(work, zh ? `改到${time}` : `move it to ${time}`, context));
}

export function readDonePhrase(work: Work, which: string): Interpretation {
  const result = understandMessage(
    work,
    isChinese(which) ? `${which}完成了` : `done with ${which}`,
  );
  return result.intent === "complete" ? result : lookup(work, which);
}

export function snoozePhrase(work: Work, of: { which: string; time: string }): Interpretation {
  const zh = isChinese(of.time) || isChinese(of.which);
  return understandMessage(
    work,
    zh
      ? `${of.time}再提醒我${of.which}`
      : `remind me again ${of.time}${of.which === "" ? "" : ` to ${of.which}`}`,
  );
}

export function listPhrase(work: Work, day: string): Interpretation {
  return interpret(
    requestOf(
      work,
      isChinese(day) ? `${day}有什么提醒` : `what reminders do I have ${day}`,
      buildContext(work),
    ),
  );
}

const understandPhrase = (work: Work, text: string): Interpretation =>
  interpret(requestOf(work, text, buildContext(work)));
