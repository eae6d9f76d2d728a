import { sniffType } from "../ports/media.ts";
import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

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
 * Removes what a picture says besides the picture: where and when it was taken, by which device, comments, and whatever stands behind its
 * end. Other files stay as they are.
 */
export function cleanFile(bytes: Uint8Array): CleanFile {
  const type = sniffType(bytes);
  if (refusedPictures.has(type)) return { refused: "picture_format", type };
  const clean = cleaners[type];
  if (clean === undefined) return { bytes, type };
  const cleaned = clean(bytes);
  return cleaned === undefined ? { refused: "damaged", type } : { bytes: cleaned, type };
}
