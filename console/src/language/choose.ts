import type { Language } from "../../../src/domain/language.ts";

export type { Language };

/**
 * The first known language of those asked for, in order: the account's, the one chosen here before,
 * the browser's.
 */
export function chooseLanguage(asked: readonly (string | null | undefined)[]): Language {
  for (const tag of asked) {
    if (tag === null || tag === undefined) continue;
    if (/^zh\b/i.test(tag)) return "zh";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}
