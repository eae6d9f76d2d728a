/** A stretch of a text, in UTF-16 units, as vendors count. */
export interface Entity {
  readonly type: "bold" | "italic" | "strikethrough" | "code" | "pre";
  readonly offset: number;
  readonly length: number;
  readonly language?: string;
}

export interface Formatted {
  readonly text: string;
  readonly entities: readonly Entity[];
}

/** More than this is ignored by vendors. */
const mostEntities = 100;

/**
 * The Markdown that models write, as text and entities. Only marks that are closed on the same line
 * count; everything else stays as it was written. The result is never longer than its source, so a
 * part that fits stays one that fits, and no entity can be cut.
 */
export function format(markdown: string): Formatted {
  const out = new Writer();
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    if (at > 0) out.add("\n");
    const line = lines[at] ?? "";
    const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]{0,30})[ \t]*$/.exec(line);
    const end = fence === null ? -1 : endOfFence(lines, at + 1, fence[1] ?? "");
    if (fence === null || end === -1) writeLine(out, line);
    else {
      const code = lines.slice(at + 1, end).join("\n");
      const language = fence[2] === "" ? {} : { language: fence[2] };
      out.within("pre", () => out.add(code), language);
      at = end;
    }
  }
  const done = out.result();
  return done.text.trim() === "" ? { text: markdown, entities: [] } : done;
}

function endOfFence(lines: readonly string[], from: number, opener: string): number {
  const closer = new RegExp(`^ {0,3}\\${opener[0]}{${opener.length},}[ \\t]*$`);
  for (let at = from; at < lines.length; at += 1)
    if (closer.test(lines[at] ?? "")) return at > from ? at : -1;
  return -1;
}

class Writer {
  #text = "";
  readonly #entities: Entity[] = [];

  add(text: string): void {
    this.#text += text;
  }

  within(
    type: Entity["type"],
    write: () => void,
    more: { language?: string | undefined } = {},
  ): void {
    const offset = this.#text.length;
    write();
    const length = this.#text.length - offset;
    if (length === 0) return;
    const { language } = more;
    this.#entities.push({ type, offset, length, ...(language === undefined ? {} : { language }) });
  }

  result(): Formatted {
    const entities = this.#entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length);
    return { text: this.#text, entities: entities.slice(0, mostEntities) };
  }
}

function writeLine(out: Writer, line: string): void {
  const [, heading] = /^#{1,6} +(\S.*?)(?: +#+)?$/.exec(line) ?? [];
  if (heading !== undefined) return out.within("bold", () => writeInline(out, heading));
  const [, indent, rest] = /^(\s*)[-*+] (\S.*)$/.exec(line) ?? [];
  if (rest === undefined) return writeInline(out, line);
  out.add(`${indent}• `);
  writeInline(out, rest);
}

const marks =
  /(`+)([^`]+)\1(?!`)|\*\*(?=[^\s*])(.+?)(?<=[^\s*])\*\*|__(?=[^\s_])(.+?)(?<=[^\s_])__|~~(?=\S)(.+?)(?<=\S)~~|(?<![A-Za-z0-9*])\*(?=[^\s*])([^*]+?)(?<=[^\s*])\*(?![A-Za-z0-9*])|(?<![A-Za-z0-9_])_(?=[^\s_])([^_]+?)(?<=[^\s_])_(?![A-Za-z0-9_])|\[([^\][]+)\]\((https?:\/\/[^\s()]+)\)/gu;

function writeInline(out: Writer, text: string): void {
  let at = 0;
  for (const found of text.matchAll(marks)) {
    out.add(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [, , code, strong, strongToo, struck, soft, softToo, label, url] = found;
    const bold = strong ?? strongToo;
    const italic = soft ?? softToo;
    if (code !== undefined) out.within("code", () => out.add(code));
    else if (bold !== undefined) out.within("bold", () => writeInline(out, bold));
    else if (italic !== undefined) out.within("italic", () => writeInline(out, italic));
    else if (struck !== undefined) out.within("strikethrough", () => writeInline(out, struck));
    // A link shows where it leads.
    else out.add(label === url ? (url ?? "") : `${label} (${url})`);
  }
  out.add(text.slice(at));
}
