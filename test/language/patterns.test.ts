import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "..", "..", "src", "language");

/** Folders whose subject are the words of a language and the characters of a text. */
const ofPatterns = /^(?:lexicon|text)\//;

const textOrComment = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** A slash where a value begins is not a division. */
const patternIn = /(?:[(,=:[!&|?{};>]|\breturn)\s*\/(?![/*])|\bnew RegExp\(|\bpattern\(/;

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !ofPatterns.test(path));

const withPatterns = files.filter((path) =>
  patternIn.test(readFileSync(join(folder, path), "utf8").replaceAll(textOrComment, '""')),
);

it("regular expressions of the grammar stand in lexicon and text only", () => {
  expect(withPatterns).toEqual([]);
});
