import { graphemes } from "./text.ts";

export const longestName = 30;

/** Characters that end a name. A dot may follow an initial or a title. */
const end =
  /[:;!?,…<>{}()[\]"“”«»「」『』《》，。：；！？、（）\n\r=|/\\@#]|(?<!(?:^|[\s.])(?:\p{L}|dr|mr|mrs|ms|st|prof|jr|sr))\./iu;

/**
 * A name that is safe to show to others and to give to a model: letters, digits, spaces and the ' -
 * · of names.
 */
export function plainName(name: string | null): string | null {
  if (name === null) return null;
  const visible = name
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim();
  const parts = visible.split(end).map((part) =>
    part
      .replaceAll(/[^\p{L}\p{M}\p{N} '’\-·.]/gu, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  const kept = parts.find((part) => /[\p{L}\p{N}]/u.test(part)) ?? "";
  const cut = kept.length <= longestName ? kept : truncateName(kept).trim();
  return cut === "" ? null : cut;
}

/** Cuts between whole graphemes: a letter may carry many combining marks. */
function truncateName(name: string): string {
  let cut = "";
  for (const character of graphemes(name)) {
    if (cut.length + character.length > longestName) break;
    cut += character;
  }
  return cut;
}

export const isPlainName = (name: string): boolean => plainName(name) === name.trim();
