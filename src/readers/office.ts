import { Refusal } from "../domain/errors.ts";
import { readZip, type ZipEntry } from "../skills/scenes/formats/zip.ts";
import { readSheets } from "./sheets.ts";
import { createWriter, textIn, walkXml } from "./xml-text.ts";

type Entries = ReadonlyMap<string, ZipEntry>;

/**
 * The words of a Word, Excel or PowerPoint file, from the XML in it. Pictures, macros, comments and
 * deleted words are left out; nothing outside of the file is looked at.
 */
export async function readOffice(bytes: Uint8Array): Promise<string> {
  const entries = readZip(bytes);
  if (entries.has("word/document.xml")) return readWord(entries);
  if (entries.has("xl/workbook.xml")) return readSheets((name) => textIn(entries.get(name)));
  if (entries.has("ppt/presentation.xml")) return readSlides(entries);
  throw new Refusal(
    "invalid_file",
    { reason: "unsupported" },
    "This is not a Word, Excel or PowerPoint file.",
  );
}

function readWord(entries: Entries): string {
  const out = createWriter();
  writeParagraphs(out, textIn(entries.get("word/document.xml")), "w:");
  return out.result();
}

function readSlides(entries: Entries): string {
  const out = createWriter();
  const slides = [...entries.keys()]
    .flatMap((name) => {
      const [, number] = /^ppt\/slides\/slide(\d{1,4})\.xml$/.exec(name) ?? [];
      return number === undefined ? [] : [{ name, number: Number(number) }];
    })
    .toSorted((one, other) => one.number - other.number);
  for (const { name, number } of slides) {
    if (out.isFull()) break;
    out.add(`[${number}]\n`);
    writeParagraphs(out, textIn(entries.get(name)), "a:");
    out.add("\n");
  }
  return out.result();
}

/** Word and PowerPoint name the same parts of a text alike, each with its own prefix. */
function writeParagraphs(out: ReturnType<typeof createWriter>, xml: string, prefix: string): void {
  const ends: Readonly<Record<string, string>> = { p: "\n", tc: "\t", tr: "\n" };
  const marks: Readonly<Record<string, string>> = { br: "\n", cr: "\n", tab: "\t" };
  let isText = false;
  let cells = 0;
  walkXml(xml, {
    open(name, _, isEmpty) {
      if (!name.startsWith(prefix)) return;
      const bare = name.slice(prefix.length);
      if (bare === "tc") cells += 1;
      if (bare === "t") isText = !isEmpty;
      else out.add(marks[bare] ?? "");
    },
    close(name) {
      if (!name.startsWith(prefix)) return;
      const bare = name.slice(prefix.length);
      if (bare === "t") isText = false;
      if (bare === "tc") cells -= 1;
      // The paragraphs of a cell stay on its line.
      out.add(bare === "p" && cells > 0 ? " " : (ends[bare] ?? ""));
    },
    text: (text) => void (isText && out.add(text)),
    isOver: () => out.isFull(),
  });
}
