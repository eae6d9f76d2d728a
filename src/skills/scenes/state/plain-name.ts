const longest = 120;

/** A name as one plain line: no line breaks, no marks of headings or lists before it, and no longer than a name is. */
export function plainName(name: string): string {
  const line = name
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ")
    .replace(/^[\s#＃>*`~=_-]+/u, "")
    .trim();
  return Array.from(line).slice(0, longest).join("").trim() || "?";
}
