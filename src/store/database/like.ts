/** Patterns for `ilike all`: a text that contains every word, wherever. Null without words. */
export const toContainsPatterns = (words: string | undefined): readonly string[] | null =>
  words === undefined
    ? null
    : words.split(/\s+/u).map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
