import { expect, it } from "vitest";
import { sqlState } from "./database.ts";

it.each(["23505", "40P01", "57P01", "25P03", "P0001", "HV00A", "XX000"])(
  "error code %s is a SQLSTATE",
  (code) => {
    expect(sqlState(Object.assign(new Error("x"), { code }))).toBe(code);
  },
);

// System error codes of five capital letters resemble one: EPIPE must count as an unavailable
// database, not as a failed statement.
it.each(["EPIPE", "ECONNRESET", "ENOENT", "", undefined, 23505])(
  "error code %s is not a SQLSTATE",
  (code) => {
    expect(sqlState(Object.assign(new Error("x"), { code }))).toBeUndefined();
  },
);

it("a value that is not an error has no SQLSTATE", () => {
  expect([undefined, null, "23505"].map(sqlState)).toEqual([undefined, undefined, undefined]);
});
