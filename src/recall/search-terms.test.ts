import { describe, expect, it } from "vitest";
import { listSearchTerms, parseSearch } from "./search-terms.ts";

const isFound = (query: string, text: string): boolean => {
  const terms = listSearchTerms(text);
  return parseSearch(query).every(
    ({ any, start }) =>
      any.some((term) => terms.includes(term)) ||
      (start !== undefined && terms.some((term) => term.startsWith(start))),
  );
};

describe("a search over messages", () => {
  it("a search finds a word in its other forms and by its beginning", () => {
    expect(isFound("reminder", "two Reminders for Friday")).toBe(true);
    expect(isFound("remi", "two Reminders for Friday")).toBe(true);
    expect(isFound("remi mon", "two Reminders for Friday")).toBe(false);
  });

  it("a search finds Chinese words inside a sentence, and single characters", () => {
    expect(isFound("领养", "上个月我们领养了一只猫")).toBe(true);
    expect(isFound("猫", "上个月我们领养了一只猫")).toBe(true);
    expect(isFound("领养 猫", "上个月我们领养了一只猫")).toBe(true);
    expect(isFound("养狗", "上个月我们领养了一只猫")).toBe(false);
  });

  it("a search asks for nothing where a query has no word", () => {
    expect(parseSearch(" … !? ")).toEqual([]);
  });
});
