import { type CalendarWords } from "./words-en.ts";

const lengths = [15, 30, 45, 60, 90, 120, 180, 240, 480];

/** How long something takes, or nothing said about it. The present length is always among them. */
export function lengthChoices(
  current: string,
  words: CalendarWords,
): { value: string; label: string }[] {
  const all = new Set([...lengths, ...(current === "" ? [] : [Number(current)])]);
  const choices = [...all]
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: words.sentence.minutes(minutes) }));
  return [{ value: "", label: words.entry.noLength }, ...choices];
}
