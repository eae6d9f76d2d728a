/**
 * The value of an element in WeCom's flat XML. Nothing else of XML is known here: no entities, no
 * documents from elsewhere, and one look from the beginning to the end.
 */
export function valueIn(xml: string, name: string): string | undefined {
  const open = `<${name}>`;
  const from = xml.indexOf(open);
  if (from === -1) return undefined;
  const to = xml.indexOf(`</${name}>`, from);
  if (to === -1) return undefined;
  const raw = xml.slice(from + open.length, to).trim();
  const cdata = /^<!\[CDATA\[([^]*)\]\]>$/.exec(raw);
  const value = cdata?.[1] ?? (raw.includes("<") ? "" : unescape(raw));
  return value === "" ? undefined : value;
}

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

const unescape = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name] ?? "");
