import type { Language } from "./request.ts";

/** Stands where a quoted word was: nothing in the grammar matches it, and places stay the same. */
const masked = "\ue000";

export interface Prepared {
  /** As written; titles are cut from it. */
  readonly raw: string;
  /** Same length: half-width, lower case, one kind of colon and dash, quoted words blanked. */
  readonly text: string;
  readonly language: Language;
  readonly hasQuote: boolean;
}

const replaced: Readonly<Record<string, string>> = {
  "∶": ":",
  "︰": ":",
  "：": ":",
  "—": "-",
  "–": "-",
  "－": "-",
  "～": "~",
  "〜": "~",
  "’": "'",
  "‘": "'",
  "。": "。",
  點: "点",
  鐘: "钟",
  週: "周",
  後: "后",
  個: "个",
  兩: "两",
  號: "号",
  喚: "唤",
  間: "间",
  時: "时",
  "\u00a0": " ",
  "\u3000": " ",
  "\t": " ",
};

export function prepare(raw: string): Prepared {
  const text = Array.from({ length: raw.length }, (_, at) => narrow(raw.charAt(at))).join("");
  const quoted = /“[^“”]{0,200}”|"[^"]{0,200}"|「[^「」]{0,200}」|『[^『』]{0,200}』|《[^《》]{0,200}》/g;
  return {
    raw,
    text: text.replace(quoted, (quote) => masked.repeat(quote.length)),
    language: /[\u3400-\u9fff]/.test(raw) ? "zh" : "en",
    hasQuote: /[“"「『]/.test(raw),
  };
}

/** Only changes that keep the length, so that a place in the one is a place in the other. */
function narrow(sign: string): string {
  const known = replaced[sign];
  if (known !== undefined) return known;
  const folded = sign.normalize("NFKC").toLowerCase();
  return folded.length === 1 ? folded : sign;
}
