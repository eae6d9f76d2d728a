import { type Calendar } from "../calendar-context.tsx";
import { type TimedEntry } from "../contract.ts";

/** What icons and colours tell of an entry, in words. */
export function markWords(
  entry: TimedEntry,
  { words, language }: Pick<Calendar, "words" | "language">,
): string {
  const marks = [
    ...(entry.entry_type === "occurrence" ? [] : [words.state[entry.entry_type]]),
    ...(entry.rule_words === null ? [] : [entry.rule_words[language]]),
    ...(entry.shared_reminder_id === null ? [] : [words.shared]),
  ];
  return marks.join(", ");
}

/** What an entry looks like: `quiet` once it is over. */
export const lookOf = ({
  entry_type: type,
  shared_reminder_id: shared,
  is_recurring: isSeries,
}: TimedEntry) => ({
  "data-look":
    type !== "occurrence" ? "quiet" : shared !== null ? "shared" : isSeries ? "series" : "single",
  "data-ended": type === "cancelled" || type === "done" ? "" : undefined,
});

export const keyOf = ({ reminder_id: id, entry_type: type, starts_at: at }: TimedEntry): string =>
  `${id} ${type} ${at ?? ""}`;
