import * as fc from "fast-check";
import { expect, it } from "vitest";
import { format } from "./markdown.ts";

const describeFormatted = (markdown: string): readonly [string, ...string[]] => {
  const { text, entities } = format(markdown);
  return [
    text,
    ...entities.map(({ type, offset, length }) => `${type}=${text.slice(offset, offset + length)}`),
  ];
};

it.each([
  [
    "**bold** and *soft* and `code`",
    ["bold and soft and code", "bold=bold", "italic=soft", "code=code"],
  ],
  ["**她说：*真的*吗？**", ["她说：真的吗？", "bold=她说：真的吗？", "italic=真的"]],
  ["# Title\n- one\n- two", ["Title\n• one\n• two", "bold=Title"]],
  ["```js\nlet a = 1 * 2 * 3;\n```", ["let a = 1 * 2 * 3;", "pre=let a = 1 * 2 * 3;"]],
  ["see [the plan](https://example.org/a)", ["see the plan (https://example.org/a)"]],
  ["😀 **ok**", ["😀 ok", "bold=ok"]],
])("Markdown %j is shown as text with entities", (markdown, expected) => {
  expect(describeFormatted(markdown)).toEqual(expected);
});

it.each([
  "2 * 3 * 4",
  "snake_case_name",
  "**open",
  "`tick",
  "a ** b ** c",
  "5*6=30*1",
  "```\nno end",
])("text that only looks like Markdown stays as it was written: %j", (text) => {
  expect(describeFormatted(text)).toEqual([text]);
});

it("formatted text is never longer than its source, and every entity lies inside it", () => {
  const pieces = fc.constantFrom(
    "*",
    "**",
    "_",
    "`",
    "```",
    "\n",
    "~~",
    "# ",
    "- ",
    "[",
    "](http://a.b)",
    "字",
    "😀",
    "a",
    " ",
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 40 }).map((list) => list.join("")),
      (markdown) => {
        const { text, entities } = format(markdown);
        expect(text.length).toBeLessThanOrEqual(markdown.length);
        for (const { offset, length } of entities) {
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
        }
      },
    ),
    { numRuns: 2_000, seed: 7 },
  );
});
