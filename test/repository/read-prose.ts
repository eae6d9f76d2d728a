const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, "");

/** The prose of a document by line: everything but code. */
function proseOfMarkdown(text: string): string[] {
  let fenced = false;
  return text.split("\n").map((line) => {
    if (line.startsWith("```")) fenced = !fenced;
    return fenced ? "" : withoutCode(line);
  });
}

const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^"'`]*\))?\(\s*["'`](.*)["'`]/;

/** Comments and titles of tests, by line. */
function proseOfComments(text: string): string[] {
  let block = false;
  return text.split("\n").map((line) => {
    const said = title.exec(line)?.[1] ?? "";
    const opens = block ? 0 : line.search(/(?:^|\s)\/\*/);
    if (block || opens >= 0) {
      block = !line.includes("*/", Math.max(0, opens));
      return withoutCode(`${line.slice(Math.max(0, opens))} ${said}`);
    }
    return withoutCode(`${/(?:^|\s)\/\/(.*)$/.exec(line)?.[1] ?? ""} ${said}`);
  });
}

/** Calls whose strings are read by operators and clients: log lines, refusals, descriptions. */
const speaking =
  /\blog(?:\.\w+|\[[^\]]*\])\(|\bnew \w*(?:Refusal|Failure|Error|Problem)\(|\brefuse\w*\(|\.describe\(/g;
/** Fields with such texts: of routes, commands and problems, and the English of a pair. */
const textField = /\b(?:summary|description|sentence|problem|help|en):(?=\s*["`([{])/g;
const token = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/.*|[([{]|[)\]}]|,/g;

/** The strings of a call or a field, from where its value begins to where it ends. */
function* stringsFrom(text: string, start: number, isCall: boolean): Generator<[number, string]> {
  token.lastIndex = start;
  let depth = isCall ? 1 : 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [piece] = found;
    if (/^["`]/.test(piece)) yield [found.index, piece.slice(1, -1)];
    else if (/^[([{]/.test(piece)) depth++;
    else if (/^[)\]}]/.test(piece)) depth--;
    if (depth <= 0 && (isCall || piece === "," || /^[)\]}]/.test(piece))) return;
  }
}

const isSentence = (string: string): boolean => /\p{L} \p{L}/u.test(string);

/** Texts that a program says to people, by the number of their line, from 0. */
function textsOfSource(text: string): Map<number, string> {
  const byPlace = new Map<number, string>();
  for (const [pattern, isCall] of [
    [speaking, true],
    [textField, false],
  ] as const)
    for (const { index, 0: head } of text.matchAll(pattern))
      for (const [at, string] of stringsFrom(text, index + head.length, isCall))
        if (isSentence(string)) byPlace.set(at, string);
  const byLine = new Map<number, string>();
  for (const [at, string] of byPlace) {
    const line = text.slice(0, at).split("\n").length - 1;
    byLine.set(line, `${byLine.get(line) ?? ""} ${withoutCode(string.replaceAll("\\`", "`"))}`);
  }
  return byLine;
}

function proseOfSource(path: string, text: string): string[] {
  const comments = proseOfComments(text);
  if (!/^(?:console\/)?src\//.test(path) || path.includes(".test.")) return comments;
  const texts = textsOfSource(text);
  return comments.map((line, at) => `${line} ${texts.get(at) ?? ""}`);
}

/** What people read in a file, by line: its prose without the code. */
export function readProse(path: string, text: string): string[] {
  if (path.endsWith(".md")) return proseOfMarkdown(text);
  if (path.endsWith(".yaml")) return text.split("\n").map((line) => /#(.*)$/.exec(line)?.[1] ?? "");
  return proseOfSource(path, text);
}
