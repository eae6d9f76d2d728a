import type { People } from "../state/people.ts";
import { findConfidence, isBeforeAll } from "./confidence-words.ts";

/** Those present from whom a line keeps itself. */
export interface KeptFrom {
  /** By name. */
  readonly ids: readonly string[];
  /** Whether an audience leaves out everyone who is not to hear. */
  isKeptBy(audience: readonly string[]): boolean;
}

/**
 * Undefined where the line may be said before all of the others, or only one other is there. What
 * is expressly said in front of someone is not kept from them.
 */
export function findKeptFrom(
  text: string,
  people: Pick<People, "findNames">,
  others: readonly string[],
): KeptFrom | undefined {
  const confidence = findConfidence(text);
  if (confidence === undefined || others.length < 2) return undefined;
  const findPresent = (words: readonly string[]): string[] =>
    words
      .map((part) => people.findNames(part, (id) => others.includes(id)))
      .flatMap(({ ids, ambiguous }) => [...ids, ...ambiguous.flatMap((each) => each.ids)])
      .filter((id) => others.includes(id));
  const open = confidence.openTo.some(isBeforeAll) ? others : findPresent(confidence.openTo);
  const ids = [...new Set(findPresent(confidence.keptFrom))].filter((id) => !open.includes(id));
  const closed = others.filter((id) => !open.includes(id));
  const isGeneral = confidence.isGeneral && closed.length > 1;
  if (ids.length === 0 && !isGeneral) return undefined;
  return {
    ids,
    isKeptBy: (audience) =>
      !ids.some((id) => audience.includes(id)) &&
      !(isGeneral && closed.every((id) => audience.includes(id))),
  };
}
