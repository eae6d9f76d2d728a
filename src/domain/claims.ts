import { isClaim, isSureClaim, type Language, sentencesOf } from "./claim-words.ts";
import { writtenIn } from "./language.ts";

/** Our own words, behind whatever a model says of something that did not happen. */
export const unchangedLine = (language: Language): string =>
  language === "zh" ? "（还没有记下或改动任何提醒。）" : "(No reminder was written or changed.)";

const nothingDone = { zh: unchangedLine("zh"), en: "(Nothing has been set or changed.)" } as const;

interface Done {
  /** Something of the person's is written with this reply, and our own words say what. */
  readonly wrote: boolean;
  /** Our own words that end the reply. */
  readonly lines: readonly string[];
  /** The reply carries files: sentences about them are true. */
  readonly files: boolean;
}

/**
 * What a model says, put right by what happened: where something was written, our read-back stands in place of its own account of it;
 * where nothing was, a claim never stands alone.
 */
export function honest(text: string, { wrote, lines, files }: Done): string {
  const isAbout = (sentence: string): boolean =>
    !(files && /\bfiles?\b|文件|附件/iu.test(sentence));
  const sentences = sentencesOf(text);
  if (wrote) {
    const kept = sentences.filter((sentence) => !(isSureClaim(sentence) && isAbout(sentence)));
    return kept.length === sentences.length
      ? text
      : kept
          .join("")
          .replaceAll(/\n{3,}/g, "\n\n")
          .trim();
  }
  if (!sentences.some((sentence) => isClaim(sentence) && isAbout(sentence))) return text;
  const language = writtenIn(text) ?? "en";
  const isTold = lines.some((line) => line === unchangedLine("zh") || line === unchangedLine("en"));
  return isTold ? text : `${text}\n\n${nothingDone[language]}`;
}

/** What may be shown before the end: nothing from the first claim on, since only the end knows whether it is true. */
export function unclaimed(text: string): string {
  let shown = "";
  for (const sentence of sentencesOf(text)) {
    if (isClaim(sentence)) return shown;
    shown += sentence;
  }
  return shown;
}
