import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runs } from "../support/runs.ts";
import { companionMutations } from "./companion-mutations.ts";
import { memoryMutations } from "./memory-mutations.ts";
import { type Mutation, mutations as ofTheEngine } from "./mutations.ts";

const mutations = [...ofTheEngine, ...companionMutations, ...memoryMutations];

const root = join(import.meta.dirname, "..", "..");

it("every planted mistake has exactly one place in the code, and its test is there", () => {
  for (const { mistake, file, from, test, title } of mutations) {
    expect([mistake, readFileSync(join(root, file), "utf8").split(from).length - 1]).toEqual([
      mistake,
      1,
    ]);
    expect([mistake, readFileSync(join(root, test), "utf8").split(`"${title}`).length - 1]).toEqual(
      [mistake, 1],
    );
  }
});

describe.runIf(runs(0, 1) === 1)(
  "a planted mistake is seen by its own part's tests",
  { timeout: 300_000 },
  () => {
    let copy: string;

    beforeAll(() => {
      copy = mkdtempSync(join(tmpdir(), "meanwhile-mutations-"));
      for (const name of [
        "src",
        "test",
        "bin",
        "console",
        "package.json",
        "tsconfig.json",
        "vitest.config.ts",
      ])
        cpSync(join(root, name), join(copy, name), { recursive: true });
      symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    });
    afterAll(() => rmSync(copy, { recursive: true, force: true }));

    const doesPass = ({ test, title }: Mutation): boolean => {
      const vitest = join(copy, "node_modules", "vitest", "vitest.mjs");
      const env = {
        ...process.env,
        MEANWHILE_LONG: "0",
        VITEST: undefined,
        VITEST_WORKER_ID: undefined,
        VITEST_POOL_ID: undefined,
      };
      const ended = spawnSync(process.execPath, [vitest, "run", test, "-t", title], {
        cwd: copy,
        env,
        encoding: "utf8",
      });
      // A test that was not found proves nothing.
      expect(ended.stdout + ended.stderr).toMatch(/Tests .*(?:passed|failed)/);
      return ended.status === 0;
    };

    it.each(mutations)(
      "a planted mistake is seen by its own part's tests: $mistake",
      (mutation) => {
        const file = join(copy, mutation.file);
        const text = readFileSync(file, "utf8");
        writeFileSync(
          file,
          text.replace(mutation.from, () => mutation.to),
        );
        try {
          expect(doesPass(mutation)).toBe(false);
        } finally {
          writeFileSync(file, text);
        }
        expect(doesPass(mutation)).toBe(true);
      },
    );
  },
);
