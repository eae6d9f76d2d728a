import { groups, type SmokeCase } from "./case.ts";

/** Cases by group and by name; all of them by default. A name that matches nothing is an error. */
export function select(
  cases: readonly SmokeCase[],
  asked: { readonly groups: readonly string[]; readonly ids: readonly string[] },
): { readonly chosen: readonly SmokeCase[]; readonly unknown: readonly string[] } {
  const wanted = asked.groups.map((group) => group.toUpperCase());
  const unknown = [
    ...wanted.filter((group) => !Object.hasOwn(groups, group)),
    ...asked.ids.filter((id) => !cases.some((each) => each.id === id || each.gist === id)),
  ];
  const isAll = wanted.length === 0 && asked.ids.length === 0;
  const chosen = cases.filter(
    ({ id, gist, group }) =>
      isAll ||
      wanted.includes(group) ||
      asked.ids.includes(id) ||
      (gist !== undefined && asked.ids.includes(gist)),
  );
  return { chosen, unknown };
}
