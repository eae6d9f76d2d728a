import { foldName } from "./call-names.ts";

interface NamedId {
  readonly id: string;
  readonly name: string;
}

const minSuffixLength = 4;

/** Unambiguous display names: the name, followed by the end of the id when several share it. */
export function labelNamesakes(
  people: readonly NamedId[],
  also: readonly string[] = [],
): Map<string, string> {
  const taken = new Set(also.map(foldName));
  const groups = Map.groupBy(people, ({ name }) => foldName(name));
  return new Map(
    people.map(({ id, name }) => {
      const others = (groups.get(foldName(name)) ?? []).filter((one) => one.id !== id);
      const isAlone = others.length === 0 && !taken.has(foldName(name));
      return [id, isAlone ? name.trim() : `${name.trim()} (${findDistinctSuffix(id, others)})`];
    }),
  );
}

/** The shortest suffix of the id that no other id ends with. */
function findDistinctSuffix(id: string, others: readonly NamedId[]): string {
  for (let length = minSuffixLength; length < id.length; length += 1) {
    const end = id.slice(-length);
    if (others.every((other) => !other.id.endsWith(end))) return end;
  }
  return id;
}
