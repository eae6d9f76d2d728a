import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { HeavyFirst } from "./test/support/heavy-first.ts";

const tests = ["src/**/*.test.ts", "console/**/*.test.ts", "test/**/*.test.ts"];

/** Files that mock modules: they run alone, so that no other file sees the mocks. */
const mocking = globSync(tests, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(?:mock|doMock|hoisted)\(/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

export default defineConfig({
  test: {
    pool: "forks",
    // Transformed modules stay on disk: the next run of a few files starts in half the time.
    fsModuleCache: true,
    // No test waits for these: they end what hangs, on machines that have other work, too.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than the cores that CI has: a test that waits for its database or browser leaves a core free.
    maxWorkers: 3,
    // As many worlds as test/crash/use-worlds.ts opens at once: a test that waits for its turn does not use up its time.
    maxConcurrency: 3,
    sequence: { sequencer: HeavyFirst },
    globalSetup: ["test/support/run-setup.ts"],
    projects: [
      { extends: true, test: { name: "alone", include: mocking } },
      // The others share their processes: no module of ours has state (test/repository/architecture.test.ts), so nothing is left for the next file.
      {
        extends: true,
        test: {
          name: "together",
          include: tests,
          exclude: [...mocking, "node_modules/**"],
          isolate: false,
        },
      },
    ],
  },
});
