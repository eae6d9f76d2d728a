/**
 * A screen reader announces a reply while it is written, in sentences, not in letters: the part of
 * the text up to the last finished sentence that was not read out yet.
 */
export function nextSentences(text: string, readOut: number): string {
  const fresh = text.slice(readOut);
  const ends = [...fresh.matchAll(/[。！？!?…\n]+|\.(?=\s)/gu)];
  const last = ends.at(-1);
  return last === undefined ? "" : fresh.slice(0, last.index + last[0].length);
}
