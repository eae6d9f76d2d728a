import { Buffer } from "node:buffer";
import { isPng, readChunks, writeChunks } from "./png.ts";

/** Pictures that any browser shows and that can hold no program. Told by their first bytes, never by a name. */
export type PictureType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (isPng(bytes)) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  return head.startsWith("RIFF") && head.slice(8) === "WEBP" ? "image/webp" : undefined;
}

/** What is needed to see it, moving pictures included. Texts, places and programs' notes stay behind. */
const visible = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT".split(" "),
);
const mostPixels = 64 * 1024 * 1024;

/** The picture alone: what was written into it goes, and one that is too large for a page is none. */
export function barePng(bytes: Uint8Array): Uint8Array | undefined {
  const chunks = readChunks(bytes);
  const head = chunks[0];
  if (head?.type !== "IHDR" || head.data.length !== 13) return undefined;
  const view = Buffer.from(head.data);
  const pixels = view.readUInt32BE(0) * view.readUInt32BE(4);
  return pixels === 0 || pixels > mostPixels
    ? undefined
    : writeChunks(chunks.filter(({ type }) => visible.has(type)));
}
