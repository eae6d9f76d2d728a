import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../../domain/errors.ts";
import { toCard } from "./card-bot.ts";
import { readCardFile, writeCardFile } from "./card-file.ts";
import { readChat } from "./chat-read.ts";
import { parseJson } from "./lenient-json.ts";
import { readBook } from "./lorebook.ts";
import { replaceTexts, writeChunks } from "./png.ts";
import { drawPortrait } from "./portrait.ts";
import { writeZip } from "./zip-write.ts";

const card = toCard({ id: "b", name: "Mira", persona: "a locksmith", extensions: {} });
const png = Buffer.from(writeCardFile(card, "png"));
const charx = Buffer.from(writeCardFile(card, "charx"));
const toBytes = (text: string): Buffer => Buffer.from(text, "utf8");
const withText = (text: string): Uint8Array =>
  writeChunks(replaceTexts(drawPortrait("x"), { chara: text }));
const toJson = (value: unknown): Buffer => toBytes(JSON.stringify(value));

function changeBytes(from: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(from);
  change(copy);
  return copy;
}

/** The offset of the central directory, and of its first entry. */
const findCentral = (zip: Buffer): number => zip.readUInt32LE(zip.length - 6);
const renameEntry = (name: string): Buffer => {
  const zip = Buffer.from(writeZip({ ["x".repeat(name.length)]: toBytes("{}") }));
  return changeBytes(zip, (copy) => copy.write(name, findCentral(copy) + 46, "latin1"));
};
const createBomb = (): Buffer => {
  const zip = Buffer.from(writeZip({ "card.json": Buffer.alloc(15 * 1024 * 1024, 0x20) }));
  // It declares a small size.
  return changeBytes(zip, (copy) => copy.writeUInt32LE(100, findCentral(copy) + 24));
};
/** Many names for the same bytes. */
const createOverlapping = (): Buffer => {
  const zip = Buffer.from(writeZip({ "card.json": toBytes("{}"), "b.json": toBytes("{}") }));
  const second = findCentral(zip) + 46 + "card.json".length;
  return changeBytes(zip, (copy) => copy.writeUInt32LE(0, second + 42));
};
const findReason = (work: () => unknown): string => {
  try {
    work();
    return "taken";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code}:${String(error.fact?.["reason"])}`;
  }
};
const nestJson = (depth: number): string => `{"name":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const createFiles = (count: number): Record<string, Uint8Array> =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`f${nth}`, toBytes("")]));

describe("a broken card file", () => {
  it.each<[string, () => Uint8Array, string]>([
    ["an empty file", () => new Uint8Array(), "not_a_card"],
    ["the signature of a PNG alone", () => png.subarray(0, 8), "truncated"],
    ["a PNG cut in half", () => png.subarray(0, png.length / 2), "truncated"],
    ["a PNG without its last chunk", () => png.subarray(0, -12), "truncated"],
    [
      "a PNG chunk longer than the file",
      () => changeBytes(png, (copy) => copy.writeUInt32BE(0xffffffff, 8)),
      "truncated",
    ],
    [
      "a PNG with a wrong checksum",
      () => changeBytes(png, (copy) => copy.writeUInt32BE(1, 8 + 8 + 13)),
      "damaged",
    ],
    [
      "a PNG with a changed byte in the card's text",
      () => changeBytes(png, (copy) => (copy[png.length - 40] = 0x21)),
      "damaged",
    ],
    [
      "Marinara 4002: a PNG without its text chunks",
      () => writeChunks(drawPortrait("x")),
      "no_card_inside",
    ],
    ["a PNG text that is not base64", () => withText("\u0001<script>"), "damaged"],
    ["a PNG text that is not JSON", () => withText("aGVsbG8="), "damaged"],
    ["a PNG with a huge text chunk", () => withText("A".repeat(9 * 1024 * 1024)), "too_large"],
    ["a PNG with too many chunks", () => createChunks(20_100), "too_many_parts"],
    ["truncated JSON", () => toBytes('{"name":"A"'), "not_a_card"],
    ["JSON that is not a card", () => toJson({ hello: 1 }), "not_a_card"],
    ["a JSON list", () => toJson([1, 2]), "not_a_card"],
    ["bytes that are not text", () => Buffer.from([0xff, 0xfe, 0xfd]), "not_a_card"],
    ["JSON nested too deeply", () => toBytes(nestJson(5_000)), "too_large"],
    [
      "JSON with too many values",
      () => toJson({ name: "A", more: Array(60_000).fill(0) }),
      "too_large",
    ],
    [
      "a text of five million characters",
      () => toJson({ name: "A", description: "x".repeat(5_000_000) }),
      "too_large",
    ],
    [
      "a zip without its central directory",
      () => charx.subarray(0, charx.length - 30),
      "truncated",
    ],
    ["the signature of a zip alone", () => charx.subarray(0, 4), "truncated"],
    ["a zip without a card", () => writeZip({ "other.json": toBytes("{}") }), "no_card_inside"],
    ["a zip of ten thousand files", () => writeZip(createFiles(10_000)), "too_many_parts"],
    ["a zip bomb with a small declared size", createBomb, "too_large"],
    [
      "a zip with a declared size of a gigabyte",
      () => changeBytes(charx, (copy) => copy.writeUInt32LE(2 ** 30, findCentral(copy) + 24)),
      "too_large",
    ],
    ["a zip with overlapping files", createOverlapping, "damaged"],
    [
      "a zip with a wrong checksum",
      () => changeBytes(charx, (copy) => copy.writeUInt32LE(7, findCentral(copy) + 16)),
      "damaged",
    ],
    [
      "a zip entry that points outside the file",
      () =>
        changeBytes(charx, (copy) => copy.writeUInt32LE(copy.length + 5, findCentral(copy) + 42)),
      "damaged",
    ],
    [
      "an encrypted zip",
      () => changeBytes(charx, (copy) => copy.writeUInt16LE(1, findCentral(copy) + 8)),
      "unsupported",
    ],
    [
      "a zip with an unknown compression method",
      () => changeBytes(charx, (copy) => copy.writeUInt16LE(14, findCentral(copy) + 10)),
      "unsupported",
    ],
    [
      "zip64",
      () => changeBytes(charx, (copy) => copy.writeUInt16LE(0xffff, copy.length - 12)),
      "unsupported",
    ],
    [
      "a zip with invalid compressed data",
      () => changeBytes(charx, (copy) => copy.fill(0xff, 45, 60)),
      "damaged",
    ],
    ["a zip entry named ../evil", () => renameEntry("../evil"), "unsafe_path"],
    ["a zip entry with .. in its path", () => renameEntry("a/../../b"), "unsafe_path"],
    ["a zip entry with an absolute path", () => renameEntry("/etc/passwd"), "unsafe_path"],
    ["a zip entry with a backslash", () => renameEntry("..\\evil"), "unsafe_path"],
    ["a zip entry with a drive letter", () => renameEntry("C:evil"), "unsafe_path"],
    ["a zip entry with a null character", () => renameEntry("a\0b"), "unsafe_path"],
  ])("%s is refused", (_what, make, reason) => {
    const bytes = make();
    expect(findReason(() => readCardFile(bytes))).toBe(`invalid_file:${reason}`);
  });

  it("a file that is not a lorebook or not a chat is refused as such", () => {
    const parseBook = (value: unknown): unknown =>
      readBook(parseJson(toJson(value), "not_a_lorebook"), "b");
    expect(parseBook({ hello: 1 })).toBeUndefined();
    expect(findReason(() => parseJson(toBytes("{"), "not_a_lorebook"))).toBe(
      "invalid_file:not_a_lorebook",
    );
    expect(
      findReason(() =>
        parseBook({
          entries: Array(5_001)
            .fill(null)
            .map(() => ({})),
        }),
      ),
    ).toBe("invalid_file:too_many_parts");
    expect(findReason(() => readChat(toBytes("")))).toBe("invalid_file:not_a_chat");
    expect(findReason(() => readChat(toBytes("hello\n")))).toBe("invalid_file:not_a_chat");
    expect(findReason(() => readChat(toJson({ user_name: "Me", chat_metadata: {} })))).toBe(
      "invalid_file:not_a_chat",
    );
    expect(findReason(() => readChat(toBytes("{}\n".repeat(20_001))))).toBe(
      "invalid_file:too_many_parts",
    );
    expect(findReason(() => readChat(toJson({ mes: "x".repeat(3_000_000) })))).toBe(
      "invalid_file:too_large",
    );
  });

  it("a card file with changed, missing or added bytes is accepted or refused with a code, never with a crash", () => {
    const from = fc.constantFrom(png, charx, Buffer.from(writeCardFile(card, "json")));
    const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 });
    fc.assert(
      fc.property(
        from,
        change,
        fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 8 })),
        (whole, changes, [cut, more]) => {
          const bytes = changeBytes(whole, (copy) =>
            changes.forEach(([at, value]) => (copy[at % copy.length] = value)),
          );
          const short = Buffer.concat([
            cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes,
            more,
          ]);
          expect(findReason(() => readCardFile(short))).toMatch(/^(?:taken|invalid_file:\w+)$/);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("any JSON is accepted as a card, lorebook or chat, or refused with a code", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue({ maxDepth: 4 }), (data, book) => {
        const value = { spec: "chara_card_v2", data, character_book: book, name: data };
        expect(findReason(() => readCardFile(toJson(value)))).toMatch(
          /^(?:taken|invalid_file:\w+)$/,
        );
        expect(
          findReason(() => readBook(parseJson(toJson({ entries: data }), "not_a_lorebook"), "b")),
        ).toMatch(/^(?:taken|invalid_file:\w+)$/);
        expect(
          findReason(() => readChat(toJson({ mes: data, name: book, extra: book, present: data }))),
        ).toMatch(/^(?:taken|invalid_file:\w+)$/);
      }),
      { numRuns: 300 },
    );
  });
});

function createChunks(count: number): Uint8Array {
  const [head, ...rest] = drawPortrait("x");
  const empty = Array.from({ length: count }, () => ({ type: "tEXt", data: new Uint8Array() }));
  return writeChunks([...(head === undefined ? [] : [head]), ...empty, ...rest]);
}
