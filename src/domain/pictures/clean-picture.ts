import { sniffType } from "../ports/media.ts";
import { cleanJpeg } from "./jpeg.ts";
import { joinBytes, textAt, viewOf } from "./bytes.ts";

const webpChunks = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** Flags of `VP8X` that announce EXIF and XMP. */
const announced = 0x08 | 0x04;

/** The same picture without EXIF, XMP and unknown chunks. */
function cleanWebp(bytes: Uint8Array): Uint8Array | undefined {
  if (textAt(bytes, 0, 4) !== "RIFF" || textAt(bytes, 8, 4) !== "WEBP") return undefined;
  const kept: Uint8Array[] = [];
  const view = viewOf(bytes);
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) return undefined;
    const type = textAt(bytes, at, 4);
    if (webpChunks.has(type))
      kept.push(type === "VP8X" ? withoutFlags(bytes.slice(at, end)) : bytes.subarray(at, end));
    at = end;
  }
  if (!kept.some((chunk) => /^(?:VP8[ L]|ANMF)/.test(textAt(chunk, 0, 4)))) return undefined;
  const body = joinBytes(kept);
  const head = bytes.slice(0, 12);
  viewOf(head).setUint32(4, body.length + 4, true);
  return joinBytes([head, body]);
}

function withoutFlags(chunk: Uint8Array): Uint8Array {
  chunk[8] = (chunk[8] ?? 0) & ~announced;
  return chunk;
}

const signature = "\x89PNG\r\n\x1a\n";
/** Chunks that decoders use. Texts, dates, EXIF and unknown chunks are left out. */
const pngChunks = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(
    " ",
  ),
);

/** The same picture without texts, EXIF, dates and trailing bytes. */
function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
  if (textAt(bytes, 0, 8) !== signature) return undefined;
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  const view = viewOf(bytes);
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = textAt(bytes, at + 4, 4);
    const end = at + 12 + view.getUint32(at);
    if ((at === 8) !== (type === "IHDR")) return undefined;
    // A picture that was cut off still shows its beginning.
    if (end > bytes.length) return hasData ? joinBytes([...kept, emptyEnd]) : undefined;
    if (pngChunks.has(type)) kept.push(bytes.subarray(at, end));
    hasData ||= type === "IDAT";
    if (type === "IEND") return hasData ? joinBytes(kept) : undefined;
    at = end;
  }
  return hasData ? joinBytes([...kept, emptyEnd]) : undefined;
}

const emptyEnd = Uint8Array.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

const [extension, image, trailer, control, application] = [0x21, 0x2c, 0x3b, 0xf9, 0xff];
/** Says how often an animation repeats. */
const repeats = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

/** The same picture without comments, XMP, texts and trailing bytes. */
function cleanGif(bytes: Uint8Array): Uint8Array | undefined {
  const head = 13 + paletteSize(bytes[10] ?? 0);
  const kept: Uint8Array[] = [bytes.subarray(0, head)];
  let hasImage = false;
  for (let at = head; at < bytes.length;) {
    const kind = bytes[at];
    if (kind === trailer) break;
    if (kind !== extension && kind !== image) return hasImage ? finishGif(kept) : undefined;
    const end = endOfBlocks(
      bytes,
      kind === extension ? at + 2 : at + 11 + paletteSize(bytes[at + 9] ?? 0),
    );
    if (end === undefined) return hasImage ? finishGif(kept) : undefined;
    hasImage ||= kind === image;
    if (kind === image || isPicture(bytes, at)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return hasImage ? finishGif(kept) : undefined;
}

const finishGif = (kept: readonly Uint8Array[]): Uint8Array =>
  joinBytes([...kept, Uint8Array.from([trailer])]);
const paletteSize = (flags: number): number =>
  (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
const isPicture = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === control ||
  (bytes[at + 1] === application && repeats.has(textAt(bytes, at + 3, 11)));

function endOfBlocks(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at < bytes.length;) {
    const size = bytes[at] ?? 0;
    at += size + 1;
    if (size === 0) return at;
  }
  return undefined;
}

/** A file as it may be kept, or why it may not. */
export type CleanFile =
  | { readonly bytes: Uint8Array; readonly type: string }
  | { readonly refused: "damaged" | "picture_format"; readonly type: string };

const cleaners: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | undefined>> = {
  "image/jpeg": cleanJpeg,
  "image/png": cleanPng,
  "image/gif": cleanGif,
  "image/webp": cleanWebp,
};
/** Pictures whose hidden data can't be removed here. */
const refusedPictures = new Set(["image/heic", "image/avif", "image/tiff"]);

/**
 * Removes metadata from a picture: place and time, device, comments, and bytes after its end. Other
 * files stay as they are.
 */
export function cleanFile(bytes: Uint8Array): CleanFile {
  const type = sniffType(bytes);
  if (refusedPictures.has(type)) return { refused: "picture_format", type };
  const clean = cleaners[type];
  if (clean === undefined) return { bytes, type };
  const cleaned = clean(bytes);
  return cleaned === undefined ? { refused: "damaged", type } : { bytes: cleaned, type };
}
