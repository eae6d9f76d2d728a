/** RFC 5545 as text: content lines, their folding and their escapes. */
export interface ContentLine {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly value: string;
  /** The line as it stands in the file, unfolded. */
  readonly raw: string;
}

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  ";": "\\;",
  ",": "\\,",
  "\n": "\\n",
};

/** Text as a value. Control characters have no place in a calendar. */
export const icsText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?!\n)\p{Cc}/gu, " ")
    .replaceAll(/[\\;,\n]/g, (character) => escapes[character] ?? character);

export const plainText = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, character: string) =>
    character.toLowerCase() === "n" ? "\n" : character,
  );

const encoder = new TextEncoder();
const longest = 75;

/**
 * A line is at most 75 bytes long; what follows goes on after a break and a space, never inside a
 * character.
 */
export function foldLine(line: string): string {
  if (line.length <= longest && encoder.encode(line).length <= longest) return line;
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > longest) {
      pieces.push(piece);
      piece = "";
      // The space that begins a continued line counts.
      bytes = 1;
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece].join("\r\n ");
}

export const icsFile = (lines: readonly string[]): string =>
  `${lines.map(foldLine).join("\r\n")}\r\n`;

/** A line that is none is left out: one bad line must not cost a whole calendar. */
export function readLines(text: string): ContentLine[] {
  return text
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n|\r/)
    .flatMap((line) => {
      const found =
        /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/.exec(
          line,
        );
      if (found === null) return [];
      const [, name = "", params = "", value = ""] = found;
      return [{ name: name.toUpperCase(), params: paramsIn(params), value, raw: line }];
    });
}

function paramsIn(text: string): Record<string, string> {
  const params: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [, name = "", quoted, plain] of text.matchAll(
    /;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^;]*))/g,
  ))
    params[name.toUpperCase()] = quoted ?? plain ?? "";
  return params;
}
