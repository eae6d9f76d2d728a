/** A pattern as it was written, taken apart. */
export type Node =
  | { readonly kind: "char"; is(char: string): boolean }
  | { readonly kind: "place"; readonly at: "start" | "end" | "edge" | "inside" }
  | { readonly kind: "all"; readonly parts: readonly Node[] }
  | { readonly kind: "any"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly of: Node; readonly least: number; readonly most: number };

/** Looking around, looking back at a group, and whatever else would take more than one pass over a text. */
export class UnreadPattern extends Error {
  override readonly name = "UnreadPattern";
}

export interface Reading {
  readonly source: string;
  readonly flags: string;
  at: number;
  depth: number;
}

const mostDepth = 50;
const mostTimes = 100;

/** One pattern from here on: `a|b`, until a bracket closes it or it ends. */
export function readAny(on: Reading): Node {
  if ((on.depth += 1) > mostDepth) throw new UnreadPattern("too deep");
  const parts = [readAll(on)];
  while (on.source[on.at] === "|") {
    on.at += 1;
    parts.push(readAll(on));
  }
  on.depth -= 1;
  return { kind: "any", parts };
}

function readAll(on: Reading): Node {
  const parts: Node[] = [];
  while (on.at < on.source.length && !"|)".includes(on.source[on.at] ?? ""))
    parts.push(repeated(on, readOne(on)));
  return { kind: "all", parts };
}

const times = /\{(\d+)(,(\d*))?\}/y;
const marks: Readonly<Record<string, readonly [number, number]>> = {
  "*": [0, Infinity],
  "+": [1, Infinity],
  "?": [0, 1],
};

function repeated(on: Reading, of: Node): Node {
  times.lastIndex = on.at;
  const counted = times.exec(on.source);
  const mark = marks[on.source[on.at] ?? ""];
  if (counted === null && mark === undefined) return of;
  on.at += counted === null ? 1 : counted[0].length;
  // How eagerly it is repeated does not matter to whoever only asks whether it is there.
  if (on.source[on.at] === "?") on.at += 1;
  const least = Number(counted?.[1] ?? mark?.[0] ?? 0);
  const most =
    counted === null
      ? (mark?.[1] ?? 0)
      : counted[2] === undefined
        ? least
        : counted[3] === ""
          ? Infinity
          : Number(counted[3]);
  if (least > mostTimes || (most !== Infinity && most > mostTimes) || most < least)
    throw new UnreadPattern("too often");
  if (of.kind === "place") return least === 0 ? { kind: "all", parts: [] } : of;
  return repeated(on, { kind: "repeat", of, least, most });
}

function readOne(on: Reading): Node {
  const char = String.fromCodePoint(on.source.codePointAt(on.at) ?? 0);
  if (char === "(") return group(on);
  if (char === "[") return bracket(on);
  if (char === "\\") return escape(on);
  if ("*+?".includes(char)) throw new UnreadPattern("nothing to repeat");
  on.at += char.length;
  if (char === "^" || char === "$") return { kind: "place", at: char === "^" ? "start" : "end" };
  if (char === ".")
    return { kind: "char", is: (one) => on.flags.includes("s") || !/[\n\r\u2028\u2029]/.test(one) };
  return literal(on, char);
}

function group(on: Reading): Node {
  const head = /\((\?(?::|<[A-Za-z_]\w*>)|(?!\?))/y;
  head.lastIndex = on.at;
  const found = head.exec(on.source);
  if (found === null) throw new UnreadPattern("a look around");
  on.at += found[0].length;
  const inner = readAny(on);
  if (on.source[on.at] !== ")") throw new UnreadPattern("not closed");
  on.at += 1;
  return inner;
}

function literal({ flags }: Reading, char: string): Node {
  if (!flags.includes("i")) return { kind: "char", is: (one) => one === char };
  const [low, high] = [char.toLowerCase(), char.toUpperCase()];
  return {
    kind: "char",
    is: (one) => one === char || one.toLowerCase() === low || one.toUpperCase() === high,
  };
}

/** Of one sign alone, the language's own patterns are safe: there is nothing to go back to. */
function oneOf(on: Reading, source: string): Node {
  try {
    const whole = new RegExp(`^(?:${source})$`, on.flags.includes("i") ? "iu" : "u");
    return { kind: "char", is: (one) => whole.test(one) };
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadPattern(source);
    throw error;
  }
}

function bracket(on: Reading): Node {
  const found = /\[\^?\]?(?:\\[^]|[^\]\\])*\]/y;
  found.lastIndex = on.at;
  const source = found.exec(on.source)?.[0];
  if (source === undefined) throw new UnreadPattern("not closed");
  on.at += source.length;
  return oneOf(
    on,
    source.replaceAll(/\\([-_ '"#@!%&~,:;<>=`])/g, (_all, sign: string) =>
      sign === "-" ? "\\-" : sign,
    ),
  );
}

function escape(on: Reading): Node {
  const found =
    /\\(?:[dDwWsStnrfv0]|u[\da-fA-F]{4}|x[\da-fA-F]{2}|u\{[\da-fA-F]{1,6}\}|[pP]\{[\w=]+\}|[bB]|[^A-Za-z0-9])/uy;
  found.lastIndex = on.at;
  const source = found.exec(on.source)?.[0];
  if (source === undefined) throw new UnreadPattern("a look back");
  on.at += source.length;
  if (source === "\\b" || source === "\\B")
    return { kind: "place", at: source === "\\b" ? "edge" : "inside" };
  return /^\\[A-Za-z0]/.test(source) ? oneOf(on, source) : literal(on, source.slice(1));
}
