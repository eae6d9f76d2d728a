import { hashCharacters } from "./hash-text.ts";
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import type { PngChunk } from "./png.ts";

const size = 256;

/** A generated picture for cards without one: a gradient of two colours derived from the name. */
export function drawPortrait(name: string): PngChunk[] {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits per channel, RGB, no interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  return [
    { type: "IHDR", data: header },
    { type: "IDAT", data: deflateSync(drawPixels(name)) },
    { type: "IEND", data: new Uint8Array() },
  ];
}

function drawPixels(name: string): Uint8Array {
  const hash = hashCharacters(name);
  const from = [hash & 0xff, (hash >>> 8) & 0xff, (hash >>> 16) & 0xff].map(
    (part) => 60 + part / 3,
  );
  const to = [...from.slice(1), from[0] ?? 0].map((part) => 255 - part / 2);
  const rows = Buffer.alloc(size * (1 + size * 3));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const share = (x + y) / (2 * size - 2);
      for (let part = 0; part < 3; part += 1)
        rows[y * (1 + size * 3) + 1 + x * 3 + part] = Math.round(
          (from[part] ?? 0) * (1 - share) + (to[part] ?? 0) * share,
        );
    }
  }
  return rows;
}
