import { isPurely, toSentences } from "./read-line.ts";
import type { ScenePrompt } from "./read-scene.ts";

export type Fields = Readonly<Record<string, string | undefined>>;

/** The text with its fields; nothing if one of them is not known. */
export function fillText(template: string, fields: Fields): string | undefined {
  let isWhole = true;
  const text = template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const key = name.charAt(0).toLowerCase() + name.slice(1);
    const value = fields[key];
    if (value === undefined || value === "") isWhole = false;
    const isCapital = key !== name;
    return isCapital
      ? (value ?? "").charAt(0).toUpperCase() + (value ?? "").slice(1)
      : (value ?? "");
  });
  if (!isWhole) return undefined;
  // A quotation brings its own full stop.
  return text
    .replaceAll(/([.!?。！？])(’?)[.。](?=\s|$)/gu, "$1$2")
    .replace(/([^.!?。！？…])’$/u, (_, last: string) =>
      /\p{Script=Han}/u.test(last) ? `${last}。’` : `${last}.’`,
    );
}

export const escapePattern = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, "\\$&");

/** The letters of a template that are always the same. */
const readLiteral = (template: string): string => template.replaceAll(/\{\w+\}|\P{L}/gu, "");

/**
 * Tells whether a text in small letters consists of this template and nothing else; undefined where
 * the template has too few words of its own to be recognised.
 */
export function compileWhole(template: string): ((lower: string) => boolean) | undefined {
  const literal = readLiteral(template);
  const isEnough = literal.length >= (/\p{Script=Han}/u.test(literal) ? 2 : 5);
  if (!isEnough) return undefined;
  const pattern = new RegExp(`^${toSource(template)}[.。]?$`, "iu");
  const words = template
    .toLowerCase()
    .replace(/[.。]$/u, "")
    .split(/\{\w+\}/u)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest));
  // A search for words is much faster than one for a pattern, and nearly always finds nothing.
  return (lower) => lower.includes(words) && pattern.test(lower);
}

const toSource = (template: string): string =>
  template
    .split(/\{\w+\}/u)
    .map((piece) => escapePattern(piece.replace(/[.。]$/u, "")))
    .join("[^\\n“”]{1,90}?");

/** What a field was filled with: so many characters at most, of one line and one quotation. */
const longestField = 90;
const endsField = /[\n“”]/u;

/** Whether a text occurs already, whatever its fields were filled with. */
export function createMemoryOf(heard: string): (template: string) => boolean {
  const lower = heard.toLowerCase();
  return (template) => {
    const pieces = template
      .toLowerCase()
      .replace(/[.。]$/u, "")
      .split(/\{\w+\}/u);
    if (pieces.length === 1) return lower.includes(pieces[0] ?? "");
    // What has hardly any words of its own is recognised by what it is filled with.
    return readLiteral(template).length >= 3 && hasPieces(lower, pieces);
  };
}

/**
 * Looks for the words themselves and then at what stands between them: a pattern that begins with a
 * field would be tried from every character.
 */
function hasPieces(heard: string, pieces: readonly string[]): boolean {
  const first = pieces.findIndex((piece) => piece !== "");
  const isField = (from: number, to: number): boolean =>
    from >= 0 && to <= heard.length && !endsField.test(heard.slice(from, to));
  /** Whether the pieces from the nth on stand behind this place, each after its field. */
  const isFollowed = (nth: number, end: number): boolean => {
    const piece = pieces[nth];
    if (piece === undefined) return true;
    for (let field = 1; field <= longestField && isField(end, end + field); field += 1)
      if (heard.startsWith(piece, end + field) && isFollowed(nth + 1, end + field + piece.length))
        return true;
    return false;
  };
  const literal = pieces[first] ?? "";
  for (let at = heard.indexOf(literal); at !== -1; at = heard.indexOf(literal, at + 1))
    if (isField(at - first, at) && isFollowed(first + 1, at + literal.length)) return true;
  return false;
}

/** “I am Mira, a careful locksmith.” Only what can be said in the first person as it is written. */
export function describeSelf({ name, persona, language, others }: ScenePrompt): string {
  const [first = ""] = toSentences(persona.replaceAll("\n", " "));
  const clause = first.replace(/[.。]$/u, "");
  const isOwn = isPurely(clause, language, [name, ...others]);
  if (language === "zh")
    return isOwn && clause.length <= 16 && !/[她他我你，]/u.test(clause) && clause !== ""
      ? `我是${name}，${clause}。`
      : `我叫${name}。`;
  return isOwn && clause.length <= 60 && /^(?:an?|the)\s/iu.test(clause)
    ? `I am ${name}, ${clause.charAt(0).toLowerCase()}${clause.slice(1)}.`
    : `My name is ${name}.`;
}

/** A place that is written with its own article or owner, or is a name, needs no second one. */
export const withArticle = (where: string): string =>
  /^(?:the|an?|my|our|your|his|her|their)\s/iu.test(where) || /^\p{Lu}/u.test(where)
    ? where
    : `the ${where}`;
