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

const formulasOf = (text: string): string[] => {
  const found: string[] = [];
  const walk = (tokens: readonly object[] | undefined): void => {
    for (const token of tokens ?? []) {
      const { type, tex, isBlock } = token as { type?: string; tex?: string; isBlock?: boolean };
      if (type === "formula") found.push(`${isBlock === true ? "block" : "inline"}: ${tex}`);
      walk((token as { tokens?: object[] }).tokens);
      walk((token as { items?: object[] }).items);
    }
  };
  walk(readMarkdown(text));
  return found;
};

it("formulas are read between dollars and between TeX's own brackets, in a line and in a block", () => {
  expect(formulasOf("The area is $\\pi r^2$, so \\(a_1 * b_2 * c\\) holds.")).toEqual([
    "inline: \\pi r^2",
    "inline: a_1 * b_2 * c",
  ]);
  expect(formulasOf("Then:\n\n$$\n\\int_0^1 x\\,dx\n$$\n\nand\n\n\\[ E = mc^2 \\]\n")).toEqual([
    "block: \\int_0^1 x\\,dx",
    "block: E = mc^2",
  ]);
  expect(formulasOf("- first $x$\n- second $$y$$")).toEqual(["inline: x", "block: y"]);
});

it("amounts of money, code and lone dollars are not formulas", () => {
  for (const text of [
    "It costs $5 and $10 more.",
    "between $5-$10",
    "`$HOME and $PATH`",
    "a lone $ and $ 5 $",
    "US$20, HK$30",
  ])
    expect(formulasOf(text), text).toEqual([]);
});

it("a text of nothing but dollars is read in time", () => {
  expect(readMarkdown("$a".repeat(900))).toBeDefined();
  expect(readMarkdown("$".repeat(3_000))).toBeUndefined();
});
