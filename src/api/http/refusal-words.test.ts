import { expect, it } from "vitest";
import { errorCodes, type ErrorCode } from "../../domain/errors.ts";
import { sentenceFor } from "./refusal-words.ts";

it("every refusal code has a sentence in both languages that names the wrong field", () => {
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    expect(sentenceFor(code, "en")).toMatch(/[.]$/);
    expect(sentenceFor(code, "zh")).toMatch(/。$/);
  }
  expect(sentenceFor("invalid_request", "en", { field: "text" })).toContain("text");
  expect(sentenceFor("invalid_request", "zh", { field: "text" })).toContain("text");
  expect(sentenceFor("invalid_request", "en", { field: "op", allowed: ["a", 1] })).toBe(
    "“op” must be one of: a, 1.",
  );
  expect(sentenceFor("invalid_request", "zh", { field: "op", allowed: ["a", 1] })).toBe(
    "“op”只能是其中之一：a、1。",
  );
});
