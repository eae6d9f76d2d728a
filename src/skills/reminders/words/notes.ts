import type { Outlook } from "../../../domain/ports/delivery-outlook.ts";
import type { Reason } from "../../../language/dialogue/reasons.ts";
import { outsideMark, type ReminderRow } from "../rows.ts";
import type { Audience } from "./when-words.ts";
import { whenWords } from "./when-words.ts";
import { clockOf, quoteTitle, regularPlaceOf, inLanguage } from "./reminder-words.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";

/**
 * What a person should know about a write in addition to its content: what was guessed and what
 * will not happen.
 */
export function noteWords(
  reasons: readonly Reason[],
  rows: readonly ReminderRow[],
  to: Audience,
): string[] {
  return reasons.flatMap((reason) => {
    // Twelve means noon.
    if (reason === "guessed_half_of_day")
      return rows.length === 1 && rows.every((row) => clockOf(row).startsWith("12"))
        ? []
        : [describeGuess(rows, to)];
    const note = fixed[reason];
    return note === undefined ? [] : [inLanguage(to, note.zh, note.en)];
  });
}

const fixed: Partial<Readonly<Record<Reason, { zh: string; en: string }>>> = {
  after_midnight: {
    zh: "现在是凌晨，“明天”我按天亮后的今天算。",
    en: "It is past midnight, so I took “tomorrow” as the coming morning.",
  },
  workdays_not_covered: {
    zh: "还没公布放假安排的日子，按周一到周五算。",
    en: "Where the official calendar is not announced yet, I go by Monday to Friday.",
  },
  months_without_day: {
    zh: "没有这一天的月份会跳过。",
    en: "Months without that day are left out.",
  },
  shortened_window: {
    zh: "最后不满一个间隔的那次不算在内。",
    en: "The last, incomplete step of the window is left out.",
  },
};

/** The person's policy for a late reminder, read back. */
export function lateWords(late: ReminderRow["late_policy"] | undefined, to: Audience): string[] {
  if (late === undefined) return [];
  return late === "skip"
    ? [
        inLanguage(
          to,
          "要是晚了一刻钟以上，就不再补提醒。",
          "If I am more than 15 minutes late, I'll leave it out.",
        ),
      ]
    : [inLanguage(to, "就算晚了，也会补上提醒。", "If I am late, I'll remind you anyway.")];
}

function describeGuess(rows: readonly ReminderRow[], to: Audience): string {
  const [only, second] = rows;
  if (only === undefined || second !== undefined)
    return inLanguage(
      to,
      "没说上午还是下午的，我按最近的算；不对就告诉我。",
      "Where you named no half of the day I took the nearest; tell me if that is wrong.",
    );
  const isMorning = Number(clockOf(only).slice(0, 2)) < 12;
  return inLanguage(
    to,
    `我按 ${clockOf(only)} 记的；要是${isMorning ? "晚上" : "早上"}，说“${isMorning ? "晚上" : "早上"}”就行。`,
    `I took it as ${clockOf(only)}; say “${isMorning ? "pm" : "am"}” if you meant the other half of the day.`,
  );
}

/**
 * After a move: an hour without a half of the day means the half it was in, and then there is
 * nothing to say.
 */
export function noteMove(
  reasons: readonly Reason[],
  on: { before: ReminderRow; after: ReminderRow },
  to: Audience,
): string[] {
  const isBeforeNoon = (row: ReminderRow): boolean => Number(clockOf(row).slice(0, 2)) < 12;
  const isOther =
    on.before.local_start === null || isBeforeNoon(on.before) !== isBeforeNoon(on.after);
  const guess = reasons.includes("guessed_half_of_day") && isOther;
  return [
    ...noteWords(
      reasons.filter((reason) => reason !== "guessed_half_of_day"),
      [on.after],
      to,
    ),
    ...(guess
      ? [
          inLanguage(
            to,
            `我按 ${clockOf(on.after)} 算的，不对就再说一次。`,
            `I took it as ${clockOf(on.after)}; tell me if that is wrong.`,
          ),
        ]
      : []),
  ];
}

/** By its title, or by the calendar elsewhere that it stands in. */
export const describeOther = (other: ReminderRow, to: Audience): string =>
  other.id.startsWith(outsideMark)
    ? inLanguage(
        to,
        `日历${quoteTitle(other, to)}里的安排`,
        `something in your calendar ${quoteTitle(other, to)}`,
      )
    : quoteTitle(other, to);

export const overlapWords = (other: ReminderRow, to: Audience): string =>
  inLanguage(
    to,
    `注意：和${describeOther(other, to)}（${regularPlaceOf(other, to)}）时间重叠。要换时间就说“改到…”。`,
    `Note: it overlaps ${describeOther(other, to)} (${regularPlaceOf(other, to)}). Say “move it to …” for another time.`,
  );

/** One line, however many there are. */
export function overlapLine(others: readonly ReminderRow[], to: Audience): string[] {
  const [only, second] = others;
  if (only === undefined) return [];
  if (second === undefined) return [overlapWords(only, to)];
  const names = others.slice(0, 3).map((other) => describeOther(other, to));
  const count = others.length;
  const [zh, en] = count > 3 ? [` 等 ${count} 个`, ` and ${count - 3} more`] : ["", ""];
  return [
    inLanguage(
      to,
      `注意：和${names.join("、")}${zh}时间重叠。`,
      `Note: they overlap ${names.join(", ")}${en}.`,
    ),
  ];
}

export const undoHint = (to: Audience): string =>
  inLanguage(to, "说“撤销”即可还原。", "Say “undo” to take it back.");

/** How the note about an app's window begins. */
export const windowHead = (to: Audience): string =>
  inLanguage(
    to,
    "注意：这个聊天软件只让我在你发消息后的一段时间内找你",
    "Note: this chat app lets me write only for a while after your last message",
  );

/** The same in a few words, where the whole note was said a moment ago. */
export const shortOutlook = (to: Audience): string =>
  inLanguage(
    to,
    "注意：到点前记得发我一句，否则可能晚到。",
    "Note: write to me before then, or it may come late.",
  );

/** What helps for good: another way. */
const otherWay = (to: Audience): string =>
  inLanguage(
    to,
    "想随时都能收到，可以在设置里再连一个聊天应用，或打开通知。",
    " To be reached at any time, connect another chat app or switch on notifications in Settings.",
  );

/** It can't be delivered by then unless the person writes before: that, and what helps. */
export function outlookWords(
  outlook: Outlook,
  rows: readonly ReminderRow[],
  to: Audience,
): string | undefined {
  const [row] = rows;
  if (outlook.kind === "open" || row === undefined) return undefined;
  const more =
    rows.length === 1 ? "" : inLanguage(to, `等 ${rows.length} 个`, ` and ${rows.length - 1} more`);
  return describeClosed(outlook, `${quoteTitle(row, to)}${more}`, to) + otherWay(to);
}

function describeClosed(
  outlook: Exclude<Outlook, { readonly kind: "open" }>,
  name: string,
  to: Audience,
): string {
  if (outlook.reason === "not_connected")
    return inLanguage(
      to,
      `注意：你收提醒的聊天软件现在没连上，${name}到时可能发不出去；连上后会补上，问我“错过了什么”也看得到。`,
      `Note: the chat app that your reminders go to is not connected, so ${name} may have to wait until it is. “What did I miss?” lists it.`,
    );
  if (outlook.reason === "nowhere")
    return inLanguage(
      to,
      `注意：现在没有能把${name}发给你的聊天。`,
      `Note: there is no chat in which I could reach you for ${name}.`,
    );
  if (outlook.reason === "quota_used")
    return inLanguage(
      to,
      `注意：在你再发一条消息之前，这里不允许我多发了，${name}可能到时发不出去。到点前随便发我一句就好。`,
      `Note: this chat app accepts no more from me until you write again, so ${name} may have to wait. Send me anything before then.`,
    );
  const ends =
    outlook.windowEndsAt === null
      ? undefined
      : wallTimeAt(Date.parse(outlook.windowEndsAt), to.zone);
  const until =
    ends === undefined
      ? ""
      : inLanguage(
          to,
          `（到 ${whenWords({ wall: ends, zone: to.zone }, to)}）`,
          ` (until ${whenWords({ wall: ends, zone: to.zone }, to)})`,
        );
  return inLanguage(
    to,
    `${windowHead(to)}${until}，${name}到时可能发不出去。在那之后、到点之前发我一句就能收到；否则等你下次说话时补上。`,
    `${windowHead(to)}${until}, so ${name} may have to wait until you write again.`,
  );
}
