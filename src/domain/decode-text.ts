/** The head of a text file: UTF-8, or the encoding of Chinese Windows. */
export function decodeText(bytes: Uint8Array, mostChars: number): string {
  const head = bytes.subarray(0, mostChars * 4);
  const utf8 = new TextDecoder("utf-8").decode(head);
  // Cut in the middle of a character, the last one may be broken; more than that is another
  // encoding.
  return utf8.slice(0, -1).includes("\ufffd") ? new TextDecoder("gb18030").decode(head) : utf8;
}
