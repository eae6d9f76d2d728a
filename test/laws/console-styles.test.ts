import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../console/src");
const sheets = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".css"),
);

/** A colour that is written into a rule is forgotten when the theme changes; one with a name is found. */
it("the page's style sheets give every colour a name", () => {
  expect(sheets.length).toBeGreaterThan(30);
  const loose = sheets.flatMap((name) =>
    readFileSync(join(root, name), "utf8")
      .split("\n")
      .filter((line) => /#[0-9a-f]{3,8}\b/i.test(line) && !/^\s*--[\w-]+:/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(loose).toEqual([]);
});

it("a style sheet of the page is one idea: none is longer than 450 lines", () => {
  expect(
    sheets.filter((name) => readFileSync(join(root, name), "utf8").split("\n").length > 450),
  ).toEqual([]);
});
