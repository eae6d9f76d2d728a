const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** East Asian wide and full-width forms: they take two columns of a terminal. */
const wide =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
const emoji =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f\u20e3)/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const plainAscii = /^[\x20-\x7e]*$/;

/** Columns that the text takes in a terminal. */
export function textWidth(text: string): number {
  if (plainAscii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (wide.test(segment) || emoji.test(segment)) width += 2;
    else if (!invisible.test(segment)) width += 1;
  }
  return width;
}
