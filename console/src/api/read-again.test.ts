import { describe, expect, test } from "vitest";
import { mayReadAgain, readAgainAfterMs } from "./read-again.ts";
import { ApiFailure } from "./request.ts";

const failure = (status: number, retryAfterSeconds?: number): ApiFailure =>
  new ApiFailure({ status, code: "any", message: "", retryAfterSeconds });

describe("what could not be read", () => {
  test("what could not be read because of too many requests is asked for again after the time that the server says, later each time", () => {
    const held = failure(429, 2);
    expect([0, 1, 4, 5].map((failures) => mayReadAgain(failures, held))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([0, 1, 2].map((failures) => readAgainAfterMs(failures, held))).toEqual([
      2_000, 4_000, 8_000,
    ]);
  });

  test("what could not be read is asked for twice more where the server could not be reached, and not at all where it refused", () => {
    expect([0, 1, 2].map((failures) => mayReadAgain(failures, failure(0)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(readAgainAfterMs(1, failure(503))).toBe(2_000);
    for (const refused of [failure(403), failure(429), failure(429, 600), new Error("any")])
      expect(mayReadAgain(0, refused)).toBe(false);
  });
});
