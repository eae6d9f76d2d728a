/** A piece of a message: plain text, or an address that may be opened. */
export interface Piece {
  readonly text: string;
  readonly href?: string;
}

const address = /https?:\/\/[^\s<>"'`，。！？；：、（）《》「」『』【】“”‘’]+/giu;
const trailing = /[.,!?;:)\]}*_~]+$/u;

/** Finds web addresses in plain text. Nothing but http and https becomes a link. */
export function pieces(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const shown = withoutTrailing(match[0]);
    if (!isWebAddress(shown)) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push({ text: shown, href: shown });
    end = match.index + shown.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/**
 * Punctuation after an address belongs to the sentence, except a bracket that the address itself
 * opened.
 */
function withoutTrailing(text: string): string {
  const tail = trailing.exec(text)?.[0] ?? "";
  const bare = text.slice(0, text.length - tail.length);
  return tail.startsWith(")") && bare.includes("(") ? `${bare})` : bare;
}

export function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}
