/** Who is meant where a card leaves a place for a name. */
export interface MacroNames {
  readonly char: string;
  /** Unknown until somebody plays: then the place stays open. */
  readonly user?: string | undefined;
}

const longest = 4_000;
const notes = new RegExp(String.raw`\{\{(?://|comment:|hidden_key:)[^{}]{0,${longest}}\}\}`, "gi");
const choices = new RegExp(String.raw`\{\{(?:random|pick)(?::|::)([^{}]{1,${longest}})\}\}`, "gi");
const reversed = new RegExp(String.raw`\{\{reverse:([^{}]{1,${longest}})\}\}`, "gi");

/** A card's text with names in it. The same text gives the same words each time: what a bot is must not change from turn to turn. */
export function withNames(text: string, { char, user }: MacroNames): string {
  if (!/[{<]/.test(text)) return text;
  const named = text.replaceAll(/\{\{(?:char|bot)\}\}|<(?:bot|char)>/gi, () => char);
  return (user === undefined ? named : named.replaceAll(/\{\{user\}\}|<user>/gi, () => user))
    .replaceAll(notes, "")
    .replaceAll(choices, (_whole, listed: string) => chosen(listed))
    .replaceAll(/\{\{roll:\s*1?d?(\d{1,4})\}\}/gi, (whole, sides: string) =>
      String(1 + (markOf(whole) % Math.max(1, Number(sides)))),
    )
    .replaceAll(reversed, (_whole, inner: string) => Array.from(inner).toReversed().join(""));
}

/** Chosen by the words themselves. */
function chosen(listed: string): string {
  const options = listed
    .split(listed.includes("::") ? "::" : /(?<!\\),/)
    .map((option) => option.replaceAll("\\,", ",").trim());
  return options[markOf(listed) % options.length] ?? "";
}

function markOf(text: string): number {
  let mark = 2_166_136_261;
  for (const char of text) mark = Math.imul(mark ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return mark >>> 7;
}
