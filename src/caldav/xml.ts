import { Refusal } from "../domain/errors.ts";

/** An element with its namespace. Text of several pieces is joined. */
export interface XmlElement {
  readonly ns: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const deepest = 24;
const mostElements = 50_000;
const mostAttributes = 20;
const decoder = new TextDecoder("utf-8", { fatal: true });

const refuse = (problem: string): Refusal =>
  new Refusal("invalid_request", { field: "body", problem });

interface Open {
  readonly ns: string;
  readonly name: string;
  readonly raw: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly scope: ReadonlyMap<string, string>;
  text: string;
}

const nameShape = "[A-Za-z_][A-Za-z0-9._-]*(?::[A-Za-z_][A-Za-z0-9._-]*)?";
const tag = new RegExp(
  `<(?:(/)(${nameShape})\\s*|(${nameShape})((?:\\s+${nameShape}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?))>`,
  "y",
);
const attribute = new RegExp(`(${nameShape})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "g");

/**
 * XML as the protocol uses it: elements, namespaces and text. Document types, entities of one's own
 * and processing instructions are refused, so that nothing can grow while it is read.
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  const text = decode(bytes).replace(/^\uFEFF/, "");
  const root: Open = emptyRoot();
  const reading: Reading = { text, open: [root], elements: 0 };
  let at = /^\s*<\?xml\s[^?<>]{0,200}\?>/.exec(text)?.[0].length ?? 0;
  while (at < text.length) at = readPiece(reading, at);
  const [only, another] = root.children;
  if (reading.open.length > 1 || only === undefined || another !== undefined)
    throw refuse("not well-formed");
  return only;
}

interface Reading {
  readonly text: string;
  readonly open: Open[];
  elements: number;
}

/** Text up to the next mark, and the mark. Gives the place behind it. */
function readPiece(reading: Reading, at: number): number {
  const { text, open } = reading;
  const last = open.at(-1) ?? emptyRoot();
  const next = text.indexOf("<", at);
  const end = next === -1 ? text.length : next;
  if (end > at) addText(last, unescape(text.slice(at, end)));
  if (next === -1) return end;
  const skipped = skipMarkup(text, next, last);
  if (skipped !== undefined) return skipped;
  tag.lastIndex = next;
  const found = tag.exec(text);
  if (found === null) throw refuse("not well-formed");
  const behind = tag.lastIndex;
  if (found[1] !== undefined) closeElement(open, found[2] ?? "");
  else {
    reading.elements += 1;
    if (reading.elements > mostElements || open.length > deepest) throw refuse("too much XML");
    openElement(open, found);
  }
  return behind;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw refuse("not UTF-8");
    throw error;
  }
}

const emptyRoot = (): Open => ({
  ns: "",
  name: "",
  raw: "",
  attributes: new Map(),
  children: [],
  scope: new Map([["xml", "http://www.w3.org/XML/1998/namespace"]]),
  text: "",
});

/** Outside of the one element there is only white space. */
function addText(on: Open, text: string): void {
  if (on.raw === "" && text.trim() !== "") throw refuse("not well-formed");
  on.text += text;
}

/** Comments and character data. Undefined: here begins an element. */
function skipMarkup(text: string, at: number, last: Open): number | undefined {
  if (text.startsWith("<!--", at)) return endOf(text, "-->", at + 4);
  if (text.startsWith("<![CDATA[", at)) {
    const end = endOf(text, "]]>", at + 9);
    addText(last, text.slice(at + 9, end - 3));
    return end;
  }
  if (text.startsWith("<!", at) || text.startsWith("<?", at)) throw refuse("not allowed here");
  return undefined;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  if (end === -1) throw refuse("not well-formed");
  return end + mark.length;
}

function openElement(open: Open[], [, , , raw = "", written = "", isEmpty]: RegExpExecArray): void {
  const parent = open.at(-1) as Open;
  const pairs = [...written.matchAll(attribute)].map(
    ([, name = "", double, single]) => [name, unescape(double ?? single ?? "")] as const,
  );
  const attributes = new Map(pairs);
  if (pairs.length > mostAttributes || attributes.size < pairs.length)
    throw refuse("not well-formed");
  const scope = scopeWith(parent.scope, pairs);
  const [prefix, name] = raw.includes(":") ? (raw.split(":") as [string, string]) : ["", raw];
  const ns = scope.get(prefix);
  if (ns === undefined && prefix !== "") throw refuse("unknown namespace");
  open.push({ ns: ns ?? "", name, raw, attributes, children: [], scope, text: "" });
  if (isEmpty === "/") closeElement(open, raw);
}

function scopeWith(
  known: ReadonlyMap<string, string>,
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> {
  const own = pairs.filter(([name]) => name === "xmlns" || name.startsWith("xmlns:"));
  if (own.length === 0) return known;
  return new Map([...known, ...own.map(([name, ns]) => [name.slice(6), ns] as const)]);
}

function closeElement(open: Open[], raw: string): void {
  const done = open.pop();
  if (done === undefined || done.raw !== raw || raw === "") throw refuse("not well-formed");
  const { ns, name, attributes, children, text } = done;
  open.at(-1)?.children.push({ ns, name, attributes, children, text });
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function unescape(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z]+)?;?/g, (whole, name?: string) => {
    if (name === undefined || !whole.endsWith(";")) throw refuse("not well-formed");
    const known = entities[name];
    if (known !== undefined) return known;
    const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (!name.startsWith("#") || !isCharacter(code)) throw refuse("unknown entity");
    return String.fromCodePoint(code);
  });
}

const isCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x1_0000 && code <= 0x10_ffff);

/** Text inside of an element. What XML cannot hold is left out. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
