import { expect, it } from "vitest";
import { highlight } from "./highlight.ts";

const listColours = (code: string, language: string): string[] =>
  highlight(code, language)
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind}: ${text}`);

it("code keeps every character, and its comments, strings, numbers and keywords get their colour", () => {
  const code = 'const at = "a // b"; // why\nreturn 0x1f + `t`;';
  expect(
    highlight(code, "ts")
      .map(({ text }) => text)
      .join(""),
  ).toBe(code);
  expect(listColours(code, "ts")).toEqual([
    "keyword: const",
    'string: "a // b"',
    "comment: // why",
    "keyword: return",
    "number: 0x1f",
    "string: `t`",
  ]);
});

it("a comment begins as its language has it", () => {
  expect(listColours("x = 1 # one", "python")).toEqual(["number: 1", "comment: # one"]);
  expect(listColours("SELECT 1 -- one", "sql")).toEqual([
    "keyword: SELECT",
    "number: 1",
    "comment: -- one",
  ]);
  expect(listColours("a { color: #fff }", "css")).toEqual([]);
});

it("text, code without a language and very long code stay in one colour", () => {
  const long = "if (1) ".repeat(4_000);
  expect([highlight("if 1", ""), highlight("if 1", "text"), highlight(long, "js")]).toEqual([
    [{ kind: "plain", text: "if 1" }],
    [{ kind: "plain", text: "if 1" }],
    [{ kind: "plain", text: long }],
  ]);
});

it("unfinished strings and comments, as they stream in, end with the code", () => {
  expect(listColours('let a = "half', "js")).toEqual(["keyword: let"]);
  expect(listColours("/* half", "js")).toEqual(["comment: /* half"]);
  const hostile = '"\\'.repeat(6_000);
  expect(
    highlight(hostile, "js")
      .map(({ text }) => text)
      .join(""),
  ).toBe(hostile);
});
