import { Buffer } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { refuseFile } from "./file-refusal.ts";

/** A file in a zip. It is unpacked on demand, in memory only. */
export interface ZipEntry {
  readonly name: string;
  /** As declared by the archive; unpacking more fails. */
  readonly size: number;
  unpack(): Uint8Array;
}

const limits = {
  entries: 1_000,
  entryBytes: 16 * 1024 * 1024,
  allBytes: 64 * 1024 * 1024,
  nameBytes: 300,
};
const endMark = 0x06054b50;
const centralMark = 0x02014b50;
const localMark = 0x04034b50;
const endSize = 22;
const centralSize = 46;
const localSize = 30;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** The archive of a file that begins as something else: some programs append a card to its picture. */
export function cutArchive(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.includes("PK\u0005\u0006", -endSize - 0xffff, "latin1"))
    throw refuseFile("no_card_inside");
  const end = findEnd(file);
  const begins = end - file.readUInt32LE(end + 12) - file.readUInt32LE(end + 16);
  return begins > 0 ? bytes.subarray(begins) : bytes;
}

/** The archive's entries, validated as a whole before anything is unpacked. */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  const start = file.readUInt32LE(end + 16);
  if (count === 0xffff || start === 0xffffffff || file.readUInt32LE(end + 4) !== 0)
    throw refuseFile("unsupported", { what: "zip64 or multiple volumes" });
  if (count > limits.entries) throw refuseFile("too_many_parts", { limit: limits.entries });
  const entries = new Map<string, ZipEntry>();
  const spans: [from: number, to: number][] = [];
  let all = 0;
  for (let index = 0, at = start; index < count; index += 1) {
    const listed = readCentralEntry(file, at, end);
    at = listed.next;
    all += listed.size;
    if (listed.size > limits.entryBytes || all > limits.allBytes)
      throw refuseFile("too_large", { limit_bytes: limits.allBytes });
    spans.push([listed.local, listed.local + localSize + listed.packed]);
    if (listed.name.endsWith("/")) continue;
    if (entries.has(listed.name)) throw refuseFile("damaged", { what: "duplicate name" });
    entries.set(listed.name, {
      name: listed.name,
      size: listed.size,
      unpack: () => unpack(file, listed),
    });
  }
  assertApart(spans);
  return entries;
}

/** Searched from the end, so data before the archive and a comment after it are allowed. */
function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - endSize - 0xffff);
  for (let at = file.length - endSize; at >= first; at -= 1)
    if (file.readUInt32LE(at) === endMark) return at;
  throw refuseFile("truncated");
}

interface CentralEntry {
  readonly name: string;
  readonly method: number;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
  readonly local: number;
  readonly next: number;
}

function readCentralEntry(file: Buffer, at: number, end: number): CentralEntry {
  if (at + centralSize > end || file.readUInt32LE(at) !== centralMark)
    throw refuseFile("damaged", { what: "central directory" });
  const nameLength = file.readUInt16LE(at + 28);
  const next =
    at + centralSize + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  if (next > end) throw refuseFile("truncated");
  const flags = file.readUInt16LE(at + 8);
  const method = file.readUInt16LE(at + 10);
  if ((flags & 1) !== 0 || (method !== 0 && method !== 8))
    throw refuseFile("unsupported", { what: "encryption or compression method" });
  if (nameLength > limits.nameBytes) throw refuseFile("unsafe_path");
  return {
    name: assertSafeName(file.toString("utf8", at + centralSize, at + centralSize + nameLength)),
    method,
    sum: file.readUInt32LE(at + 16),
    packed: file.readUInt32LE(at + 20),
    size: file.readUInt32LE(at + 24),
    local: file.readUInt32LE(at + 42),
    next,
  };
}

/** Names are never used as paths here, but a traversal attempt shows that the file is malicious. */
function assertSafeName(name: string): string {
  const parts = name.split("/");
  // oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
  const isOdd = name === "" || name.startsWith("/") || /[\\\0-\x1f]|^[A-Za-z]:/.test(name);
  if (isOdd || parts.includes("..") || parts.includes(".")) throw refuseFile("unsafe_path");
  return name;
}

/** Overlapping files are a way to build a zip bomb. */
function assertApart(spans: readonly (readonly [number, number])[]): void {
  const inOrder = spans.toSorted(([one], [other]) => one - other);
  const isShared = inOrder.some(([, to], index) => to > (inOrder[index + 1]?.[0] ?? Infinity));
  if (isShared) throw refuseFile("damaged", { what: "overlapping files" });
}

function unpack(file: Buffer, { local, packed, method, size, sum }: CentralEntry): Uint8Array {
  if (local + localSize > file.length || file.readUInt32LE(local) !== localMark)
    throw refuseFile("damaged", { what: "file header" });
  const from = local + localSize + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  if (from + packed > file.length) throw refuseFile("truncated");
  const raw = file.subarray(from, from + packed);
  const bytes = method === 0 ? raw : inflate(raw, size);
  if (bytes.length !== size || crc32(bytes) !== sum)
    throw refuseFile("damaged", { what: "checksum" });
  return bytes;
}

/** Output is limited to the declared size. */
function inflate(raw: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw refuseFile(
      "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "damaged",
    );
  }
}
