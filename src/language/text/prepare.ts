import type { Language } from "../../domain/language.ts";
import { simplify, simplifyCharacter } from "./traditional.ts";

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
  "\u00a0": " ",
  "\u3000": " ",
  "\t": " ",
};

/** `language`: as which it is to be read, where it could be either. */
export function prepare(raw: string, language: Language = languageOf(raw)): Prepared {
  const text = Array.from({ length: raw.length }, (_, at) => narrow(raw.charAt(at)))
    .join("")
    // "2。30": the key beside the dot.
    .replaceAll(/(?<=\d)。(?=\d\d(?!\d))/g, ".")
    // A talk between two, and no clock.
    .replaceAll(/(?<![\d:])1:1(?![\d:])/g, masked.repeat(3))
    // Typed by sound.
    .replaceAll(/[题体]醒/g, "提醒")
    .replaceAll(/提[行型星新](?=我)/g, "提醒")
    // A picture says nothing about time, and stands like a space.
    .replaceAll(/\p{Extended_Pictographic}(?<![\d#*])[\ufe0f\u200d]*/gu, (sign) =>
      " ".repeat(sign.length),
    )
    // Runs of spaces or emoji this long are never meaningful, and every "maybe a space" of the
    // grammar would walk through it again and again.
    .replaceAll(/(?<=\s{8})\s+(?=\s{8})/g, (blanks) => masked.repeat(blanks.length))
    // Neither is such a row of digits.
    .replaceAll(/[\d一二三四五六七八九十]{32,}/g, (digits) => masked.repeat(digits.length));
  const quoted =
    /“[^“”]{0,200}”|"[^"]{0,200}"|「[^「」]{0,200}」|『[^『』]{0,200}』|《[^《》]{0,200}》|(?<=^|[\s:,(])'(?=\w)[^'\n]{1,200}(?:'\w[^'\n]{0,100}){0,4}'(?=[\s,.;:!?)]|$)/g;
  return {
    raw,
    text: text.replace(quoted, (quote) => masked.repeat(quote.length)),
    language,
    hasQuote: /[“"「『]/.test(raw),
  };
}

/**
 * One Chinese name in an English sentence does not make it Chinese; a Chinese word of command does.
 */
export function languageOf(raw: string): Language {
  const han = countHan(raw);
  if (han === 0) return "en";
  const words = raw.match(/[A-Za-z']+/g)?.length ?? 0;
  return words >= 3 && words > han && !speaksChinese.test(simplify(raw)) ? "en" : "zh";
}

/** A word of command, or a time: more than a name. */
const speaksChinese =
  /[提叫喊催约改删取记设定闹我后再吗]|(?:周|星期|礼拜)[一二三四五六日天]|[今明]天|[今明][早晚]|[上下]午|晚上|早上|[\d一二三四五六七八九十]点/;

function countHan(raw: string): number {
  let count = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at);
    if (code >= 0x3400 && code <= 0x9fff) count += 1;
  }
  return count;
}

/** Only changes that keep the length, so that a place in the one is a place in the other. */
function narrow(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code >= 0x4e00 && code <= 0x9fff) return simplifyCharacter(sign);
  if (code < 128 && sign !== "\t") return code >= 65 && code <= 90 ? sign.toLowerCase() : sign;
  const known = replaced[sign];
  if (known !== undefined) return known;
  const folded = sign.normalize("NFKC").toLowerCase();
  return folded.length === 1 ? folded : sign;
}
