import * as fc from "fast-check";
import { expect, it } from "vitest";
import { compilePattern } from "./pattern.ts";

const createBudget = (): { steps: number } => ({ steps: 1_000_000 });
const isIn = (source: string, text: string): boolean | undefined =>
  compilePattern(source)?.isIn(text, createBudget());

it.each([
  ["/gull(s|ery)?\\b/i", ["A Gull!", "GULLS", "gullery", "gulliver"]],
  ["/^the (?:red|blue) door$/m", ["here\nthe red door\nthere", "the green door", "the blue door."]],
  ["/\\d{2,4}-\\d+/", ["call 12-7", "1-7", "12345-6"]],
  ["/[^a-z\\s]+x?/", ["abc", "ab1c"]],
  ["/(?<who>Ann|Bob).*key/s", ["Ann has\nthe key", "key Ann"]],
  ["/船(钟|灯)/u", ["听见船钟", "船夫"]],
  ["/a*?b{0}c|\\u0041/", ["zzc", "A", "b"]],
  ["/\\bst\\B/", ["street", "st", "best"]],
])("the pattern %s matches where JavaScript's RegExp does", (source, texts) => {
  const [, inner = "", flags = ""] = /^\/(.+)\/(\w*)$/s.exec(source) ?? [];
  for (const text of texts)
    expect([text, isIn(source, text)]).toEqual([text, new RegExp(inner, flags).test(text)]);
});

it("generated patterns match where JavaScript's RegExp does", () => {
  const atom = fc.constantFrom(
    "a",
    "b",
    "c",
    ".",
    "[ab]",
    "[^a]",
    "(a|b)",
    "(?:bc)",
    "\\w",
    "\\b",
    "^",
    "$",
  );
  const part = fc
    .tuple(atom, fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,2}"))
    .map(([one, often]) => (/[\^$]|\\b/.test(one) ? one : one + often));
  const pattern = fc
    .array(part, { minLength: 1, maxLength: 5 })
    .chain((parts) => fc.constantFrom(parts.join(""), `${parts.join("")}|cc`));
  const text = fc
    .array(fc.constantFrom("a", "b", "c", " "), { maxLength: 8 })
    .map((chars) => chars.join(""));
  fc.assert(
    fc.property(
      pattern,
      text,
      (source, said) => isIn(source, said) === new RegExp(source).test(said),
    ),
    { numRuns: 500 },
  );
});

it("catastrophic patterns take a bounded number of steps", () => {
  for (const source of ["(a+)+$", "(a|a)*b", "(.*)*x", "(a?){50}a{50}"]) {
    const left = createBudget();
    compilePattern(source)?.isIn("a".repeat(3_000), left);
    // Bounded per character, not per way to match.
    expect(1_000_000 - left.steps).toBeLessThan(3_001 * 350);
  }
  expect(compilePattern("a+")?.isIn("bbbbba", { steps: 5 })).toBe(false);
});

it.each([
  "(?=a)",
  "(?<!a)b",
  "(a)\\1",
  "a{1,5000}",
  "(",
  "[a",
  "*",
  "a)",
  "/a/q",
  "((((){99}){99}){99}){99}",
  "(".repeat(80) + ")".repeat(80),
  "x".repeat(2_000),
])("a pattern that needs more than one pass is rejected: %s", (source) =>
  expect(compilePattern(source)).toBeUndefined(),
);
