import { expect, test } from "vitest";
import { inColumns } from "./columns.ts";

const laid = (...items: readonly (readonly [name: string, from: number, to: number])[]) =>
  Object.fromEntries(
    inColumns(items.map(([name, from, to]) => ({ name, from, to }))).map(
      ({ item, column, columns }) => [item.name, [column, columns]],
    ),
  );

test("entries that overlap are shown side by side, and an entry after them has the whole width", () => {
  expect(laid(["a", 540, 600], ["b", 570, 630], ["c", 630, 660])).toEqual({
    a: [0, 2],
    b: [1, 2],
    c: [0, 1],
  });
});

test("a column is used again as soon as it is free", () => {
  expect(laid(["long", 540, 720], ["first", 540, 570], ["second", 570, 600])).toEqual({
    long: [0, 2],
    first: [1, 2],
    second: [1, 2],
  });
});

test("entries that overlap through a third one share one width", () => {
  expect(laid(["a", 0, 60], ["b", 30, 120], ["c", 90, 150])).toEqual({
    a: [0, 2],
    b: [1, 2],
    c: [0, 2],
  });
});
