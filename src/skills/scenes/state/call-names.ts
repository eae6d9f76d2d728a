/**
 * The names a character answers to: the full name, or a part of it that no other character shares.
 * “Orla” means Orla Finch unless there are two.
 */
export function listCallNames(
  people: readonly { readonly id: string; readonly name: string }[],
): { readonly id: string; readonly name: string }[] {
  const whole = people.map(({ id, name }) => ({ id, name: name.trim() }));
  const taken = new Set(whole.map(({ name }) => foldName(name)));
  const parts = whole.flatMap(({ id, name }) =>
    splitName(name).map((part) => ({ id, name: part })),
  );
  const owners = Map.groupBy(parts, ({ name }) => foldName(name));
  const own = parts.filter(
    ({ name }) =>
      !taken.has(foldName(name)) &&
      new Set(owners.get(foldName(name))?.map(({ id }) => id)).size === 1,
  );
  return [...whole, ...own];
}

export const foldName = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** Particles such as “of” and “the” do not identify a character. */
function splitName(name: string): string[] {
  const parts = name.split(/[\s·・]+/u);
  return parts.length < 2
    ? []
    : parts.filter((part) =>
        /^\p{Lu}.{2,}|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/u.test(
          part,
        ),
      );
}
