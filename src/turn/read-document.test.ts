import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { systemClock } from "../cli/system.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import { readDocument } from "./read-document.ts";

/** A PDF with one page for each text. */
function pdf(pages: readonly string[], stream = (text: string): Buffer => Buffer.from(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`)): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer): number => objects.push(Buffer.from(body));
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [at, text] of pages.entries()) {
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`);
    const packed = deflateSync(stream(text));
    add(Buffer.concat([Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`), packed, Buffer.from("\nendstream")]));
  }
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = 9;
  for (const [at, body] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`));
  parts.push(Buffer.from(`trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`));
  return Buffer.concat(parts);
}

const file = (bytes: Uint8Array) => ({ type: "application/pdf", bytes, channel: "wecom" });
const never = new AbortController().signal;

it("reads the words of a PDF, page by page, and nothing that is none, damaged or too large", async () => {
  const read = readDocument({ clock: systemClock, log: silentLog });
  expect(await read(file(pdf(["Quarterly report", "Page two"])), never)).toBe("Quarterly report\n\nPage two");
  expect(await read(file(Buffer.from("%PDF-1.7 nothing of the kind")), never)).toBeUndefined();
  expect(await read(file(new Uint8Array(20 * 1024 ** 2 + 1)), never)).toBeUndefined();
  expect(await read({ type: "application/zip", bytes: pdf(["x"]), channel: "wecom" }, never)).toBeUndefined();
});

it("ends a PDF that is made to take for ever, when its time is over or when the turn ends, and reads the next one", async () => {
  // Four hundred kilobytes of file, four hundred megabytes of page.
  const bomb = pdf(["x"], () => Buffer.alloc(400 * 1024 ** 2, "(a) Tj "));
  const clock = fakeClock();
  const read = readDocument({ clock, log: silentLog });
  const stopped = new AbortController();
  const first = read(file(bomb), stopped.signal);
  const second = read(file(pdf(["still here"])), never);
  stopped.abort();
  expect([await first, await second]).toEqual([undefined, "still here"]);
  const slow = read(file(bomb), never);
  await clock.advance(15_000);
  expect(await slow).toBeUndefined();
});
