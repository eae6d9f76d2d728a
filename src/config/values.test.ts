import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLoopbackHost } from "../fields.ts";
import { secretKeyBytes } from "./values.ts";

describe("values", () => {
  test.each([
    "127.0.0.1",
    "127.8.9.1",
    "localhost",
    "LOCALHOST",
    "::1",
    "[::1]",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
  ])("the address %s is loopback", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  test.each([
    "0.0.0.0",
    "::",
    "127.1",
    "2130706433",
    "127.0.0.1.example",
    "localhost.example",
    "10.0.0.1",
    "",
  ])("the address %s is not loopback", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });

  test("a secret key is 32 bytes in hex, base64 or base64url, and nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        for (const encoding of ["hex", "base64", "base64url"] as const) {
          expect(secretKeyBytes(Buffer.from(bytes).toString(encoding))).toEqual(bytes);
        }
      }),
    );
    for (const text of ["", "abc", "g".repeat(64), "a".repeat(63), "a".repeat(42), "a".repeat(45)])
      expect(secretKeyBytes(text)).toBeUndefined();
  });
});
