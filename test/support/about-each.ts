import type { ModelRequest } from "../../src/domain/ports/model.ts";

/** One answer about feelings or a relationship goes for everyone who is asked about. */
export function aboutEach({ sections = [] }: ModelRequest, answer: unknown): unknown {
  const names = sections.find(({ name }) => name === "people")?.lines ?? [];
  if (names.length === 0 || typeof answer !== "object" || answer === null || "people" in answer)
    return answer;
  return { ...answer, people: names.map((name) => ({ ...answer, name })) };
}
