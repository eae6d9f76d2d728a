/**
 * Plain text, then one sticky pattern per thing that can hold a semicolon without ending a statement. What none of
 * them takes is a character by itself.
 */
const pieces = [
  /[^'"$;/eE-]+/y,
  /--[^\n]*/y,
  // With E before it, a backslash hides the quote that follows.
  /(?<![\w$])e'(?:[^'\\]|''|\\[^])*'?/iy,
  /'(?:[^']|'')*'?/y,
  /"(?:[^"]|"")*"?/y,
  /(?<![\w$])(\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)(?:[^]*?\1|[^]*)/uy,
];

/** Splits a script at the semicolons that end its statements. Comments and blank statements go. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let statement = "";
  for (let at = 0; at < script.length;) {
    const piece = pieceAt(script, at);
    at += piece.length;
    if (piece === ";") {
      statements.push(statement);
      statement = "";
    } else statement += piece.startsWith("--") || piece.startsWith("/*") ? " " : piece;
  }
  return [...statements, statement].map((text) => text.trim()).filter((text) => text !== "");
}

function pieceAt(script: string, at: number): string {
  if (script.startsWith("/*", at)) return blockComment(script, at);
  for (const pattern of pieces) {
    pattern.lastIndex = at;
    const found = pattern.exec(script);
    if (found !== null) return found[0];
  }
  return script.charAt(at);
}

/** These nest, which a pattern cannot follow. */
function blockComment(script: string, from: number): string {
  let depth = 0;
  for (let at = from; at < script.length; at += 1) {
    if (script.startsWith("/*", at)) depth += 1;
    else if (script.startsWith("*/", at)) depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return script.slice(from, at + 1);
  }
  return script.slice(from);
}

/** Statements that would leave the transaction or the role that they run in, or speak a protocol of their own. */
const leaving = new RegExp(
  [
    "^(?:begin|start|commit|end|rollback|abort|savepoint|release|copy)\\b",
    "^prepare\\s+transaction\\b",
    "^set\\s+(?:local\\s+|session\\s+)?(?:role|transaction|session\\s+authorization|authorization|characteristics)\\b",
    "^reset\\s+session\\s+authorization\\b",
    "^discard\\s+all\\b",
  ].join("|"),
  "i",
);

export const leavesItsPlace = (statement: string): boolean => leaving.test(statement);
