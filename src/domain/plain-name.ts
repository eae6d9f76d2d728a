import { graphemes } from "./text.ts";

export const longestName = 30;

/** What ends a name: whatever follows is a sentence and no part of it. A dot may stand behind an initial or a title. */
const end =
  /[:;!?,…<>{}()[\]"“”«»「」『』《》，。：；！？、（）\n\r=|/\\@#]|(?<!(?:^|[\s.])(?:\p{L}|dr|mr|mrs|ms|st|prof|jr|sr))\./iu;

/** A name as it may be shown to others and given to a model, wherever it came from: letters, digits, spaces and ' - · of names. */
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
  const cut = kept.length <= longestName ? kept : whole(kept).trim();
  return cut === "" ? null : cut;
}

/** As many whole characters as fit: a letter may be piled with marks. */
function whole(name: string): string {
  let cut = "";
  for (const character of graphemes(name)) {
    if (cut.length + character.length > longestName) break;
    cut += character;
  }
  return cut;
}

export const isPlainName = (name: string): boolean => plainName(name) === name.trim();
