/** What people call somebody: the whole name, or a part of it that is nobody else's. “Orla” is Orla Finch, unless there are two. */
export function callNames(
  people: readonly { readonly id: string; readonly name: string }[],
): { readonly id: string; readonly name: string }[] {
  const whole = people.map(({ id, name }) => ({ id, name: name.trim() }));
  const taken = new Set(whole.map(({ name }) => folded(name)));
  const parts = whole.flatMap(({ id, name }) => partsOf(name).map((part) => ({ id, name: part })));
  const owners = Map.groupBy(parts, ({ name }) => folded(name));
  const own = parts.filter(
    ({ name }) =>
      !taken.has(folded(name)) && new Set(owners.get(folded(name))?.map(({ id }) => id)).size === 1,
  );
  return [...whole, ...own];
}

export const folded = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** “of” and “the” in a name call nobody. */
function partsOf(name: string): string[] {
  const parts = name.split(/[\s·・]+/u);
  return parts.length < 2
    ? []
    : parts.filter((part) =>
        /^\p{Lu}.{2,}|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/u.test(
          part,
        ),
      );
}
