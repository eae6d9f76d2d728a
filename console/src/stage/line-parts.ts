import { type Turn } from "./contract.ts";

export interface LinePart {
  readonly kind: "said" | "done";
  readonly text: string;
}

/** Splits speech from actions between asterisks. An unpaired asterisk is plain text. */
export function splitLine(text: string): LinePart[] {
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

const maxLength = 160;

/** The beginning of a text on one line, without asterisks. */
export function shortenLine(text: string, most = maxLength): string {
  const plain = text.replaceAll("*", "").replaceAll(/\s+/g, " ").trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).trimEnd()}…`;
}

/** The text of a line. Imported lines may have segments only. */
export const readLineText = ({ text, segments }: Pick<Turn, "text" | "segments">): string =>
  text.trim() === "" ? segments.map((segment) => segment.text).join(" ") : text;
