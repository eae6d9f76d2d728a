import { type Turn } from "./contract.ts";

export interface LinePart {
  readonly kind: "said" | "done";
  readonly text: string;
}

/** What is said, and what is done between asterisks, as players write it. A star that nothing closes is a star. */
export function linePartsOf(text: string): LinePart[] {
  const parts: LinePart[] = [];
  let at = 0;
  for (const found of text.matchAll(/\*([^*\n]+)\*/g)) {
    if (found.index > at) parts.push({ kind: "said", text: text.slice(at, found.index) });
    parts.push({ kind: "done", text: found[1] ?? "" });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: "said", text: text.slice(at) });
  return parts;
}

const longest = 160;

/** The beginning of a longer text, in one line and without its marks. */
export function clipped(text: string, most = longest): string {
  const plain = text.replaceAll("*", "").replaceAll(/\s+/g, " ").trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).trimEnd()}…`;
}

/** What a line says. One that came from elsewhere may have its parts only. */
export const wordsOf = ({ text, segments }: Pick<Turn, "text" | "segments">): string =>
  text.trim() === "" ? segments.map((segment) => segment.text).join(" ") : text;
