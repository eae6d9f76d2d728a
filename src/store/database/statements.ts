/**
 * Plain text, then one sticky pattern for each construct that can hold a semicolon without ending a
 * statement. Anything else is matched one character at a time.
 */
const pieces = [
  /[^'"$;/eE-]+/y,
  /--[^\n]*/y,
  // After E, a backslash escapes the quote that follows.
  /(?<![\w$])e'(?:[^'\\]|''|\\[^])*'?/iy,
  /'(?:[^']|'')*'?/y,
  /"(?:[^"]|"")*"?/y,
  /(?<![\w$])(\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)(?:[^]*?\1|[^]*)/uy,
];

/**
 * Splits a script at the semicolons that end its statements. Comments and blank statements are
 * dropped.
 */
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

/** Block comments nest, which a regular expression cannot match. */
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

/**
 * Statements that would leave the transaction or the role they run in, or that use a protocol of
 * their own.
 */
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

export const isStrayStatement = (statement: string): boolean => leaving.test(statement);
