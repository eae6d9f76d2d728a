/**
 * The JSON value in a model's answer. Models wrap it in fences or in a sentence however they are asked, so: the whole text, then
 * each fenced block, then each stretch from an opening bracket to its partner. Throws `SyntaxError` when nothing parses.
 */
export function jsonIn(text: string): unknown {
  for (const candidate of candidates(text.trim())) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new SyntaxError("The answer contains no JSON value.");
}

const fence = /```[a-zA-Z]*\s*\n?([\s\S]*?)```/g;

function* candidates(text: string): Generator<string> {
  yield text;
  for (const match of text.matchAll(fence)) yield (match[1] ?? "").trim();
  let at = text.search(/[{[]/);
  // Prose may hold a few brackets before the value; a text full of them is not an answer worth searching.
  for (let tries = 0; at >= 0 && tries < 20; tries++) {
    const end = findClosing(text, at);
    if (end !== undefined) yield text.slice(at, end + 1);
    const next = text.slice((end ?? at) + 1).search(/[{[]/);
    at = next < 0 ? -1 : (end ?? at) + 1 + next;
  }
}

/** Where the bracket at `start` closes, strings and escapes respected. */
function findClosing(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === "\\") i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      depth--;
      if (depth === 0) return i;
    }
  }
  return undefined;
}
