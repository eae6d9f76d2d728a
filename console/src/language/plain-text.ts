/** Without the marks of markdown, for places that show a text in one line. */
export const plainText = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !isOnlyMarks.test(line))
    .map(withoutBeginning)
    .join("\n")
    .replace(/!?\[([^\]\n]+)\]\([^()\s]*\)/g, "$1")
    .replace(/(`+)([^`\n]+)\1/g, "$2")
    .replace(/(?<![\w*])(\*{1,3})(?=\S)([^*\n]*[^*\s])\1(?![\w*])/g, "$2");

/** The fence of a block of code, a rule, or the row below the head of a table. */
const isOnlyMarks =
  /^\s*(?:```\S*|~~~\S*|[-*_](?:\s*[-*_]){2,}|\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)+)\s*$/;

/** Quotes, headings, items and tasks. Numbers stay: they are words, too. */
const beginning = /^\s*(?:>\s?)*\s*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)?/;

function withoutBeginning(line: string): string {
  const rest = line.replace(beginning, "");
  return /^\|.*\|/.test(rest)
    ? rest
        .split("|")
        .map((cell) => cell.trim())
        .join(" ")
        .trim()
    : rest;
}
