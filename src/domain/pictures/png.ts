import { joinBytes, textAt, viewOf } from "./bytes.ts";

const signature = "\x89PNG\r\n\x1a\n";
/** Chunks that decoders use. Texts, dates, EXIF and chunks that nobody knows are left out. */
const known = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(
    " ",
  ),
);

/** The same picture without texts, EXIF, dates and trailing bytes. */
export function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
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
    if (known.has(type)) kept.push(bytes.subarray(at, end));
    hasData ||= type === "IDAT";
    if (type === "IEND") return hasData ? joinBytes(kept) : undefined;
    at = end;
  }
  return hasData ? joinBytes([...kept, emptyEnd]) : undefined;
}

const emptyEnd = Uint8Array.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
