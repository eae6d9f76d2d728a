import type { ZipEntry } from "../skills/scenes/formats/zip.ts";

/** As much as a prompt takes; see `mostChars` of the PDF reader. */
const mostChars = 12_000;

export const textIn = (entry: ZipEntry | undefined): string =>
  entry === undefined ? "" : new TextDecoder().decode(entry.unpack());

export interface XmlVisitor {
  open(name: string, attributes: string, isEmpty: boolean): void;
  close(name: string): void;
  text(text: string): void;
  isOver?(): boolean;
}

/** A tag, or the text before the next one. Comments and declarations count as neither. */
const token = /<[!?][^<>]*>|<(\/?)([A-Za-z_][\w:.-]{0,100})((?:[\s/][^<>]*)?)>|([^<]+)/g;

/**
 * The tags and texts of an XML file in their order. It knows no entities but the five of XML and
 * numbers, so none can grow or refer to something outside.
 */
export function walkXml(xml: string, visit: XmlVisitor): void {
  for (const [, slash, name, attributes = "", text] of xml.matchAll(token)) {
    if (visit.isOver?.() === true) return;
    if (text !== undefined) visit.text(decode(text));
    else if (name === undefined) continue;
    else if (slash === "/") visit.close(name);
    else {
      const isEmpty = attributes.endsWith("/");
      visit.open(name, attributes, isEmpty);
      if (isEmpty) visit.close(name);
    }
  }
}

export function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
  return found === undefined ? undefined : decode(found);
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

const decode = (text: string): string =>
  text.replaceAll(/&(#\d{1,7}|#x[\da-fA-F]{1,6}|\w{1,8});/g, (whole: string, what: string) => {
    if (!what.startsWith("#")) return named[what] ?? whole;
    const code = Number(what.startsWith("#x") ? `0${what.slice(1)}` : what.slice(1));
    return code > 0x10ffff ? "" : String.fromCodePoint(code);
  });

/** A text of limited length. */
export function createWriter() {
  const pieces: string[] = [];
  let length = 0;
  return {
    isFull: (): boolean => length > mostChars,
    add(text: string): void {
      if (length > mostChars || text === "") return;
      pieces.push(text);
      length += text.length;
    },
    result(): string {
      const text = pieces
        .join("")
        .replaceAll(/[ \t]+\n/g, "\n")
        .replaceAll(/\n{3,}/g, "\n\n")
        .trim();
      return length > mostChars ? `${text.slice(0, mostChars)}\n[…]` : text;
    },
  };
}
