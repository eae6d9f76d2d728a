import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allCases } from "../../src/smoke/cases/all.ts";
import { plantedBugs, playedBugs } from "./planted-bugs.ts";

interface Played {
  readonly bug: string | null;
  readonly cases: readonly {
    readonly case: string;
    readonly status: string;
    readonly wrong: readonly string[];
  }[];
}

const root = join(import.meta.dirname, "..", "..");
let copy: string;
let played: readonly Played[];

/** Every bug at once, each behind a switch that only this copy has: the product itself knows of none of them. */
function plant(): void {
  for (const [nth, { bug, file, from, to }] of plantedBugs.entries()) {
    const path = join(copy, file);
    const text = readFileSync(path, "utf8");
    // Bugs of one place are put around each other.
    const places = text.split(from).length - 1;
    const others = plantedBugs
      .slice(0, nth)
      .filter((each) => each.file === file && each.from === from);
    const expected = others.reduce((sum, each) => sum + each.to.split(from).length - 2, 1);
    expect([bug, places]).toEqual([bug, expected]);
    const isOn = `((globalThis as { planted?: unknown }).planted === ${JSON.stringify(bug)})`;
    writeFileSync(
      path,
      text.replace(from, () => to.replaceAll("BUG", () => isOn)),
    );
  }
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "meanwhile-planted-"));
  for (const name of [
    "src",
    "package.json",
    join("test", "smoke"),
    join("test", "support", "runs.ts"),
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  plant();
  const env = { ...process.env, VITEST: undefined };
  const ended = await promisify(execFile)(
    process.execPath,
    [join(copy, "test", "smoke", "run-planted.ts")],
    { env, cwd: copy },
  );
  played = ended.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Played);
}, 240_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it("every one of these cases passes without a bug", () => {
  const [clean] = played;
  expect(clean?.bug).toBeNull();
  expect(clean?.cases.filter(({ status }) => status !== "passed")).toEqual([]);
});

it("twenty bugs and more are planted, and each has cases that are there", () => {
  expect(plantedBugs.length).toBeGreaterThanOrEqual(20);
  expect(new Set(plantedBugs.map(({ bug }) => bug)).size).toBe(plantedBugs.length);
  const known = new Set(allCases.map(({ id }) => id));
  expect(plantedBugs.flatMap(({ cases }) => cases).filter((each) => !known.has(each))).toEqual([]);
});

it.each(playedBugs)("the verdict fails when $bug", ({ bug, cases, says }) => {
  const seen = played.find((each) => each.bug === bug);
  for (const name of cases) {
    const found = seen?.cases.find((each) => each.case === name);
    expect(found?.status).toBe("failed");
    expect(found?.wrong.join("\n")).toMatch(says);
  }
});
