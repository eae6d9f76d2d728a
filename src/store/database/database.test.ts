import { expect, it } from "vitest";
import { sqlState } from "./database.ts";

it.each(["23505", "40P01", "57P01", "25P03", "P0001", "HV00A", "XX000"])(
  "%s is a state of the database",
  (code) => {
    expect(sqlState(Object.assign(new Error("x"), { code }))).toBe(code);
  },
);

// Five capital letters look like one: a broken pipe was taken for a bug in a statement, not for a database that is away.
it.each(["EPIPE", "ECONNRESET", "ENOENT", "", undefined, 23505])("%s is not", (code) => {
  expect(sqlState(Object.assign(new Error("x"), { code }))).toBeUndefined();
});

it("what is no error has no state", () => {
  expect([undefined, null, "23505"].map(sqlState)).toEqual([undefined, undefined, undefined]);
});
