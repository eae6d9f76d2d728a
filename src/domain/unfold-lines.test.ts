import { expect, it } from "vitest";
import { unfoldLines } from "./unfold-lines.ts";

const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
const unfold = (bytes: readonly number[]): string =>
  new TextDecoder("utf-8", { fatal: true }).decode(unfoldLines(Uint8Array.from(bytes)));

it("a line that is folded inside of a character is joined before it is read", () => {
  const [first = 0, ...rest] = bytesOf("会");
  const fold = bytesOf("\r\n ");
  expect(unfold([...bytesOf("SUMMARY:"), first, ...fold, ...rest, ...bytesOf("\r\nEND:X")])).toBe(
    "SUMMARY:会\r\nEND:X",
  );
});

it.each([
  ["A:b\r\n c\r\n\td\r\nE:f\r\n", "A:bcd\r\nE:f\r\n"],
  ["A:b\n c\nE:f", "A:bc\nE:f"],
  ["A:b\r\n", "A:b\r\n"],
  ["A:b\r\r\n c\r", "A:b\rc\r"],
  ["\r\n ", ""],
  ["", ""],
])("the folded lines of %j are joined, and no other break is touched", (text, joined) => {
  expect(unfold(bytesOf(text))).toBe(joined);
});
