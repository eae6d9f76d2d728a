import { hashCharacters } from "./hash-text.ts";

/** Names for the placeholders of a card. */
export interface MacroNames {
  readonly char: string;
  /** Undefined until the story is played; the placeholder is kept. */
  readonly user?: string | undefined;
}

const maxLength = 4_000;
const notes = new RegExp(
  String.raw`\{\{(?://|comment:|hidden_key:)[^{}]{0,${maxLength}}\}\}`,
  "gi",
);
const choices = new RegExp(
  String.raw`\{\{(?:random|pick)(?::|::)([^{}]{1,${maxLength}})\}\}`,
  "gi",
);
const reversed = new RegExp(String.raw`\{\{reverse:([^{}]{1,${maxLength}})\}\}`, "gi");

/**
 * Fills a card's placeholders. The result is deterministic, since a bot must not change from turn
 * to turn.
 */
export function fillPlaceholders(text: string, { char, user }: MacroNames): string {
  if (!/[{<]/.test(text)) return text;
  const named = text.replaceAll(/\{\{(?:char|bot)\}\}|<(?:bot|char)>/gi, () => char);
  return (user === undefined ? named : named.replaceAll(/\{\{user\}\}|<user>/gi, () => user))
    .replaceAll(notes, "")
    .replaceAll(choices, (_whole, listed: string) => pickOption(listed))
    .replaceAll(/\{\{roll:\s*1?d?(\d{1,4})\}\}/gi, (whole, sides: string) =>
      String(1 + ((hashCharacters(whole) >>> 7) % Math.max(1, Number(sides)))),
    )
    .replaceAll(reversed, (_whole, inner: string) => Array.from(inner).toReversed().join(""));
}

/** Chosen by a hash of the options. */
function pickOption(listed: string): string {
  const options = listed
    .split(listed.includes("::") ? "::" : /(?<!\\),/)
    .map((option) => option.replaceAll("\\,", ",").trim());
  return options[(hashCharacters(listed) >>> 7) % options.length] ?? "";
}
