import { expect, it } from "vitest";
import { costOf } from "./money.ts";

it.each([
  [0, "USD", "$0.00"],
  [12, "USD", "$0.000012"],
  [123_456, "USD", "$0.12"],
  [42_000, "CNY", "CN¥0.042"],
  [12_345_678, "EUR", "€12.35"],
])("%d millionths of %s read %s", (micros, currency, text) => {
  expect(costOf(micros, currency)).toBe(text);
});
