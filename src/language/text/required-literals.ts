/**
 * What a text must contain for an expression to match in it: one literal of each list. Read from the
 * expression itself, so that a pattern whose words are absent need not be compiled.
 */
export type Required = readonly (readonly string[])[];

/** Read up to here, of a source. */
interface Cursor {
  readonly source: string;
  at: number;
}

export const findRequiredLiterals = (source: string): Required => alternatives({ source, at: 0 });

/** Alternatives up to the end or a closing bracket: only what each of them requires is certain. */
function alternatives(cursor: Cursor): Required {
  const branches = [sequence(cursor)];
  while (cursor.source[cursor.at] === "|") {
    cursor.at += 1;
    branches.push(sequence(cursor));
  }
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return only;
  const rarest = branches.map(longestOf);
  return rarest.every((literals) => literals !== undefined) ? [[...new Set(rarest.flat())]] : [];
}

/** Long literals are rare ones. */
const longestOf = (required: Required): readonly string[] | undefined =>
  required.toSorted(
    (one, other) => shortest(other) - shortest(one) || one.length - other.length,
  )[0];

const shortest = (literals: readonly string[]): number =>
  Math.min(...literals.map(({ length }) => length));

function sequence(cursor: Cursor): Required {
  const required: (readonly string[])[] = [];
  let run = "";
  const endRun = (): void => {
    if (run !== "") required.push([run]);
    run = "";
  };
  while (!isEnd(cursor.source[cursor.at])) {
    const { literal, required: inside = [] } = part(cursor);
    const { isOptional, isRepeated } = quantity(cursor);
    if (literal === "") continue;
    if (literal === undefined || isOptional) endRun();
    if (isOptional) continue;
    run += literal ?? "";
    if (isRepeated) endRun();
    required.push(...inside);
  }
  endRun();
  return required;
}

const isEnd = (character: string | undefined): boolean =>
  character === undefined || character === "|" || character === ")";

/** One part of a sequence: a character, nothing wide (`\b`), or more than one way to go on. */
interface Part {
  readonly literal?: string;
  readonly required?: Required;
}

function part(cursor: Cursor): Part {
  const { source, at } = cursor;
  const character = source[at] ?? "";
  if (character === "(") return group(cursor);
  if (character === "[") return characterClass(cursor);
  if (character === "\\") return escape(cursor);
  cursor.at += 1;
  if (character === "^" || character === "$") return { literal: "" };
  return character === "." ? {} : { literal: character };
}

const opening = /\((?:\?(?:<?[=!]|:|<\w+>))?/y;

function group(cursor: Cursor): Part {
  opening.lastIndex = cursor.at;
  const [opened = "("] = opening.exec(cursor.source) ?? [];
  cursor.at += opened.length;
  const required = alternatives(cursor);
  cursor.at += 1;
  return opened.endsWith("!") ? {} : { required };
}

const classOf = /\[(\^?)((?:\\.|[^\]\\])*)\]/y;

function characterClass(cursor: Cursor): Part {
  classOf.lastIndex = cursor.at;
  const [whole = "[", negated, inside = ""] = classOf.exec(cursor.source) ?? [];
  cursor.at += whole.length;
  const isList = negated === "" && !/[\\-]/.test(inside);
  return isList ? { required: [Array.from(inside)] } : {};
}

const digits = Array.from("0123456789");
const longEscape = /\\(?:u[\da-f]{4}|u\{[\da-f]+\}|x[\da-f]{2}|[pP]\{[^}]*\}|k<\w+>)/iy;
const lettersAndDigits = /\w/;

function escape(cursor: Cursor): Part {
  const sign = cursor.source[cursor.at + 1] ?? "";
  longEscape.lastIndex = cursor.at;
  cursor.at += "uxpPk".includes(sign) ? (longEscape.exec(cursor.source)?.[0].length ?? 2) : 2;
  if (sign === "b" || sign === "B") return { literal: "" };
  if (sign === "d") return { required: [digits] };
  return lettersAndDigits.test(sign) ? {} : { literal: sign };
}

const quantifier = /([?*+]|\{(\d+)(?:,\d*)?\})\??/y;

function quantity(cursor: Cursor): { readonly isOptional: boolean; readonly isRepeated: boolean } {
  if (!"?*+{".includes(cursor.source[cursor.at] ?? " ")) return once;
  quantifier.lastIndex = cursor.at;
  const [whole = "", sign, least] = quantifier.exec(cursor.source) ?? [];
  cursor.at += whole.length;
  return {
    isOptional: sign === "?" || sign === "*" || Number(least) === 0,
    isRepeated: whole !== "",
  };
}
const once = { isOptional: false, isRepeated: false } as const;
