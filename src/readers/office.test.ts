import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import { systemClock } from "../cli/system.ts";
import { Refusal } from "../domain/errors.ts";
import { writeZip } from "../skills/scenes/formats/zip-write.ts";
import { createFileReader } from "./create.ts";
import { readOffice } from "./office.ts";

const archive = (parts: Readonly<Record<string, string>>): Uint8Array =>
  writeZip(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(xml)])),
  );
const word = (body: string) =>
  archive({ "word/document.xml": `<?xml version="1.0"?><w:document>${body}</w:document>` });
const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

const workbook = archive({
  "xl/workbook.xml":
    '<workbook><sheets><sheet name="Second &amp; last" r:id="r2"/><sheet name="Plan" r:id="r1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels":
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet7.xml"/></Relationships>',
  "xl/sharedStrings.xml":
    "<sst><si><t>Tea</t></si><si><r><t>东</t></r><r><t>京</t></r><rPh><t>とう</t></rPh></si></sst>",
  "xl/styles.xml":
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
  "xl/worksheets/sheet1.xml":
    '<worksheet><row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c><v>12.5</v></c></row><row r="2"/><row r="3"><c s="1"><v>46027</v></c><c s="2"><v>46027.75</v></c><c t="b"><v>1</v></c><c t="inlineStr"><is><t>hi</t></is></c></row></worksheet>',
  "xl/worksheets/sheet7.xml": '<worksheet><row><c t="str"><v>x</v></c></row></worksheet>',
});

describe("Word, Excel and PowerPoint files", () => {
  it("the words of a Word file are read in their lines, tables with a line for each row, and deleted words are not", async () => {
    const table = `<w:tbl><w:tr><w:tc>${paragraph("a")}</w:tc><w:tc>${paragraph("b")}</w:tc></w:tr></w:tbl>`;
    const deleted = "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>";
    const text = await readOffice(
      word(
        `${paragraph("R&amp;D &#20320;&#x597d;")}${deleted}${table}<w:p><w:t>end</w:t><w:br/></w:p>`,
      ),
    );
    expect(text).toBe("R&D 你好\n\na \tb\nend");
  });

  it("the cells of an Excel file are read by the order of its tabs, with dates as dates", async () => {
    expect(await readOffice(workbook)).toBe(
      "# Second & last\nx\n\n# Plan\nTea\t东京\t12.5\n2026-01-05\t2026-01-05 18:00\tTRUE\thi",
    );
  });

  it("the slides of a PowerPoint file are read by their numbers", async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const parts = Object.fromEntries(
      [10, 2, 1].map((nth) => [`ppt/slides/slide${nth}.xml`, slide(`slide ${nth}`)]),
    );
    expect(await readOffice(archive({ "ppt/presentation.xml": "<p/>", ...parts }))).toBe(
      "[1]\nslide 1\n\n[2]\nslide 2\n\n[10]\nslide 10",
    );
  });

  it("a long file is cut, and another archive is refused", async () => {
    const long = await readOffice(word(paragraph("word ".repeat(50)).repeat(2_000)));
    expect([long.length < 12_100, long.endsWith("[…]")]).toEqual([true, true]);
    await expect(readOffice(archive({ "a.txt": "x" }))).rejects.toBeInstanceOf(Refusal);
  });

  it("no entity of a file's own is followed", async () => {
    const grown = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>`;
    const text = await readOffice(
      archive({ "word/document.xml": `${grown}<w:p><w:t>&a;&b;</w:t></w:p>` }),
    );
    expect(text).toBe("&a;&b;");
  });

  it("damaged files end with a refusal or with some text, and with nothing else", async () => {
    const whole = [word(paragraph("hello").repeat(20)), workbook];
    const wounds = fc.tuple(fc.constantFrom(...whole), fc.array(fc.tuple(fc.nat(), fc.nat(255))));
    for (const [bytes, changes] of fc.sample(wounds, { numRuns: runs(500, 20_000), seed: 7 })) {
      const hurt = Uint8Array.from(bytes);
      for (const [at, value] of changes) hurt[at % hurt.length] = value;
      const read = await readOffice(hurt).catch((error: unknown) => error);
      expect(typeof read === "string" || read instanceof Refusal).toBe(true);
    }
    const xml = fc.array(
      fc.oneof(
        fc.string({ maxLength: 10 }),
        fc.constantFrom(
          "<w:p>",
          "</w:p>",
          "<w:t>",
          "</w:t",
          "<w:t",
          "&#x110000;",
          "<!--",
          "<w:tc/>",
        ),
      ),
    );
    for (const parts of fc.sample(xml, { numRuns: runs(1_500, 20_000), seed: 8 }))
      expect(typeof (await readOffice(word(parts.join(""))))).toBe("string");
  });

  it("the reader's own process reads one, and refuses one that unpacks to far more than it says", async () => {
    const reader = createFileReader({ clock: systemClock, log: silentLog });
    const read = (bytes: Uint8Array) => reader.read({ accountId: "ada", kind: "office", bytes });
    expect(await read(word(paragraph("hello")))).toBe("hello");
    const bomb = Buffer.from(word(" ".repeat(15 * 1024 ** 2)));
    const claimed = bomb.lastIndexOf("PK\x01\x02", undefined, "latin1");
    bomb.writeUInt32LE(1_000, claimed + 24);
    await expect(read(bomb)).rejects.toMatchObject({ code: "invalid_file" });
  });
});
