import { expect, it } from "vitest";
import { tryPutTogether, takeApart } from "./pieces.ts";

const result = () => ({
  said: Array.from({ length: 250 }, (_, nth) => nth),
  book: { entries: Array.from({ length: 101 }, (_, nth) => ({ nth })), few: [1, 2] },
  bytes: new Uint8Array(300),
  none: null,
});

it("a long list leaves a result in short pieces and is whole again where it belongs", () => {
  const sent = result();
  const pieces = takeApart(sent);
  expect(pieces.map(({ at, items }) => [at.join("."), items.length])).toEqual([
    ["said", 100],
    ["said", 100],
    ["said", 50],
    ["book.entries", 100],
    ["book.entries", 1],
  ]);
  expect(sent).toMatchObject({ said: [], book: { entries: [], few: [1, 2] } });
  expect(tryPutTogether(sent, pieces)).toBe(true);
  expect(sent).toEqual(result());
});

it.each([
  [["elsewhere"]],
  [["none", "x"]],
  [["__proto__", "x"]],
  [["bytes"]],
  [["said", "constructor"]],
])("a piece for %j has no place in a result", (at) => {
  expect(tryPutTogether(result(), [{ at, items: [1] }])).toBe(false);
});
