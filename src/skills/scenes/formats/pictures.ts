import { Buffer } from "node:buffer";
import { isPng, readChunks, writeChunks } from "./png.ts";

/**
 * Picture types that every browser shows and that cannot contain scripts. Detected from the first
 * bytes, never from a name.
 */
export type PictureType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

export function detectPictureType(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (isPng(bytes)) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  return head.startsWith("RIFF") && head.slice(8) === "WEBP" ? "image/webp" : undefined;
}

/**
 * Chunks needed for display, including animation. Texts, locations and other metadata are dropped.
 */
const visible = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT".split(" "),
);
const maxPixels = 64 * 1024 * 1024;

/** The picture without metadata; undefined when it has too many pixels. */
export function stripPng(bytes: Uint8Array): Uint8Array | undefined {
  const chunks = readChunks(bytes);
  const head = chunks[0];
  if (head?.type !== "IHDR" || head.data.length !== 13) return undefined;
  const view = Buffer.from(head.data);
  const pixels = view.readUInt32BE(0) * view.readUInt32BE(4);
  return pixels === 0 || pixels > maxPixels
    ? undefined
    : writeChunks(chunks.filter(({ type }) => visible.has(type)));
}
