import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

it("ARCHITECTURE.md has at most 150 lines of at most 120 characters", () => {
  const lines = read("ARCHITECTURE.md").trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

it.each([
  "ARCHITECTURE.md",
  "docs/promises.md",
  "docs/walkthroughs.md",
  "CONTRIBUTING.md",
  "docs/glossary.md",
])("every file and folder that %s names by its whole path exists", (file) => {
  const named = Array.from(
    read(file).matchAll(/`((?:[a-z0-9-]+\/)+[a-z0-9.-]*)`/g),
    ([, path = ""]) => path,
  );
  const ours = named.filter((path) => /^(?:src|test|docs|console|[a-z]+\/.*\.ts$)/.test(path));
  const missing = ours.filter(
    (path) =>
      ![path, `${path}.test.ts`, `src/${path}`].some((each) => existsSync(join(root, each))),
  );
  expect([...new Set(missing)]).toEqual([]);
});

it("test/README.md names every folder of test/ and every fixture of test/support", () => {
  const map = read("test/README.md");
  const folders = readdirSync(join(root, "test"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/`);
  const fixtures = readdirSync(join(root, "test", "support")).filter(
    (name) => !name.endsWith(".test.ts"),
  );
  expect([...folders, ...fixtures].filter((name) => !map.includes(`\`${name}\``))).toEqual([]);
  const named = Array.from(map.matchAll(/`([a-z/-]+\.ts)`/g), ([, path = ""]) => path);
  const missing = named.filter(
    (path) => ![path, `support/${path}`].some((each) => existsSync(join(root, "test", each))),
  );
  expect(missing).toEqual([]);
});
