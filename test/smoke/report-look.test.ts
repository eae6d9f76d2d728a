import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chineseFont } from "../../src/cli/smoke/report-font.ts";
import { allCases } from "../../src/smoke/cases/all.ts";
import { reportPage } from "../../src/smoke/report.ts";
import { tallyOf } from "../../src/smoke/run.ts";
import { openSharedBrowser } from "../support/browser.ts";

let folder: string;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meanwhile-report-"));
  const results = allCases.map(
    (of) => ({ case: of, status: "passed", steps: [], tookMs: 1 }) as const,
  );
  const when = { startedAt: "2026-06-10T00:00:00Z", endedAt: "2026-06-10T00:00:01Z" };
  const facts = { run: "s1", stack: "here", version: "1", seesConnector: true, ...when };
  const page = reportPage({ facts, results, tally: tallyOf(results), fontCss: chineseFont });
  // A dozen slices of a hundred: what is not written is not carried.
  expect(page.length).toBeLessThan(2_000_000);
  await writeFile(join(folder, "report.html"), page);
  url = pathToFileURL(join(folder, "report.html")).href;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Look {
  readonly differ: boolean;
  readonly isDark: boolean;
  readonly isTooWide: boolean;
  readonly tallest: number;
}

const look = `(async () => {
  await document.fonts.ready;
  const draw = (letter) => {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    pen.font = "32px " + getComputedStyle(document.body).fontFamily;
    pen.fillText(letter, 8, 40);
    return canvas.toDataURL();
  };
  const light = (color) => Math.max(...color.match(/\\d+/g).slice(0, 3).map(Number));
  const { color, backgroundColor } = getComputedStyle(document.body);
  return {
    differ: draw("喝") !== draw("药") && draw("喝") !== draw("\uE000"),
    isDark: light(backgroundColor) < light(color),
    isTooWide: document.documentElement.scrollWidth > innerWidth,
    tallest: Math.max(...[...document.querySelectorAll("section")].map((section) => section.getBoundingClientRect().height)),
  };
})()`;

/** The browser of the tests has no Chinese font: letters without one are drawn as the same box. */
it.each(["light", "dark"] as const)(
  "the report can be read in %s, in Chinese, with each group on one screen",
  async (colorScheme) => {
    const context = await (
      await openSharedBrowser()
    ).newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
    try {
      const page = await context.newPage();
      await page.goto(url);
      const seen = await page.evaluate<Look>(look);
      expect(seen).toMatchObject({
        differ: true,
        isDark: colorScheme === "dark",
        isTooWide: false,
      });
      expect(seen.tallest).toBeLessThan(900);
    } finally {
      await context.close();
    }
  },
);
