/** A text that was rewritten, with the place in the original at which each character stood. */
export interface Edited {
  readonly original: string;
  readonly text: string;
  /** Where the stretch of the original begins that a character stands for, and where it ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export const withoutEdits = (original: string): Edited => ({
  original,
  text: original,
  starts: Array.from({ length: original.length }, (_, at) => at),
  ends: Array.from({ length: original.length }, (_, at) => at + 1),
});

/** Rewrites every match. What takes its place stands for all of it; where it is as long, one for one. */
export function edit(
  text: Edited,
  pattern: RegExp,
  rewrite: (match: RegExpExecArray) => string,
): Edited {
  const [words, starts, ends]: [string[], number[], number[]] = [[], [], []];
  let at = 0;
  const keep = (end: number): void => {
    words.push(text.text.slice(at, end));
    for (; at < end; at += 1) {
      starts.push(text.starts[at] ?? 0);
      ends.push(text.ends[at] ?? 0);
    }
  };
  for (const match of text.text.matchAll(pattern)) {
    const written = rewrite(match);
    if (written === match[0]) continue;
    keep(match.index);
    const end = at + match[0].length;
    if (written.length === match[0].length) keep(end);
    else
      for (let count = 0; count < written.length; count += 1) {
        starts.push(text.starts[at] ?? 0);
        ends.push(text.ends[end - 1] ?? 0);
      }
    if (written.length === match[0].length) words.pop();
    words.push(written);
    at = end;
  }
  if (at === 0) return text;
  keep(text.text.length);
  return { original: text.original, text: words.join(""), starts, ends };
}

/** The same stretch as it was written. */
export const asWritten = ({ original, starts, ends }: Edited, at: number, end: number): string =>
  end <= at ? "" : original.slice(starts[at] ?? 0, ends[end - 1] ?? original.length);
