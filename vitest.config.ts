import { defineConfig } from "vitest/config";

/** Tests beside the code share their processes: no module has state (test/architecture.test.ts), so nothing is left for the next file. */
const beside = ["src/**/*.test.ts", "console/**/*.test.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    globalSetup: ["test/support/postgres-setup.ts"],
    projects: [
      { extends: true, test: { name: "beside", include: beside, isolate: false } },
      { extends: true, test: { name: "across", include: ["test/**/*.test.ts"] } },
    ],
  },
});
