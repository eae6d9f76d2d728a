import { isClaim, isSureClaim, splitSentences } from "./claim-words.ts";
import { detectLanguage, type Language } from "./language.ts";

/** The product's own line, appended when a model claims something that did not happen. */
export const noChangeLine = (language: Language): string =>
  language === "zh" ? "（还没有记下或改动任何提醒。）" : "(No reminder was written or changed.)";

const noChangeLines = {
  zh: noChangeLine("zh"),
  en: "(Nothing has been set or changed.)",
} as const;

interface ReplyEffects {
  /** Something of the person's is written with this reply, and the product's own lines say what. */
  readonly wrote: boolean;
  /** The product's own lines at the end of the reply. */
  readonly lines: readonly string[];
  /** The reply carries files, so sentences about files are true. */
  readonly files: boolean;
}

/**
 * Corrects a model's text by what happened. After a write, the product's read-back replaces the
 * model's own account of it; without one, a claim is followed by a correction.
 */
export function correctClaims(text: string, { wrote, lines, files }: ReplyEffects): string {
  const isAbout = (sentence: string): boolean =>
    !(files && /\bfiles?\b|文件|附件/iu.test(sentence));
  const sentences = splitSentences(text);
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
  const language = detectLanguage(text) ?? "en";
  const isTold = lines.some((line) => line === noChangeLine("zh") || line === noChangeLine("en"));
  return isTold ? text : `${text}\n\n${noChangeLines[language]}`;
}

/**
 * The text that may be shown while streaming: everything before the first claim, because only the
 * end of the turn decides whether the claim is true.
 */
export function cutAtFirstClaim(text: string): string {
  let shown = "";
  for (const sentence of splitSentences(text)) {
    if (isClaim(sentence)) return shown;
    shown += sentence;
  }
  return shown;
}
