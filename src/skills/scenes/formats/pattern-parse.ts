/** The syntax tree of a pattern. */
export type Node =
  | { readonly kind: "char"; is(char: string): boolean }
  | { readonly kind: "place"; readonly at: "start" | "end" | "edge" | "inside" }
  | { readonly kind: "all"; readonly parts: readonly Node[] }
  | { readonly kind: "any"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly of: Node; readonly least: number; readonly most: number };

/** Thrown for lookarounds, back references and anything else that needs more than one pass. */
export class UnsupportedPattern extends Error {
  override readonly name = "UnsupportedPattern";
}

export interface PatternReader {
  readonly source: string;
  readonly flags: string;
  at: number;
  depth: number;
}

const maxDepth = 50;
const maxRepeats = 100;

/** Parses alternatives up to a closing bracket or the end. */
export function parseAlternatives(on: PatternReader): Node {
  if ((on.depth += 1) > maxDepth) throw new UnsupportedPattern("too deep");
  const parts = [parseSequence(on)];
  while (on.source[on.at] === "|") {
    on.at += 1;
    parts.push(parseSequence(on));
  }
  on.depth -= 1;
  return { kind: "any", parts };
}

function parseSequence(on: PatternReader): Node {
  const parts: Node[] = [];
  while (on.at < on.source.length && !"|)".includes(on.source[on.at] ?? ""))
    parts.push(parseRepeat(on, parseAtom(on)));
  return { kind: "all", parts };
}

const times = /\{(\d+)(,(\d*))?\}/y;
const marks: Readonly<Record<string, readonly [number, number]>> = {
  "*": [0, Infinity],
  "+": [1, Infinity],
  "?": [0, 1],
};

function parseRepeat(on: PatternReader, of: Node): Node {
  const found = readTimes(on);
  if (found === undefined) return of;
  const { length, least, most } = found;
  on.at += length;
  // Greediness does not affect whether there is a match.
  if (on.source[on.at] === "?") on.at += 1;
  if (least > maxRepeats || (most !== Infinity && most > maxRepeats) || most < least)
    throw new UnsupportedPattern("too often");
  if (of.kind === "place") return least === 0 ? { kind: "all", parts: [] } : of;
  return parseRepeat(on, { kind: "repeat", of, least, most });
}

interface Repeats {
  readonly length: number;
  readonly least: number;
  readonly most: number;
}

/** `*`, `+`, `?`, `{2}`, `{2,}` or `{2,5}`. */
function readTimes({ source, at }: PatternReader): Repeats | undefined {
  const mark = marks[source[at] ?? ""];
  if (mark !== undefined) return { length: 1, least: mark[0], most: mark[1] };
  times.lastIndex = at;
  const [counted, from, hasEnd, to] = times.exec(source) ?? [];
  if (counted === undefined) return undefined;
  const least = Number(from);
  if (hasEnd === undefined) return { length: counted.length, least, most: least };
  return { length: counted.length, least, most: to === "" ? Infinity : Number(to) };
}

function parseAtom(on: PatternReader): Node {
  const char = String.fromCodePoint(on.source.codePointAt(on.at) ?? 0);
  if (char === "(") return parseGroup(on);
  if (char === "[") return parseBracket(on);
  if (char === "\\") return parseEscape(on);
  if ("*+?".includes(char)) throw new UnsupportedPattern("nothing to repeat");
  on.at += char.length;
  if (char === "^" || char === "$") return { kind: "place", at: char === "^" ? "start" : "end" };
  if (char === ".")
    return { kind: "char", is: (one) => on.flags.includes("s") || !/[\n\r\u2028\u2029]/.test(one) };
  return toLiteral(on, char);
}

function parseGroup(on: PatternReader): Node {
  const head = /\((\?(?::|<[A-Za-z_]\w*>)|(?!\?))/y;
  head.lastIndex = on.at;
  const found = head.exec(on.source);
  if (found === null) throw new UnsupportedPattern("a look around");
  on.at += found[0].length;
  const inner = parseAlternatives(on);
  if (on.source[on.at] !== ")") throw new UnsupportedPattern("not closed");
  on.at += 1;
  return inner;
}

function toLiteral({ flags }: PatternReader, char: string): Node {
  if (!flags.includes("i")) return { kind: "char", is: (one) => one === char };
  const [low, high] = [char.toLowerCase(), char.toUpperCase()];
  return {
    kind: "char",
    is: (one) => one === char || one.toLowerCase() === low || one.toUpperCase() === high,
  };
}

/** For a single character the built-in engine is safe: it cannot backtrack. */
function toClass(on: PatternReader, source: string): Node {
  try {
    const whole = new RegExp(`^(?:${source})$`, on.flags.includes("i") ? "iu" : "u");
    return { kind: "char", is: (one) => whole.test(one) };
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnsupportedPattern(source);
    throw error;
  }
}

function parseBracket(on: PatternReader): Node {
  const found = /\[\^?\]?(?:\\[^]|[^\]\\])*\]/y;
  found.lastIndex = on.at;
  const source = found.exec(on.source)?.[0];
  if (source === undefined) throw new UnsupportedPattern("not closed");
  on.at += source.length;
  return toClass(
    on,
    source.replaceAll(/\\([-_ '"#@!%&~,:;<>=`])/g, (_all, sign: string) =>
      sign === "-" ? "\\-" : sign,
    ),
  );
}

function parseEscape(on: PatternReader): Node {
  const found =
    /\\(?:[dDwWsStnrfv0]|u[\da-fA-F]{4}|x[\da-fA-F]{2}|u\{[\da-fA-F]{1,6}\}|[pP]\{[\w=]+\}|[bB]|[^A-Za-z0-9])/uy;
  found.lastIndex = on.at;
  const source = found.exec(on.source)?.[0];
  if (source === undefined) throw new UnsupportedPattern("a look back");
  on.at += source.length;
  if (source === "\\b" || source === "\\B")
    return { kind: "place", at: source === "\\b" ? "edge" : "inside" };
  return /^\\[A-Za-z0]/.test(source) ? toClass(on, source) : toLiteral(on, source.slice(1));
}
