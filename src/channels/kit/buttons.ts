import type { Delivery } from "../../domain/delivery.ts";
import type { Language } from "../../domain/language.ts";
import { pickLanguage } from "../../domain/language.ts";
import { piecesIn } from "../../domain/timed-words.ts";

/**
 * Buttons under a message, by what they mean. A click counts as the person typing the words, as an
 * answer to that message and with the same rights.
 */
const buttons = {
  done: {
    label: { en: "✅ Done", zh: "✅ 完成" },
    words: { en: "done", zh: "完成了" },
  },
  snooze: {
    label: { en: "⏰ In 10 minutes", zh: "⏰ 10 分钟后" },
    words: { en: "remind me again in 10 minutes", zh: "10分钟后再提醒我" },
  },
  snooze_hour: {
    label: { en: "⏰ In 1 hour", zh: "⏰ 1 小时后" },
    words: { en: "remind me again in 1 hour", zh: "1小时后再提醒我" },
  },
  undo: {
    label: { en: "↩️ Undo", zh: "↩️ 撤销" },
    words: { en: "undo", zh: "撤销" },
  },
  book_yes: {
    label: { en: "✅ Yes", zh: "✅ 可以" },
    words: { en: "confirm the request", zh: "接受这个预约" },
  },
  book_no: {
    label: { en: "❌ No", zh: "❌ 不行" },
    words: { en: "decline the request", zh: "拒绝这个预约" },
  },
  book_other: {
    label: { en: "🕑 Another time", zh: "🕑 换个时间" },
    words: { en: "ask for another time", zh: "请对方换个时间" },
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<"label" | "words", Readonly<Record<Language, string>>>>>
>;

type Name = keyof typeof buttons;

export interface Button {
  /** What comes back with a click. */
  readonly data: string;
  readonly label: string;
  readonly words: string;
}

/** The buttons of a part; none for most. */
export function buttonsFor(delivery: Delivery): readonly Button[] {
  const language = languageOf(delivery);
  return namesFor(delivery).map((name) => ({
    data: `mw:${name}:${language}`,
    label: buttons[name].label[language],
    words: buttons[name].words[language],
  }));
}

/** Of several reminders in one message a button could not say which it means. */
function namesFor({ source, payload }: Delivery): readonly Name[] {
  if (source === "reply") return payload.undoable === true ? ["undo"] : [];
  const due = piecesIn(payload).flatMap((piece) => (piece.kind === "reminders" ? piece.items : []));
  if (due.length === 1) return ["done", "snooze", "snooze_hour"];
  const asked = piecesIn(payload).flatMap((piece) => (piece.kind === "bookings" ? piece.ids : []));
  return due.length === 0 && asked.length === 1 ? ["book_yes", "book_no", "book_other"] : [];
}

function languageOf({ payload, text }: Delivery): Language {
  const [first] = piecesIn(payload);
  return pickLanguage(first?.kind === "reminders" ? first.language : null, text);
}

export const wordsOfButton = (name: Name, language: Language): string =>
  buttons[name].words[language];

/** The words of a click. Data that no button of ours has is another program's, or forged. */
export function wordsOfClick(data: string): string | undefined {
  const [, button, language] = /^mw:(\w+):(en|zh)$/.exec(data) ?? [];
  if (button === undefined || !Object.hasOwn(buttons, button)) return undefined;
  return buttons[button as Name].words[language as Language];
}
