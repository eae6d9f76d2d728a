import { joinBytes, textAt, viewOf } from "./bytes.ts";

const known = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** Flags of `VP8X` that announce EXIF and XMP. */
const announced = 0x08 | 0x04;

/** The same picture without EXIF, XMP and chunks that nobody knows. */
export function cleanWebp(bytes: Uint8Array): Uint8Array | undefined {
  if (textAt(bytes, 0, 4) !== "RIFF" || textAt(bytes, 8, 4) !== "WEBP") return undefined;
  const kept: Uint8Array[] = [];
  const view = viewOf(bytes);
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) return undefined;
    const type = textAt(bytes, at, 4);
    if (known.has(type))
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
