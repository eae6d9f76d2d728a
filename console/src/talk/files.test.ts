import { expect, test } from "vitest";
import { fitting, mostBytes, sizeWords } from "./files.ts";

const file = (name: string, size = 10) => ({ name, size });

test("only so many files go with a message, counting those that are there already", () => {
  const asked = ["a", "b", "c"].map((name) => file(name));
  expect(fitting(3, asked)).toEqual({
    fit: [file("a"), file("b")],
    tooLarge: undefined,
    empty: undefined,
    tooMany: true,
  });
  expect(fitting(0, asked)).toMatchObject({ fit: asked, tooMany: false });
});

test("a file that is too large or empty is named and left out", () => {
  expect(fitting(0, [file("big", mostBytes + 1), file("small"), file("empty", 0)])).toEqual({
    fit: [file("small")],
    tooLarge: "big",
    empty: "empty",
    tooMany: false,
  });
});

test("sizes are shown in the unit that fits", () => {
  expect([sizeWords(999), sizeWords(12_400), sizeWords(2_350_000)]).toEqual([
    "999 B",
    "12 kB",
    "2.4 MB",
  ]);
});
