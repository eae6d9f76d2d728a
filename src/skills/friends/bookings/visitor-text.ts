import { cleanText } from "../../../domain/text.ts";

/** Marks that end a quotation, and everything that would begin a new line or turn the text around. */
const unquoted = /[“”„‟"«»「」『』《》\u202a-\u202e\u2066-\u2069\s]+/gu;

/** A stranger's words as one line that stays inside quotation marks. */
export const cleanVisitorText = (text: string, longest: number): string =>
  cleanText(text.replaceAll(unquoted, " ").trim(), longest);

export const longestName = 60;
export const longestSubject = 120;
