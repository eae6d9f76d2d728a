import { readFile } from "node:fs/promises";
import { readLinedYaml } from "../../config/lined-yaml.ts";
import { casesIn } from "../../smoke/case-file.ts";
import type { SmokeCase } from "../../smoke/case.ts";
import { UsageError } from "../command.ts";

const largest = 1_000_000;

/**
 * The user's own cases, in YAML or JSON. Every mistake is reported with its line, and nothing runs.
 */
export async function readCases(
  path: string,
  taken: readonly string[],
): Promise<readonly SmokeCase[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UsageError(
      `${path} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  if (text.length > largest) throw new UsageError(`${path} is larger than a megabyte.`);
  const read = readLinedYaml(text);
  if ("unreadable" in read)
    throw new UsageError(
      read.unreadable.map(({ line, sentence }) => `${path}:${line}: ${sentence}`).join("\n"),
    );
  const { cases, problems } = casesIn(read.value, taken);
  if (problems.length > 0)
    throw new UsageError(
      problems
        .map(({ path: at, sentence }) => `${path}:${read.lineOf(at)}: ${sentence}`)
        .join("\n"),
    );
  return cases;
}
