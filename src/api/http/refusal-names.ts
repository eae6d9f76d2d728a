/** The names of the people in a list of a refusal's facts. */
export function joinNames(
  fact: Readonly<Record<string, unknown>> | undefined,
  list: string,
  between: string,
): string {
  const people = fact?.[list];
  return Array.isArray(people)
    ? people.map(({ name }: { readonly name: string }) => name).join(between)
    : "";
}
