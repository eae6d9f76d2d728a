import { joinBytes, textAt, viewOf } from "./bytes.ts";

const [startOfImage, endOfImage, startOfScan, comment, jfif, exif, profile, adobe] = [
  0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xe1, 0xe2, 0xee,
];

/**
 * The same picture without EXIF, XMP, IPTC, comments and trailing bytes. Its orientation is kept.
 */
export function cleanJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let [at, turned, hasScan] = [2, 1, false];
  while (at + 3 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage || marker === startOfImage) break;
    const end = at + 2 + viewOf(bytes).getUint16(at + 2);
    if (end > bytes.length || end < at + 4) return hasScan ? finishJpeg(kept, turned) : undefined;
    const segment = bytes.subarray(at, end);
    if (marker === exif) turned = orientationIn(segment) ?? turned;
    if (isPicture(marker, segment)) kept.push(segment);
    at = end;
    if (marker !== startOfScan) continue;
    hasScan = true;
    at = endOfScan(bytes, end);
    kept.push(bytes.subarray(end, at));
  }
  return hasScan ? finishJpeg(kept, turned) : undefined;
}

/** Everything that decoding needs: tables, frames, scans, JFIF, the colour profile and Adobe's colour transform. */
function isPicture(marker: number, segment: Uint8Array): boolean {
  if (marker === comment) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  return (
    marker === jfif ||
    marker === adobe ||
    (marker === profile && textAt(segment, 4, 11) === "ICC_PROFILE")
  );
}

/** In a scan 0xff is followed by 0 or by a restart marker; anything else ends it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function finishJpeg([start, ...rest]: readonly Uint8Array[], turned: number): Uint8Array {
  const end = new Uint8Array([0xff, endOfImage]);
  const [first] = rest;
  const head = first?.[1] === jfif ? [first] : [];
  return joinBytes([
    start ?? new Uint8Array(),
    ...head,
    ...(turned === 1 ? [] : [orientationSegment(turned)]),
    ...rest.slice(head.length),
    end,
  ]);
}

/** Tag 0x0112 of the first directory. */
function orientationIn(segment: Uint8Array): number | undefined {
  if (textAt(segment, 4, 6) !== "Exif\0\0" || segment.length < 20) return undefined;
  const tiff = viewOf(segment.subarray(10));
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return undefined;
  const count = tiff.getUint16(directory, isLittle);
  for (
    let nth = 0, at = directory + 2;
    nth < count && at + 12 <= tiff.byteLength;
    nth += 1, at += 12
  ) {
    if (tiff.getUint16(at, isLittle) !== 0x0112) continue;
    const turned = tiff.getUint16(at + 8, isLittle);
    return turned >= 1 && turned <= 8 ? turned : undefined;
  }
  return undefined;
}

/** An EXIF segment with the orientation of the picture and nothing else. */
const orientationSegment = (turned: number): Uint8Array =>
  joinBytes([
    Uint8Array.of(0xff, exif, 0, 34),
    Uint8Array.from("Exif\0\0MM\0*", (char) => char.charCodeAt(0)),
    // One entry: tag 0x0112, a short, one value.
    Uint8Array.of(0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turned, 0, 0, 0, 0, 0, 0),
  ]);
