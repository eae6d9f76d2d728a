import { textWidth } from "./width.ts";

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
