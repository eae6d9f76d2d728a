import { folded } from "./call-names.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

const shortest = 4;

/** What each is called so that nobody is taken for another: the name, and for those who share one the end of their id. */
export function labelsOf(
  people: readonly Named[],
  also: readonly string[] = [],
): Map<string, string> {
  const taken = new Set(also.map(folded));
  const groups = Map.groupBy(people, ({ name }) => folded(name));
  return new Map(
    people.map(({ id, name }) => {
      const others = (groups.get(folded(name)) ?? []).filter((one) => one.id !== id);
      const isAlone = others.length === 0 && !taken.has(folded(name));
      return [id, isAlone ? name.trim() : `${name.trim()} (${endOf(id, others)})`];
    }),
  );
}

/** As much of an id's end as the others' ids do not have. */
function endOf(id: string, others: readonly Named[]): string {
  for (let length = shortest; length < id.length; length += 1) {
    const end = id.slice(-length);
    if (others.every((other) => !other.id.endsWith(end))) return end;
  }
  return id;
}
