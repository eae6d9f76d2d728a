const maxLength = 120;

/** A name as a single plain line: no line breaks, no leading Markdown, at most 120 characters. */
export function toCharacterName(name: string): string {
  const line = name
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ")
    .replace(/^[\s#＃>*`~=_-]+/u, "")
    .trim();
  return Array.from(line).slice(0, maxLength).join("").trim() || "?";
}
