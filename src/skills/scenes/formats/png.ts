import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { refuseFile } from "./file-refusal.ts";

/** A PNG consists of a signature and chunks; cards are stored in text chunks. */
export interface PngChunk {
  readonly type: string;
  readonly data: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxChunks = 20_000;
/** Far beyond any real card; larger ones are malicious. */
const maxTextBytes = 8 * 1024 * 1024;

export const isPng = (bytes: Uint8Array): boolean =>
  signature.equals(bytes.subarray(0, signature.length));

/** All chunks up to IEND with verified checksums. Trailing data is ignored. */
export function readChunks(bytes: Uint8Array): PngChunk[] {
  if (!isPng(bytes)) throw refuseFile("not_a_card");
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = signature.length; ;) {
    if (at + 12 > view.length) throw refuseFile("truncated");
    const length = view.readUInt32BE(at);
    if (length > view.length - at - 12) throw refuseFile("truncated");
    const type = view.toString("latin1", at + 4, at + 8);
    if (crc32(view.subarray(at + 4, at + 8 + length)) !== view.readUInt32BE(at + 8 + length))
      throw refuseFile("damaged", { chunk: chunks.length });
    chunks.push({ type, data: view.subarray(at + 8, at + 8 + length) });
    if (chunks.length > maxChunks) throw refuseFile("too_many_parts");
    if (type === "IEND") return chunks;
    at += 12 + length;
  }
}

export function writeChunks(chunks: readonly PngChunk[]): Uint8Array {
  return Buffer.concat([signature, ...chunks.map(({ type, data }) => toChunkBytes(type, data))]);
}

function toChunkBytes(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The text of a keyword. The last chunk wins, as in the programs that write cards. */
export function findText(chunks: readonly PngChunk[], keyword: string): string | undefined {
  const found = chunks.findLast((chunk) => isText(chunk, keyword));
  if (found === undefined) return undefined;
  if (found.data.length > maxTextBytes)
    throw refuseFile("too_large", { limit_bytes: maxTextBytes });
  return Buffer.from(found.data.subarray(keyword.length + 1)).toString("latin1");
}

/** The picture with these texts instead of any others with the same keywords. */
export function replaceTexts(
  chunks: readonly PngChunk[],
  texts: Readonly<Record<string, string>>,
): PngChunk[] {
  const kept = chunks.filter(
    (chunk) => !Object.keys(texts).some((keyword) => isText(chunk, keyword)),
  );
  const added = Object.entries(texts).map(([keyword, text]): PngChunk => ({
    type: "tEXt",
    data: Buffer.from(`${keyword}\0${text}`, "latin1"),
  }));
  return [...kept.slice(0, -1), ...added, ...kept.slice(-1)];
}

/** Keywords are case-insensitive: some programs write `Chara`. */
function isText({ type, data }: PngChunk, keyword: string): boolean {
  if (type !== "tEXt" || data[keyword.length] !== 0) return false;
  return Buffer.from(data.subarray(0, keyword.length)).toString("latin1").toLowerCase() === keyword;
}
