import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const rows = readFileSync(join(root, "docs/security.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, number, promise = "", tests = ""] =
      /^\| (S\d+) \| (.+?) \| (.+?) \|$/.exec(line) ?? [];
    return number === undefined
      ? []
      : [{ number, promise, tests: [...tests.matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g)] }];
  });

describe("docs/security.md", () => {
  it("docs/security.md has one row for each of S1 to S52, in order", () => {
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 52 }, (_, at) => `S${at + 1}`),
    );
  });

  it.each(rows.map((row) => [row.number, row] as const))(
    "%s names tests that exist, by their titles",
    (_, { promise, tests }) => {
      expect(promise.length).toBeGreaterThan(20);
      expect(tests.length).toBeGreaterThan(0);
      for (const [, file = "", title = ""] of tests) {
        expect(existsSync(join(root, file)), file).toBe(true);
        expect(
          readFileSync(join(root, file), "utf8"),
          `${file} has no test called “${title}”`,
        ).toContain(title);
      }
    },
  );
});
