const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export const ellipsis = "…";

/** At most `max` UTF-16 units of `text`, never half a character: an emoji with its modifiers stays whole or goes. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  // A boundary depends only on what is near it, so a short stretch around the cut is enough to look at.
  const from = Math.max(0, max - 1_000);
  let end = from;
  for (const { index, segment } of graphemes.segment(text.slice(from, max + 200))) {
    if (from + index + segment.length > max) break;
    end = from + index + segment.length;
  }
  return text.slice(0, end);
}
