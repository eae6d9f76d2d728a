/**
 * A text as a link parser may read it, with the place of each character in the original: compatibility forms become plain ones
 * (`ｅｖｉｌ．com`), invisible characters and markdown escapes go (`evil\.com`), character references are decoded (`evil&#46;com`).
 */
export interface FoldedText {
  readonly text: string;
  /** Original index at which the folded character begins. One more entry holds the end of the text. */
  readonly starts: readonly number[];
  /** Original index at which the folded character ends. */
  readonly ends: readonly number[];
}

const plain = /^[\t\n\x20-\x25\x27-\x5b\x5d-\x7e]*$/;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
/** Full-width punctuation ends an address; its half-width form would be part of one. */
const fullWidthStop = /^[，；！？（）［］｛｝＜＞｜＂＇]$/u;
const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(period|colon|sol|commat|lowbar|hyphen));/iy;
const named: Readonly<Record<string, string>> = {
  period: ".",
  colon: ":",
  sol: "/",
  commat: "@",
  lowbar: "_",
  hyphen: "-",
};
const escaped = /\\(?=[!-/:-@[-`{-~])/y;

export function foldText(text: string): FoldedText {
  if (plain.test(text))
    return {
      text,
      starts: Array.from({ length: text.length + 1 }, (_, at) => at),
      ends: endsOf(text.length),
    };
  const folded: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length;) {
    const { chars, length } = foldAt(text, at);
    for (const unit of chars.split("")) {
      folded.push(unit);
      starts.push(at);
      ends.push(at + length);
    }
    at += length;
  }
  starts.push(text.length);
  return { text: folded.join(""), starts, ends };
}

const endsOf = (length: number): number[] => Array.from({ length }, (_, at) => at + 1);

function foldAt(text: string, at: number): { readonly chars: string; readonly length: number } {
  escaped.lastIndex = at;
  if (escaped.test(text)) return { chars: "", length: 1 };
  const decoded = decodeReference(text, at);
  if (decoded !== undefined) return decoded;
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (ignorable.test(char)) return { chars: "", length: char.length };
  if (char <= "\x7f" || fullWidthStop.test(char)) return { chars: char, length: char.length };
  return { chars: char.normalize("NFKC"), length: char.length };
}

function decodeReference(
  text: string,
  at: number,
): { readonly chars: string; readonly length: number } | undefined {
  if (text[at] !== "&") return undefined;
  reference.lastIndex = at;
  const found = reference.exec(text);
  if (found === null) return undefined;
  const [whole, decimal, hex, name] = found;
  const code =
    decimal !== undefined
      ? Number(decimal)
      : hex !== undefined
        ? Number.parseInt(hex, 16)
        : undefined;
  if (code !== undefined && (code > 0x10ffff || code === 0)) return undefined;
  return {
    chars:
      code === undefined ? (named[name?.toLowerCase() ?? ""] ?? "") : String.fromCodePoint(code),
    length: whole.length,
  };
}
