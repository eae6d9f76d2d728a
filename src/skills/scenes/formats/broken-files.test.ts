import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../../domain/errors.ts";
import { cardFromBot } from "./card-bot.ts";
import { readCardFile, writeCardFile } from "./card-file.ts";
import { readChat } from "./chat-read.ts";
import { jsonIn } from "./loose.ts";
import { readBook } from "./lorebook.ts";
import { withTexts, writeChunks } from "./png.ts";
import { portraitOf } from "./portrait.ts";
import { writeZip } from "./zip-write.ts";

const card = cardFromBot({ id: "b", name: "Mira", persona: "a locksmith", extensions: {} });
const png = Buffer.from(writeCardFile(card, "png"));
const charx = Buffer.from(writeCardFile(card, "charx"));
const bytesOf = (text: string): Buffer => Buffer.from(text, "utf8");
const withText = (text: string): Uint8Array =>
  writeChunks(withTexts(portraitOf("x"), { chara: text }));
const json = (value: unknown): Buffer => bytesOf(JSON.stringify(value));

/** A copy with one thing changed. */
function changed(from: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(from);
  change(copy);
  return copy;
}

/** Where the list of files begins, and what it says of the first one. */
const listed = (zip: Buffer): number => zip.readUInt32LE(zip.length - 6);
const renamed = (name: string): Buffer => {
  const zip = Buffer.from(writeZip({ ["x".repeat(name.length)]: bytesOf("{}") }));
  return changed(zip, (copy) => copy.write(name, listed(copy) + 46, "latin1"));
};
const bomb = (): Buffer => {
  const zip = Buffer.from(writeZip({ "card.json": Buffer.alloc(15 * 1024 * 1024, 0x20) }));
  // It says that it is small.
  return changed(zip, (copy) => copy.writeUInt32LE(100, listed(copy) + 24));
};
/** Many names for the same bytes. */
const overlapping = (): Buffer => {
  const zip = Buffer.from(writeZip({ "card.json": bytesOf("{}"), "b.json": bytesOf("{}") }));
  const second = listed(zip) + 46 + "card.json".length;
  return changed(zip, (copy) => copy.writeUInt32LE(0, second + 42));
};
const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return "taken";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code}:${String(error.fact?.["reason"])}`;
  }
};
const deep = (depth: number): string => `{"name":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const many = (count: number): Record<string, Uint8Array> =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`f${nth}`, bytesOf("")]));

describe("a file that can't be taken", () => {
  it.each<[string, () => Uint8Array, string]>([
    ["nothing at all", () => new Uint8Array(), "not_a_card"],
    ["a picture's first bytes alone", () => png.subarray(0, 8), "truncated"],
    ["a picture cut in its middle", () => png.subarray(0, png.length / 2), "truncated"],
    ["a picture without its end", () => png.subarray(0, -12), "truncated"],
    [
      "a chunk that says it is longer than the file",
      () => changed(png, (copy) => copy.writeUInt32BE(0xffffffff, 8)),
      "truncated",
    ],
    ["a wrong sum", () => changed(png, (copy) => copy.writeUInt32BE(1, 8 + 8 + 13)), "damaged"],
    [
      "a changed byte in the card's text",
      () => changed(png, (copy) => (copy[png.length - 40] = 0x21)),
      "damaged",
    ],
    [
      "Marinara 4002: a picture that was stripped of its texts",
      () => writeChunks(portraitOf("x")),
      "no_card_inside",
    ],
    ["text that is no base64", () => withText("\u0001<script>"), "damaged"],
    ["base64 of no JSON", () => withText("aGVsbG8="), "damaged"],
    ["a huge chunk of text", () => withText("A".repeat(9 * 1024 * 1024)), "too_large"],
    ["a picture of more chunks than any has", () => manyChunks(20_100), "too_many_parts"],
    ["JSON that is cut", () => bytesOf('{"name":"A"'), "not_a_card"],
    ["JSON that is no card", () => json({ hello: 1 }), "not_a_card"],
    ["a list", () => json([1, 2]), "not_a_card"],
    ["bytes that are no text", () => Buffer.from([0xff, 0xfe, 0xfd]), "not_a_card"],
    ["JSON deeper than anybody writes", () => bytesOf(deep(5_000)), "too_large"],
    [
      "more values than anybody writes",
      () => json({ name: "A", more: Array(60_000).fill(0) }),
      "too_large",
    ],
    [
      "a text of five million letters",
      () => json({ name: "A", description: "x".repeat(5_000_000) }),
      "too_large",
    ],
    ["a zip cut before its list", () => charx.subarray(0, charx.length - 30), "truncated"],
    ["a zip's first bytes alone", () => charx.subarray(0, 4), "truncated"],
    ["a zip without a card", () => writeZip({ "other.json": bytesOf("{}") }), "no_card_inside"],
    ["a zip of ten thousand files", () => writeZip(many(10_000)), "too_many_parts"],
    ["a zip that says less than it holds", bomb, "too_large"],
    [
      "a zip that says it holds a gigabyte",
      () => changed(charx, (copy) => copy.writeUInt32LE(2 ** 30, listed(copy) + 24)),
      "too_large",
    ],
    ["files that share their bytes", overlapping, "damaged"],
    [
      "a wrong sum in a zip",
      () => changed(charx, (copy) => copy.writeUInt32LE(7, listed(copy) + 16)),
      "damaged",
    ],
    [
      "a list that points outside",
      () => changed(charx, (copy) => copy.writeUInt32LE(copy.length + 5, listed(copy) + 42)),
      "damaged",
    ],
    [
      "an encrypted zip",
      () => changed(charx, (copy) => copy.writeUInt16LE(1, listed(copy) + 8)),
      "unsupported",
    ],
    [
      "another way of packing",
      () => changed(charx, (copy) => copy.writeUInt16LE(14, listed(copy) + 10)),
      "unsupported",
    ],
    [
      "zip64",
      () => changed(charx, (copy) => copy.writeUInt16LE(0xffff, copy.length - 12)),
      "unsupported",
    ],
    [
      "packed bytes that are none",
      () => changed(charx, (copy) => copy.fill(0xff, 45, 60)),
      "damaged",
    ],
    ["a path upwards", () => renamed("../evil"), "unsafe_path"],
    ["a path upwards in its middle", () => renamed("a/../../b"), "unsafe_path"],
    ["a path from the root", () => renamed("/etc/passwd"), "unsafe_path"],
    ["a path of another system", () => renamed("..\\evil"), "unsafe_path"],
    ["a path with a drive", () => renamed("C:evil"), "unsafe_path"],
    ["a name with a zero in it", () => renamed("a\0b"), "unsafe_path"],
  ])("%s", (_what, make, reason) => {
    const bytes = make();
    expect(reasonOf(() => readCardFile(bytes))).toBe(`invalid_file:${reason}`);
  });

  it("a lorebook or a chat that is none says so", () => {
    const book = (value: unknown): unknown => readBook(jsonIn(json(value), "not_a_lorebook"), "b");
    expect(book({ hello: 1 })).toBeUndefined();
    expect(reasonOf(() => jsonIn(bytesOf("{"), "not_a_lorebook"))).toBe(
      "invalid_file:not_a_lorebook",
    );
    expect(
      reasonOf(() =>
        book({
          entries: Array(5_001)
            .fill(null)
            .map(() => ({})),
        }),
      ),
    ).toBe("invalid_file:too_many_parts");
    expect(reasonOf(() => readChat(bytesOf("")))).toBe("invalid_file:not_a_chat");
    expect(reasonOf(() => readChat(bytesOf("hello\n")))).toBe("invalid_file:not_a_chat");
    expect(reasonOf(() => readChat(json({ user_name: "Me", chat_metadata: {} })))).toBe(
      "invalid_file:not_a_chat",
    );
    expect(reasonOf(() => readChat(bytesOf("{}\n".repeat(20_001))))).toBe(
      "invalid_file:too_many_parts",
    );
    expect(reasonOf(() => readChat(json({ mes: "x".repeat(3_000_000) })))).toBe(
      "invalid_file:too_large",
    );
  });

  it("whatever byte is changed, cut or added, a file is taken or refused by a code, never by a crash", () => {
    const from = fc.constantFrom(png, charx, Buffer.from(writeCardFile(card, "json")));
    const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 });
    fc.assert(
      fc.property(
        from,
        change,
        fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 8 })),
        (whole, changes, [cut, more]) => {
          const bytes = changed(whole, (copy) =>
            changes.forEach(([at, value]) => (copy[at % copy.length] = value)),
          );
          const short = Buffer.concat([
            cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes,
            more,
          ]);
          expect(reasonOf(() => readCardFile(short))).toMatch(/^(?:taken|invalid_file:\w+)$/);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("whatever JSON there is, it is a card or it is not", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue({ maxDepth: 4 }), (data, book) => {
        const value = { spec: "chara_card_v2", data, character_book: book, name: data };
        expect(reasonOf(() => readCardFile(json(value)))).toMatch(/^(?:taken|invalid_file:\w+)$/);
        expect(
          reasonOf(() => readBook(jsonIn(json({ entries: data }), "not_a_lorebook"), "b")),
        ).toMatch(/^(?:taken|invalid_file:\w+)$/);
        expect(
          reasonOf(() => readChat(json({ mes: data, name: book, extra: book, present: data }))),
        ).toMatch(/^(?:taken|invalid_file:\w+)$/);
      }),
      { numRuns: 300 },
    );
  });
});

function manyChunks(count: number): Uint8Array {
  const [head, ...rest] = portraitOf("x");
  const empty = Array.from({ length: count }, () => ({ type: "tEXt", data: new Uint8Array() }));
  return writeChunks([...(head === undefined ? [] : [head]), ...empty, ...rest]);
}
