import { expect, it } from "vitest";
import { readMarkdown } from "./read-markdown.ts";

it("S20: a text that was made to break its reader is shown as it was written", () => {
  const hostile = [
    ">".repeat(3_000),
    "> ".repeat(1_000),
    "- ".repeat(1_000),
    "1. ".repeat(500),
    "!".repeat(31_000),
    "_a_".repeat(10_000),
    "[".repeat(5_000),
    "*_".repeat(1_500),
    "x".repeat(20_001),
  ];
  for (const text of hostile) expect(readMarkdown(text), text.slice(0, 20)).toBeUndefined();
});

it("ordinary markdown of people and models is parsed", () => {
  const answer =
    "# Plan\n\n> quoted\n\n- one\n  - two\n    - three\n\n**bold** and `code`, [a link](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |";
  expect(readMarkdown(answer)?.map(({ type }) => type)).toContain("table");
  expect(readMarkdown(Array.from({ length: 60 }, () => answer).join("\n\n"))).toBeDefined();
});
