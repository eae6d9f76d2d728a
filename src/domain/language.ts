/** The account's language, or else the script that the person writes in. */
export function languageOf(preferred: string | null | undefined, sample: string): "zh" | "en" {
  if (preferred === "zh" || preferred === "en") return preferred;
  return /\p{Script=Han}/u.test(sample) ? "zh" : "en";
}

/** Words that people of every language type. */
const common = /^[\s\p{P}\d]*(?:ok|okay|yes|no|y|n|am|pm|done|undo)?[\s\p{P}\d]*$/iu;

/** The language of a message, if it has one. A Chinese name in an English sentence does not make it Chinese. */
export function writtenIn(text: string): "zh" | "en" | undefined {
  if (common.test(text)) return undefined;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  const isNamed = han < words && (words > 2 || /^[\s\p{P}]*\p{Script=Latin}/u.test(text));
  if (han > 0 && !isNamed) return "zh";
  return /\p{L}/u.test(text) ? "en" : undefined;
}
