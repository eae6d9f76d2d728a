import makeQr from "qrcode-generator";

/**
 * A QR code for the terminal: two rows a line, dark on light whatever the terminal's colours are.
 */
export function terminalQr(text: string): string {
  const { size, isDark } = modules(text);
  const lines: string[] = [];
  for (let row = -quiet; row < size + quiet; row += 2) {
    let line = "";
    for (let column = -quiet; column < size + quiet; column += 1) {
      const [upper, lower] = [isDark(row, column), isDark(row + 1, column)];
      line += upper ? (lower ? "█" : "▀") : lower ? "▄" : " ";
    }
    lines.push(`\u001b[30;107m${line}\u001b[0m`);
  }
  return lines.join("\n");
}

/** The same as a picture that scales. It holds squares only, so it is safe to put into a page. */
export function svgQr(text: string): string {
  const { size, isDark } = modules(text);
  const side = size + quiet * 2;
  let path = "";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0, end = 0; column < size; column = end + 1) {
      for (end = column; isDark(row, end);) end += 1;
      if (end > column)
        path += `M${column + quiet} ${row + quiet}h${end - column}v1h-${end - column}z`;
    }
  }
  const paper = `<rect width="${side}" height="${side}" fill="#fff"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">${paper}<path d="${path}"/></svg>`;
}

/** Readers need a light margin around the code. */
const quiet = 2;

function modules(text: string): {
  readonly size: number;
  isDark(row: number, column: number): boolean;
} {
  const code = makeQr(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const isInside = (at: number): boolean => at >= 0 && at < size;
  return {
    size,
    isDark: (row, column) => isInside(row) && isInside(column) && code.isDark(row, column),
  };
}
