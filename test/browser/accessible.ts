import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Page } from "playwright-core";

/** What axe finds wrong on a page as it is now: names, roles, contrast, landmarks. Empty if all is well. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core")), "utf8"));
  // A string: it runs in the browser, whose types this project does not load.
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`,
  );
}
