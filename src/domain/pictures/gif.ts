import { joinBytes, textAt } from "./bytes.ts";

const [extension, image, trailer, control, application] = [0x21, 0x2c, 0x3b, 0xf9, 0xff];
/** Says how often an animation repeats. */
const repeats = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

/** The same picture without comments, XMP, texts and trailing bytes. */
export function cleanGif(bytes: Uint8Array): Uint8Array | undefined {
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
