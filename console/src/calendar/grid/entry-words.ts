import { type Calendar } from "../calendar-context.tsx";
import { type TimedEntry } from "../contract.ts";
import { fullDayWords, spanWords } from "../date-words.ts";
import { dayOf } from "../days.ts";

/** Everything about an entry in one line, for those who hear it. */
export function entryLabel(entry: TimedEntry, { words, language }: Pick<Calendar, "words" | "language">): string {
  const { display_start: start, display_end: end, content, entry_type: type } = entry;
  const marks = [
    ...(type === "occurrence" ? [] : [words.state[type]]),
    ...(entry.rule_words === null ? [] : [entry.rule_words[language]]),
    ...(entry.shared_reminder_id === null ? [] : [words.shared]),
  ];
  return [content, fullDayWords(dayOf(start), language), spanWords(start, end), ...marks].join(", ");
}

/** What an entry looks like: `quiet` once it is over. */
export const lookOf = ({ entry_type: type, shared_reminder_id: shared, is_recurring: isSeries }: TimedEntry) => ({
  "data-look": type !== "occurrence" ? "quiet" : shared !== null ? "shared" : isSeries ? "series" : "single",
  "data-ended": type === "cancelled" || type === "done" ? "" : undefined,
});

export const keyOf = ({ reminder_id: id, entry_type: type, starts_at: at }: TimedEntry): string => `${id} ${type} ${at ?? ""}`;
