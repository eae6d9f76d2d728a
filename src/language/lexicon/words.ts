/** One of these words: lists are composed so that each word stands once. */
export const oneOf = (...lists: readonly string[]): string => `(?:${lists.join("|")})`;

/** What either pattern finds. */
const either = (first: RegExp, second: RegExp): RegExp =>
  new RegExp(`${first.source}|${second.source}`, first.flags);

type Shared<Zh, En> = {
  readonly [
    Name in keyof Zh & keyof En as Zh[Name] extends RegExp
      ? En[Name] extends RegExp
        ? Name
        : never
      : never
  ]: RegExp;
};

/**
 * The words of one idea, by language. `both` has the patterns that the two have in common: a person
 * may use the words of both languages in one sentence.
 */
export function wordsOf<Zh extends object, En extends object>(
  zh: Zh,
  en: En,
): { readonly zh: Zh; readonly en: En; readonly both: Shared<Zh, En> } {
  const others = new Map<string, unknown>(Object.entries(en));
  const both = Object.entries(zh).flatMap(([name, first]: [string, unknown]) => {
    const second = others.get(name);
    return first instanceof RegExp && second instanceof RegExp
      ? [[name, either(first, second)] as const]
      : [];
  });
  return { zh, en, both: Object.fromEntries(both) as Shared<Zh, En> };
}
