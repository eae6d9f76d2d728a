import { correctKinds } from "./claim-kinds.ts";
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
  /** The operations of the commands that this reply writes. The product's own lines say what they did. */
  readonly wrote: readonly string[];
  /** The product's own lines at the end of the reply. */
  readonly lines: readonly string[];
  /** The reply carries files, so sentences about files are true. */
  readonly files: boolean;
}

/**
 * Corrects a model's text by what happened. After a write, the product's read-back replaces the
 * model's own account of it, and a claim of another kind of act is followed by a correction;
 * without one, any claim is.
 */
export function correctClaims(text: string, { wrote, lines, files }: ReplyEffects): string {
  const isAbout = (sentence: string): boolean =>
    !(files && /\bfiles?\b|文件|附件/iu.test(sentence));
  const sentences = splitSentences(text);
  const claims = sentences.filter((sentence) => isClaim(sentence) && isAbout(sentence));
  if (claims.length === 0) return text;
  const language = detectLanguage(text) ?? "en";
  if (wrote.length > 0) {
    const kept = sentences.filter(
      (sentence) => !(claims.includes(sentence) && isSureClaim(sentence)),
    );
    const rest = kept
      .join("")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim();
    return [
      ...(kept.length === sentences.length ? [text] : rest === "" ? [] : [rest]),
      ...correctKinds(claims, { operations: wrote, language }),
    ].join("\n\n");
  }
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
