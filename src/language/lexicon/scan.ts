import { mayMatch } from "../text/may-match.ts";
import type { Atom, Meaning } from "../times/atoms.ts";

/** One way to say something about time, and what it means. */
export interface Pattern {
  readonly regex: RegExp;
  /**
   * `undefined`: not this after all, try the next pattern. `length` where more belongs to it than was
   * matched.
   */
  readonly read: (
    match: RegExpExecArray,
    text: string,
  ) => (Meaning & { readonly length?: number }) | undefined;
}

/** Nothing begins in the middle of a Latin word. */
export const pattern = (source: string, read: Pattern["read"]): Pattern => ({
  regex: new RegExp(`(?<![a-z](?=[a-z]))(?:${source})`, "g"),
  read,
});

/** Where a pattern matches next. */
interface Search extends Pattern {
  next: RegExpExecArray | null;
}

/**
 * From left to right; at each place the first pattern that matches wins, so the order of patterns
 * is a ranking.
 */
export function scan(text: string, patterns: readonly Pattern[]): Atom[] {
  const atoms: Atom[] = [];
  let searches: readonly Search[] = searchesFor(text, patterns);
  for (let from = 0; ;) {
    searches = searchFrom(searches, text, from);
    if (searches.length === 0) return atoms;
    const at = Math.min(...searches.map(({ next }) => next?.index ?? text.length));
    const atom = atomAt(text, at, searches);
    if (atom !== undefined) atoms.push(atom);
    from = atom?.end ?? at + 1;
  }
}

function searchesFor(text: string, patterns: readonly Pattern[]): Search[] {
  const isPossible = mayMatch(text);
  return patterns
    .filter(({ regex }) => isPossible(regex))
    .map(({ read, regex }) => {
      regex.lastIndex = 0;
      return { read, regex, next: regex.exec(text) };
    });
}

/** Those that match at this place or behind it. */
function searchFrom(searches: readonly Search[], text: string, from: number): readonly Search[] {
  for (const search of searches) {
    if (search.next === null || search.next.index >= from) continue;
    search.regex.lastIndex = from;
    search.next = search.regex.exec(text);
  }
  return searches.filter(({ next }) => next !== null);
}

function atomAt(text: string, at: number, searches: readonly Search[]): Atom | undefined {
  for (const { next, read } of searches) {
    if (next?.index !== at || next[0] === "") continue;
    const found = read(next, text);
    if (found === undefined) continue;
    const { length = next[0].length, ...meaning } = found;
    return { ...meaning, at, end: at + length };
  }
  return undefined;
}
