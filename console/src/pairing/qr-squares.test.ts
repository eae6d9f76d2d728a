import { expect, test } from "vitest";
import { qrSquares } from "./qr-squares.ts";

test("a QR code has its three corners and a light margin", () => {
  const { side, path } = qrSquares("http://127.0.0.1:7788/#pair=0A1B-2C3D-4E5F");
  const dark = new Set(
    Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, column, row]) => `${column} ${row}`),
  );
  const last = side - 4;
  // The dark ring around a corner's block, and the light one inside it.
  for (const [left, top] of [
    [3, 3],
    [last - 6, 3],
    [3, last - 6],
  ] as const) {
    expect([0, 3, 6].map((step) => dark.has(`${left + step} ${top}`))).toEqual([true, true, true]);
    expect([1, 3, 5].map((step) => dark.has(`${left + step} ${top + 1}`))).toEqual([
      false,
      false,
      false,
    ]);
    expect(dark.has(`${left + 3} ${top + 3}`)).toBe(true);
  }
  const places = Array.from(dark, (place) => place.split(" ").map(Number)).flat();
  expect([Math.min(...places), Math.max(...places)]).toEqual([3, last]);
});
