export interface Column {
  readonly name: string;
  /** Numbers stand at the right edge. */
  readonly right: boolean;
}

/** A table as psql draws it: a cell of several lines takes several, each but the last marked with `+`. */
export function drawTable(
  columns: readonly Column[],
  rows: readonly (readonly (string | null)[])[],
): string {
  const cells = rows.map((row) => row.map((value) => printable(value ?? "").split("\n")));
  const heads = columns.map(({ name }) => printable(name).replaceAll("\n", " "));
  const widths = heads.map((head, index) =>
    cells.reduce(
      (most, row) => Math.max(most, ...(row[index] ?? []).map(textWidth)),
      textWidth(head),
    ),
  );
  const header = heads.map((head, index) => ` ${centre(head, widths[index] ?? 0)} `).join("|");
  const rule = widths.map((width) => "-".repeat(width + 2)).join("+");
  const body = cells.flatMap((row) => {
    const height = Math.max(1, ...row.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      row
        .map((lines, index) =>
          cell(lines, line, { width: widths[index] ?? 0, right: columns[index]?.right === true }),
        )
        .join("|")
        .trimEnd(),
    );
  });
  return [header.trimEnd(), rule, ...body].join("\n");
}

function cell(
  lines: readonly string[],
  line: number,
  how: { width: number; right: boolean },
): string {
  const text = lines[line] ?? "";
  const gap = " ".repeat(how.width - textWidth(text));
  return ` ${how.right ? gap + text : text + gap}${line < lines.length - 1 ? "+" : " "}`;
}

function centre(text: string, width: number): string {
  const gap = width - textWidth(text);
  return " ".repeat(gap >> 1) + text + " ".repeat(gap - (gap >> 1));
}

/** Codes that a terminal would obey: control characters but the line break, line separators, changes of direction. */
const obeyed = /(?!\n)\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu;

/** Stored text may hold such codes. They are written out, or replaced by `instead`. */
export function printable(text: string, instead?: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll("\t", "    ")
    .replaceAll(obeyed, (char) => {
      const code = char.charCodeAt(0).toString(16);
      return instead ?? (code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`);
    });
}

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
