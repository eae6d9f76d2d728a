import { attributeOf, createWriter, walkXml } from "./xml-text.ts";

const mostSheets = 50;

/** The cells of an Excel file, a line for each row. `read` gives a part's XML, empty where there is none. */
export function readSheets(read: (name: string) => string): string {
  const book = read("xl/workbook.xml");
  const on = {
    strings: readStrings(read("xl/sharedStrings.xml")),
    dates: readDateStyles(read("xl/styles.xml")),
  };
  const isLate = /\bdate1904="(?:1|true)"/.test(book);
  // Day 1 is the first of January 1900, and a 29th of February 1900 is counted that never was.
  const epoch = isLate ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const out = createWriter();
  for (const { name, path } of listSheets(book, read("xl/_rels/workbook.xml.rels"))) {
    if (out.isFull()) break;
    out.add(`# ${name}\n`);
    writeSheet(out, read(path), { ...on, epoch });
    out.add("\n");
  }
  return out.result();
}

/** In the order of their tabs, which is not that of their parts. */
function listSheets(
  book: string,
  relations: string,
): readonly { readonly name: string; readonly path: string }[] {
  const targets = new Map(
    listTags(relations, "Relationship").map((attributes) => {
      const target = attributeOf(attributes, "Target") ?? "";
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      return [attributeOf(attributes, "Id") ?? "", path];
    }),
  );
  return listTags(book, "sheet")
    .slice(0, mostSheets)
    .map((attributes) => ({
      name: attributeOf(attributes, "name") ?? "",
      path: targets.get(attributeOf(attributes, "r:id") ?? "") ?? "",
    }));
}

/** The attributes of each tag with this name. */
function listTags(xml: string, wanted: string): readonly string[] {
  const found: string[] = [];
  walkXml(xml, {
    open: (name, attributes) => void (name === wanted && found.push(attributes)),
    close: () => undefined,
    text: () => undefined,
  });
  return found;
}

/** Without the reading aids of East Asian words. */
function readStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let current = "";
  let isText = false;
  let aids = 0;
  walkXml(xml, {
    open(name, _, isEmpty) {
      if (name === "si") current = "";
      if (name === "rPh") aids += 1;
      if (name === "t") isText = !isEmpty;
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") aids -= 1;
      if (name === "si") strings.push(current);
    },
    text(text) {
      if (isText && aids === 0) current += text;
    },
  });
  return strings;
}

/** The styles that show a number as a date: Excel's own, and those with a format of dates. */
function readDateStyles(xml: string): ReadonlySet<number> {
  const own = new Set<number>();
  const found = new Set<number>();
  let isInside = false;
  let nth = 0;
  walkXml(xml, {
    open(name, attributes) {
      const id = Number(attributeOf(attributes, "numFmtId") ?? Number.NaN);
      if (name === "numFmt" && isDateFormat(attributeOf(attributes, "formatCode") ?? ""))
        own.add(id);
      if (name === "cellXfs") isInside = true;
      if (name !== "xf" || !isInside) return;
      const isBuiltIn = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);
      if (isBuiltIn || own.has(id)) found.add(nth);
      nth += 1;
    },
    close(name) {
      if (name === "cellXfs") isInside = false;
    },
    text: () => undefined,
  });
  return found;
}

const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "")) && !/general/i.test(code);

interface Book {
  readonly strings: readonly string[];
  readonly dates: ReadonlySet<number>;
  /** The moment of day 0. */
  readonly epoch: number;
}

function writeSheet(out: ReturnType<typeof createWriter>, xml: string, book: Book): void {
  let cell: { type: string; isDate: boolean; value: string } | undefined;
  let isValue = false;
  let cells: string[] = [];
  walkXml(xml, {
    open(name, attributes, isEmpty) {
      if (name === "row") cells = [];
      if (name === "c") {
        const style = Number(attributeOf(attributes, "s") ?? 0);
        const type = attributeOf(attributes, "t") ?? "n";
        cell = { type, isDate: book.dates.has(style), value: "" };
      }
      if (name === "v" || name === "t") isValue = !isEmpty;
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      if (name === "c" && cell !== undefined) cells.push(valueOf(book, cell));
      if (name === "row" && cells.some((each) => each !== "")) out.add(`${cells.join("\t")}\n`);
    },
    text(text) {
      if (isValue && cell !== undefined) cell.value += text;
    },
    isOver: () => out.isFull(),
  });
}

function valueOf(
  { strings, epoch }: Book,
  { type, isDate, value }: { type: string; isDate: boolean; value: string },
): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  const days = Number(value);
  if (type !== "n" || !isDate || value === "" || !(days >= 0 && days < 2_958_466)) return value;
  const moment = new Date(epoch + Math.round(days * 86_400) * 1_000).toISOString();
  if (Number.isInteger(days)) return moment.slice(0, 10);
  return days < 1 ? moment.slice(11, 16) : moment.slice(0, 16).replace("T", " ");
}
