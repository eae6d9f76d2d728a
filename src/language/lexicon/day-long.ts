import * as en from "./en/day-long.ts";
import { wordsOf } from "./words.ts";
import * as zh from "./zh/day-long.ts";

const { both } = wordsOf(zh, en);

/** Days that one is reminded of as such. */
export const isDayOfNote = (text: string): boolean => both.dayOfNote.test(text);

/** "Monday to Wednesday", and not "every Monday to Wednesday". */
export const isRunOfDays = (text: string): boolean => both.runOfDays.test(text.trim());

/** What lasts a day or more wherever it is written down. */
export const isDayLong = (text: string): boolean => both.dayLong.test(text);
