import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

it("a run of the tests that ends without a report says how it ended, and fails", () => {
  const root = join(import.meta.dirname, "..", "..");
  const args = ["test/run.ts", "--config", "no-such.config.ts"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect(stdout).toContain("vitest ended with code 1 and left no report");
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("tests: 0 passed, 1 failed, 0 skipped");
  expect(status).toBe(1);
});
