import { type Calendar } from "../calendar-context.tsx";
import { type Entry, type TimedEntry } from "../contract.ts";
import { type Day, dayOf } from "../days.ts";

/** Whole days that have begun and are not over: they can still be called off. */
export const isRunning = (entry: Entry, today: Day): boolean =>
  entry.entry_type === "fired" &&
  entry.all_day &&
  !entry.is_recurring &&
  entry.display_end !== null &&
  dayOf(entry.display_end) > today;

const isUnseen = ({ fire_state: state }: Entry): boolean => state !== null && state !== "completed";

/** How an entry stands; undefined for what is to come or goes on. */
export function stateWords(
  entry: Entry,
  { words, today }: Pick<Calendar, "words" | "today">,
): string | undefined {
  const { entry_type: type, fire_state: state } = entry;
  if (type === "occurrence" || (isRunning(entry, today) && !isUnseen(entry))) return undefined;
  return type === "fired" && state !== null && state !== "completed"
    ? words.fireState[state]
    : words.state[type];
}

/** The meaning of an entry's icons and colours, in words. */
export function markWords(
  entry: TimedEntry,
  calendar: Pick<Calendar, "words" | "language" | "today">,
): string {
  const { words, language } = calendar;
  const state = stateWords(entry, calendar);
  const marks = [
    ...(state === undefined ? [] : [state]),
    ...(entry.place === null ? [] : [entry.place]),
    ...(entry.rule_words === null ? [] : [entry.rule_words[language]]),
    ...(entry.shared_reminder_id === null ? [] : [words.shared]),
  ];
  return marks.join(", ");
}

/** What an entry looks like: `quiet` once it is over. */
export function lookOf(entry: TimedEntry, { today }: Pick<Calendar, "today">) {
  const { entry_type: type, shared_reminder_id: shared, is_recurring: isSeries } = entry;
  const isOver = type !== "occurrence" && !isRunning(entry, today);
  return {
    "data-look": isOver ? "quiet" : shared !== null ? "shared" : isSeries ? "series" : "single",
    "data-color": isOver ? undefined : (entry.color ?? undefined),
    "data-ended": type === "cancelled" || type === "done" ? "" : undefined,
  };
}

export const keyOf = ({ reminder_id: id, entry_type: type, starts_at: at }: TimedEntry): string =>
  `${id} ${type} ${at ?? ""}`;
