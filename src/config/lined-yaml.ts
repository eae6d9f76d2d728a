import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";

/** A YAML (or JSON) text as a value, with the lines of its parts. */
export interface LinedValue {
  readonly value: unknown;
  /** The line of a part, or of the nearest one around it that is there. */
  lineOf(path: readonly (string | number)[]): number;
}

/** A text that can't be read: where, and why. */
export interface UnreadableText {
  readonly line: number;
  readonly sentence: string;
}

const mostAliases = 100;

export function readLinedYaml(
  text: string,
): LinedValue | { readonly unreadable: readonly UnreadableText[] } {
  const lines = new LineCounter();
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  try {
    const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    if (doc.errors.length > 0)
      return {
        unreadable: doc.errors.map(({ pos, message }) => ({
          line: lineAt(pos[0]),
          sentence: message.split("\n")[0] ?? "",
        })),
      };
    return {
      value: doc.toJS({ maxAliasCount: mostAliases }),
      lineOf: (path) => lineAt(startOf(doc, path)),
    };
  } catch (error) {
    // Too deep, or aliases that multiply.
    if (error instanceof RangeError || error instanceof ReferenceError)
      return { unreadable: [{ line: 1, sentence: error.message }] };
    throw error;
  }
}

/** A key stands where its part begins; a part of a list has no key. */
function startOf(doc: Document, path: readonly (string | number)[]): number {
  const last = path.at(-1);
  const around = path.length === 1 ? doc.contents : doc.getIn(path.slice(0, -1), true);
  if (isMap(around)) {
    const key = around.items.find(
      (pair) => isScalar(pair.key) && String(pair.key.value) === String(last),
    )?.key;
    if (isNode(key) && key.range !== null && key.range !== undefined) return key.range[0];
  }
  const node = path.length === 0 ? doc.contents : doc.getIn(path, true);
  if (isNode(node) && node.range !== null && node.range !== undefined) return node.range[0];
  return path.length === 0 ? 0 : startOf(doc, path.slice(0, -1));
}
