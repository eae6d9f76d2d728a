export type Language = "zh" | "en";

/** The account's language, or else the one that the script of the sample suggests. */
export function pickLanguage(preferred: string | null | undefined, sample: string): Language {
  if (preferred === "zh" || preferred === "en") return preferred;
  return /\p{Script=Han}/u.test(sample) ? "zh" : "en";
}

/** Words that people type in every language. */
const common = /^[\s\p{P}\d]*(?:ok|okay|yes|no|y|n|am|pm|done|undo)?[\s\p{P}\d]*$/iu;

/**
 * The language of a message, if it has one. A Chinese name does not make an English sentence
 * Chinese.
 */
export function detectLanguage(text: string): Language | undefined {
  if (common.test(text)) return undefined;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  const isNamed = han < words && (words > 2 || /^[\s\p{P}]*\p{Script=Latin}/u.test(text));
  if (han > 0 && !isNamed) return "zh";
  return /\p{L}/u.test(text) ? "en" : undefined;
}
