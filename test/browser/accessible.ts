import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Page } from "playwright-core";

/** What axe finds wrong on a page as it is now: names, roles, contrast, landmarks; or by some rules only. Empty if all is well. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isThere = await page.evaluate<boolean>("typeof axe === 'object'");
  if (!isThere)
    await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core")), "utf8"));
  // Strings: they run in the browser, whose types this project does not load.
  await page.evaluate(settled);
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) })}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`,
  );
}

/** A colour on its way to another is not judged. A change is drawn a frame later, and only then is it on its way. */
const settled = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)))`;
