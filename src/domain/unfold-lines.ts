const [newline, cr, space, tab] = [0x0a, 0x0d, 0x20, 0x09];

/**
 * The bytes of a calendar with its folded lines joined (RFC 5545, 3.1). A line may be folded between
 * the bytes of one character, so this has to happen before they are read as text.
 */
export function unfoldLines(bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === cr && bytes[at + 1] === newline ? at + 1 : at;
    const next = bytes[end + 1];
    if (bytes[end] === newline && (next === space || next === tab)) {
      at = end + 1;
      continue;
    }
    joined[size] = bytes[at] ?? 0;
    size += 1;
  }
  return joined.subarray(0, size);
}
