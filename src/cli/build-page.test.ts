import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { buildPage } from "./build-page.ts";

const checkout = join(import.meta.dirname, "..", "..");
let root: string;

/** A checkout with the page's real settings and a page of one line. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "meanwhile-page-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await symlink(join(checkout, "node_modules"), join(root, "node_modules"));
  await cp(join(checkout, "package.json"), join(root, "package.json"));
  await cp(join(checkout, "console", "vite.config.ts"), join(root, "console", "vite.config.ts"));
  await writePage("first");
});

const writePage = (text: string): Promise<void> =>
  writeFile(join(root, "console", "index.html"), `<!doctype html><title>${text}</title>`);
const page = (): Promise<string> => readFile(join(root, "dist", "console", "index.html"), "utf8");

test("the page is built once, and again only after a change", async () => {
  expect(await buildPage({ root })).toEqual({
    directory: join(root, "dist", "console"),
    built: true,
  });
  expect(await readdir(join(root, "dist", "console"))).toEqual(["build.json", "index.html"]);
  expect((await buildPage({ root })).built).toBe(false);
  await writePage("second");
  expect((await buildPage({ root })).built).toBe(true);
  expect(await page()).toContain("second");
  expect(await readdir(join(root, "dist"))).toEqual(["console"]);
});

test("a page that can't be built says why, and the one from before stays", async () => {
  await buildPage({ root });
  await writeFile(
    join(root, "console", "index.html"),
    '<script type="module" src="/gone.ts"></script>',
  );
  await expect(buildPage({ root })).rejects.toThrow(/could not be built[^]*gone\.ts/);
  expect(await page()).toContain("first");
  expect(await readdir(join(root, "dist"))).toEqual(["console"]);
});

test("two starts at once end with one whole page", async () => {
  const [one, other] = await Promise.all([buildPage({ root }), buildPage({ root })]);
  expect(one.directory).toBe(other.directory);
  expect(await page()).toContain("first");
  expect(await readdir(join(root, "dist"))).toEqual(["console"]);
});

test("a page that came with the release is served without build tools, and is built again when the lockfile changes", async () => {
  await writeFile(join(root, "package-lock.json"), "{}");
  await buildPage({ root });
  // As npm packs it: no lockfile, and no Vite on the machine that installs it.
  await rm(join(root, "node_modules"));
  expect((await buildPage({ root })).built).toBe(false);
  await rm(join(root, "package-lock.json"));
  expect((await buildPage({ root })).built).toBe(false);
  await writeFile(join(root, "package-lock.json"), '{"other":1}');
  await expect(buildPage({ root })).rejects.toThrow();
});
