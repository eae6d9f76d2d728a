const characters = new Intl.Segmenter("und", { granularity: "grapheme" });
/**
 * Far more than any emoji takes. Longer ones are stacks of marks, which may be cut between two of
 * them.
 */
const longestCharacter = 64;

/**
 * The beginning of a text, within so many bytes, with nothing cut in two that a reader sees as one
 * character.
 */
export function clip(text: string, bytes: number): string {
  const whole = Buffer.from(text);
  if (whole.length <= bytes) return text;
  let end = Math.max(0, bytes);
  while (end > 0 && ((whole[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  const head = whole.toString("utf8", 0, end);
  const next = characters.segment(text).containing(head.length);
  return next === undefined || next.segment.length > longestCharacter
    ? head
    : head.slice(0, next.index);
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm;

export interface OpenFence {
  /** The line that opened it, and the one that would close it. */
  readonly opener: string;
  readonly closer: string;
}

/** The block of code that a text ends in. */
export function openFence(text: string): OpenFence | undefined {
  let open: OpenFence | undefined;
  for (const [, mark = "", info = ""] of text.matchAll(fenceLine)) {
    if (open === undefined) {
      // A backtick behind it makes it code within a line.
      if (!(mark.startsWith("`") && info.includes("`")))
        open = { opener: mark + info.trimEnd(), closer: mark };
    } else if (mark.startsWith(open.closer) && info.trim() === "") open = undefined;
  }
  return open;
}
