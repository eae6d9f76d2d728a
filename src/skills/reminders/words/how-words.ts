import { isNextQuestion, type HowTo, howAsked } from "../../../language/intents/how-to.ts";
import { decideList } from "../dialogue/decide-list.ts";
import type { Audience } from "./when-words.ts";
import { inLanguage } from "./reminder-words.ts";
import type { Work } from "../dialogue/work.ts";
import type { MessageOutcome } from "../dialogue/message.ts";

/**
 * Questions that a model would answer in its own words: how something is done here, and what comes
 * next.
 */
export function answerPlainly(work: Work, text: string, to: Audience): MessageOutcome | undefined {
  if (isNextQuestion(text))
    return {
      text,
      lines: decideList(work, {}, to),
      interpretation: { intent: "list", reasons: [] },
    };
  const how = howAsked(text);
  if (how === undefined) return undefined;
  return {
    text,
    lines: [words[how][to.language](exampleOf(work, to))],
    interpretation: { intent: "none", reasons: [] },
  };
}

const longestExample = 30;

/** With the person's own next reminder, so that the example can be sent as it is. */
function exampleOf(work: Work, to: Audience): string {
  const [soonest] = work
    .rows()
    .filter(
      (row) =>
        row.lifecycle === "active" &&
        !row.hidden_from_calendar &&
        row.content.length <= longestExample &&
        row.next_fire_at !== null,
    )
    .toSorted((a, b) => Date.parse(a.next_fire_at ?? "") - Date.parse(b.next_fire_at ?? ""));
  return soonest?.content ?? inLanguage(to, "开会", "call Ann");
}

const words: Readonly<Record<HowTo, { zh(example: string): string; en(example: string): string }>> =
  {
    create: {
      zh: () => "说时间和要做的事，比如：明天下午3点提醒我开会。",
      en: () => "Say when and what, such as: remind me tomorrow at 3pm to call Ann.",
    },
    list: {
      zh: () => "问我“今天有什么安排”或“我有什么提醒”。",
      en: () => "Ask “what's on today” or “what are my reminders”.",
    },
    move: {
      zh: (example) => `说要改的事和新时间，比如：把${example}改到下午4点。`,
      en: (example) => `Say which one and its new time, such as: move ${example} to 4pm.`,
    },
    cancel: {
      zh: (example) => `说“取消”和那件事，比如：取消${example}。`,
      en: (example) => `Say “cancel” and which one, such as: cancel ${example}.`,
    },
    snooze: {
      zh: () => "响了以后说“10分钟后再提醒我”。",
      en: () => "When it goes off, say “remind me again in 10 minutes”.",
    },
    undo: {
      zh: () => "说“撤销”，即可还原上一步。",
      en: () => "Say “undo” to take the last change back.",
    },
  };
