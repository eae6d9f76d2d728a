import { done, type Outcome } from "./cancel.ts";
import { stateOf } from "./moved.ts";
import type { Reading } from "../reading.ts";
import type { Item } from "../request.ts";
import { named, findTargetName, targetOf } from "../dialogue/targets.ts";
import { wallOf } from "../calendar/wall.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";

/** What is to become of a reminder whose moment has passed unsaid. */
export interface SaidLate {
  readonly late: NonNullable<Item["late"]>;
  /** The rest of the message; as long as it was, so that places stay the same. */
  readonly rest: string;
  /** It speaks of reminding, and not of whatever else one can be late for. */
  readonly isPlain: boolean;
}

const zhMissed = String.raw`(?:你|我|到时候?|它|时间)?(?:错过|(?:已经)?过了?(?:时间|点儿?|时候?)|[晚迟]了|太[晚迟]|没赶上|没来得及|(?:没|不能|没能|没有)(?:及时|按时|准时|按点)(?:提醒|发|送|通知)(?:到|出|我)?)(?:了|的话|的?时间|我)*`;
const zhGiveUp = String.raw`(?:不用|不要|别|不必|无需|甭|用不着|不需要)(?:再)?(?:给我|帮我)?(?:补|再)?(?:提醒|补发|发|叫|通知|说|补)?(?:我)?(?:了|啦)?|算了|跳过|作罢|不(?:再)?(?:提醒|补|叫|发)(?:我)?了?`;
const zhStill = String.raw`(?:也|还|还是|仍然?|照样|依然|都)(?:要|得|请|需要|记得|给我|麻烦)*(?:补|再)?(?:提醒|补上?|通知|叫|发|说)(?:给我|我)?(?:一?[次下声])?`;
const enLate = String.raw`(?:you(?:'re| are)|it(?:'s| is)|we(?:'re| are))\s+(?:(?:too|already|running|a bit|very|way)\s+)*(?:late|past due|overdue)|you\s+miss(?:ed)?\s+(?:it|the time)|it(?:'s| is)\s+missed|missed|late`;
const enGiveUp = String.raw`(?:just\s+|please\s+)?(?:skip|drop|forget)(?:\s+(?:it|that|this|the reminder|that one|this one))?|(?:do not|don'?t|no need to)\s+(?:bother(?:\s+(?:me|reminding me))?|remind me|send it|tell me|ping me)(?:\s+(?:at all|any ?more|then|of it))?|no need`;
const enStill = String.raw`(?:please\s+|still\s+)*(?:remind|tell|ping|nudge|wake|send)\s+(?:it|me)(?:\s+(?:anyway|all the same|regardless))?`;

const forms: readonly (readonly [NonNullable<Item["late"]>, RegExp])[] = [
  [
    "fire",
    new RegExp(String.raw`(?:即使|就算|哪怕|即便|如果|要是|万一)${zhMissed}[,，]?\s*${zhStill}`),
  ],
  [
    "fire",
    new RegExp(
      String.raw`${zhMissed}[,，]?\s*(?:也|还是|仍然?|照样)(?:要|得|请)${zhStill.replace(/^\(.*?\)/, "")}`,
    ),
  ],
  [
    "skip",
    new RegExp(
      String.raw`(?:如果|要是|万一|假如|一旦|要|若)?${zhMissed}[,，]?\s*(?:就|那就|那|则)?(?:${zhGiveUp})`,
    ),
  ],
  [
    "fire",
    new RegExp(
      String.raw`(?:\b${enStill},?\s+)?\beven\s+(?:if|when)\s+(?:${enLate})\b(?:,?\s*${enStill}\b)?`,
      "i",
    ),
  ],
  [
    "skip",
    new RegExp(String.raw`\b(?:${enGiveUp}),?\s+(?:if|when|once|in case)\s+(?:${enLate})\b`, "i"),
  ],
  [
    "skip",
    new RegExp(
      String.raw`\b(?:if|when|once|in case)\s+(?:${enLate}),?\s*(?:then\s+)?(?:${enGiveUp})\b`,
      "i",
    ),
  ],
];

/** "如果错过了就不用提醒了", "skip it if you're late", "即使晚了也要提醒我". */
export function lateIn(text: string): SaidLate | undefined {
  if (asks.test(text)) return undefined;
  for (const [late, regex] of forms) {
    const match = regex.exec(text);
    if (match === null) continue;
    const end = match.index + match[0].length;
    return {
      late,
      rest: text.slice(0, match.index) + " ".repeat(match[0].length) + text.slice(end),
      isPlain: speaks.test(match[0]),
    };
  }
  return undefined;
}

/** "怎么错过了就不提醒了": a question, or a complaint. */
const asks =
  /怎么|为什么|为啥|凭什么|(?<!好|可以|行|成)[吗么嘛][?？。!！\s]*$|\bwhy\b|\b(?:do|did|will|would|what|how|are|is)\b[^?]*\?/i;
const speaks = /如果|要是|万一|提醒|通知|补|remind|ping|skip|send|bother/i;

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
  return done({
    intent: "update",
    items: [{ ...stateOf(target, { start: wallOf(reminder.start) }), late }],
    ...named(target),
  });
}
