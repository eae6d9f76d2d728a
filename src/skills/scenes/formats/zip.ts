import { Buffer } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { badFile } from "./file-refusal.ts";

/** A file inside of a zip. It is unpacked when asked for, never into a path. */
export interface ZipEntry {
  readonly name: string;
  /** As the archive says; unpacking more than that fails. */
  readonly size: number;
  bytes(): Uint8Array;
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

/** What the archive lists, checked as a whole before anything is unpacked. */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(file);
  const count = file.readUInt16LE(end + 10);
  const start = file.readUInt32LE(end + 16);
  if (count === 0xffff || start === 0xffffffff || file.readUInt32LE(end + 4) !== 0)
    throw badFile("unsupported", { what: "zip64 or parts" });
  if (count > limits.entries) throw badFile("too_many_parts", { limit: limits.entries });
  const entries = new Map<string, ZipEntry>();
  const spans: [from: number, to: number][] = [];
  let all = 0;
  for (let index = 0, at = start; index < count; index += 1) {
    const listed = listedAt(file, at, end);
    at = listed.next;
    all += listed.size;
    if (listed.size > limits.entryBytes || all > limits.allBytes)
      throw badFile("too_large", { limit_bytes: limits.allBytes });
    spans.push([listed.local, listed.local + localSize + listed.packed]);
    if (listed.name.endsWith("/")) continue;
    if (entries.has(listed.name)) throw badFile("damaged", { what: "a name that comes twice" });
    entries.set(listed.name, {
      name: listed.name,
      size: listed.size,
      bytes: () => unpacked(file, listed),
    });
  }
  assertApart(spans);
  return entries;
}

/** Found from behind: whatever stands before the archive, or a comment behind it, does not matter. */
function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - endSize - 0xffff);
  for (let at = file.length - endSize; at >= first; at -= 1)
    if (file.readUInt32LE(at) === endMark) return at;
  throw badFile("truncated");
}

interface Listed {
  readonly name: string;
  readonly method: number;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
  readonly local: number;
  readonly next: number;
}

function listedAt(file: Buffer, at: number, end: number): Listed {
  if (at + centralSize > end || file.readUInt32LE(at) !== centralMark)
    throw badFile("damaged", { what: "the list of files" });
  const nameLength = file.readUInt16LE(at + 28);
  const next =
    at + centralSize + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  if (next > end) throw badFile("truncated");
  const flags = file.readUInt16LE(at + 8);
  const method = file.readUInt16LE(at + 10);
  if ((flags & 1) !== 0 || (method !== 0 && method !== 8))
    throw badFile("unsupported", { what: "encryption or its way of packing" });
  if (nameLength > limits.nameBytes) throw badFile("unsafe_path");
  return {
    name: safeName(file.toString("utf8", at + centralSize, at + centralSize + nameLength)),
    method,
    sum: file.readUInt32LE(at + 16),
    packed: file.readUInt32LE(at + 20),
    size: file.readUInt32LE(at + 24),
    local: file.readUInt32LE(at + 42),
    next,
  };
}

/** Names are never used as paths here. One that tries to leave its place says enough about the file. */
function safeName(name: string): string {
  const parts = name.split("/");
  // oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
  const isOdd = name === "" || name.startsWith("/") || /[\\\0-\x1f]|^[A-Za-z]:/.test(name);
  if (isOdd || parts.includes("..") || parts.includes(".")) throw badFile("unsafe_path");
  return name;
}

/** Files that share their bytes are how a small archive becomes an endless one. */
function assertApart(spans: readonly (readonly [number, number])[]): void {
  const inOrder = spans.toSorted(([one], [other]) => one - other);
  const isShared = inOrder.some(([, to], index) => to > (inOrder[index + 1]?.[0] ?? Infinity));
  if (isShared) throw badFile("damaged", { what: "files that overlap" });
}

function unpacked(file: Buffer, { local, packed, method, size, sum }: Listed): Uint8Array {
  if (local + localSize > file.length || file.readUInt32LE(local) !== localMark)
    throw badFile("damaged", { what: "a file's head" });
  const from = local + localSize + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  if (from + packed > file.length) throw badFile("truncated");
  const raw = file.subarray(from, from + packed);
  const bytes = method === 0 ? raw : inflated(raw, size);
  if (bytes.length !== size || crc32(bytes) !== sum)
    throw badFile("damaged", { what: "a file's sum" });
  return bytes;
}

/** Never more than the archive said: one byte beyond ends it. */
function inflated(raw: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw badFile(
      "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "damaged",
    );
  }
}
