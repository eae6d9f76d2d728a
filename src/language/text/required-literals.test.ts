import { expect, it } from "vitest";
import { findRequiredLiterals } from "./required-literals.ts";

it.each([
  ["cancel", [["cancel"]]],
  [String.raw`\bremind(?:er)?s?\b`, [["remind"]]],
  ["colou?r", [["colo"], ["r"]]],
  ["a+b", [["a"], ["b"]]],
  ["go{2}d", [["go"], ["d"]]],
  ["(?:mon|tues)day", [["mon", "tues"], ["day"]]],
  ["(?:the )?end of (?:this|next) month", [["end of "], ["this", "next"], [" month"]]],
  ["[早晚]上", [["早", "晚"], ["上"]]],
  [String.raw`\d点`, [Array.from("0123456789"), ["点"]]],
  [String.raw`3\.5|a\+b`, [["3.5", "a+b"]]],
  ["noon(?=today)", [["noon"], ["today"]]],
  ["(?<=at )noon(?! today)", [["at "], ["noon"]]],
])("the literals that %s requires are found in it", (source, required) => {
  expect(findRequiredLiterals(source)).toEqual(required);
});

it.each([
  "(?:noon)?",
  "(?!noon)",
  "(?<!noon)",
  "[a-z]",
  "[^x]",
  ".",
  "noon|[a-z]",
  String.raw`\w\s\p{L}`,
])("an expression that may match without a literal requires none: %s", (source) => {
  expect(findRequiredLiterals(source)).toEqual([]);
});
