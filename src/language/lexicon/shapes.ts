import type { Token } from "../intents/marked-words.ts";

/** What a tool may want to do for a person. */
export type Act =
  | "create"
  | "note"
  | "update"
  | "cancel"
  | "complete"
  | "snooze"
  | "share"
  | "undo"
  | "zone"
  | "zh"
  | "en";

/**
 * A pattern over words: from each place where it may begin, the places where it may end. All ways
 * are followed at once, so that no sentence takes longer than its length times the pattern's.
 */
export type Shape = (tokens: readonly Token[], from: ReadonlySet<number>) => ReadonlySet<number>;

export const isShaped = (shape: Shape, tokens: readonly Token[]): boolean =>
  shape(tokens, new Set([0])).has(tokens.length);

export const seq =
  (...shapes: readonly Shape[]): Shape =>
  (tokens, from) =>
    shapes.reduce((at, shape) => (at.size === 0 ? at : shape(tokens, at)), from);

export const or =
  (...shapes: readonly Shape[]): Shape =>
  (tokens, from) =>
    new Set(shapes.flatMap((shape) => [...shape(tokens, from)]));

export const optional =
  (shape: Shape): Shape =>
  (tokens, from) =>
    new Set([...from, ...shape(tokens, from)]);

export const many =
  (shape: Shape): Shape =>
  (tokens, from) => {
    const reached = new Set(from);
    let next: ReadonlySet<number> = from;
    while (next.size > 0) {
      next = new Set([...shape(tokens, next)].filter((at) => !reached.has(at)));
      for (const at of next) reached.add(at);
    }
    return reached;
  };

export const some = (shape: Shape): Shape => seq(shape, many(shape));

/** Goes on only where the other does not begin. */
export const notBefore =
  (shape: Shape): Shape =>
  (tokens, from) =>
    new Set([...from].filter((at) => shape(tokens, new Set([at])).size === 0));

const one =
  (isIt: (token: Token) => boolean): Shape =>
  (tokens, from) =>
    new Set(
      [...from].flatMap((at) => {
        const token = tokens[at];
        return token !== undefined && isIt(token) ? [at + 1] : [];
      }),
    );

export const titleWord = one(({ isTitle }) => isTitle);
export const timeWord = one(({ isTime }) => isTime);
export const friendName = one(({ text }) => text === "₣");
export const anyWord = one(() => true);
/** A word of the title in a form of its own: "watered" of “water the tomatoes”. */
export const titleLike = (pattern: RegExp): Shape =>
  one(({ text, isTitle }) => isTitle && pattern.test(text));

/** Phrases with "|" between them; `split` says what their single tokens are. */
export function phrasesOf(list: string, split: (phrase: string) => readonly string[]): Shape {
  const byFirst = Map.groupBy(list.split("|").map(split), ([first = ""]) => first);
  return (tokens, from) =>
    new Set(
      [...from].flatMap((at) =>
        (byFirst.get(tokens[at]?.text ?? "") ?? []).flatMap((phrase) =>
          phrase.every((word, index) => tokens[at + index]?.text === word)
            ? [at + phrase.length]
            : [],
        ),
      ),
    );
}
