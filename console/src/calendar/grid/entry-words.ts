import { type Calendar } from "../calendar-context.tsx";
import { type Entry, type TimedEntry } from "../contract.ts";

/** How an entry stands; undefined for what is to come. */
export function stateWords(
  { entry_type: type, fire_state: state }: Entry,
  { words }: Pick<Calendar, "words">,
): string | undefined {
  if (type === "occurrence") return undefined;
  return type === "fired" && state !== null && state !== "completed"
    ? words.fireState[state]
    : words.state[type];
}

/** What icons and colours tell of an entry, in words. */
export function markWords(
  entry: TimedEntry,
  calendar: Pick<Calendar, "words" | "language">,
): string {
  const { words, language } = calendar;
  const state = stateWords(entry, calendar);
  const marks = [
    ...(state === undefined ? [] : [state]),
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
