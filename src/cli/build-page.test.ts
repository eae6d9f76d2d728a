import {
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
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

const dist = (): string => join(root, "dist");

/** What a user without any special rights could not read below `dist`. */
async function listClosed(): Promise<string[]> {
  const inside = await readdir(dist(), { recursive: true, withFileTypes: true });
  const closed: string[] = [];
  for (const path of [dist(), ...inside.map((entry) => join(entry.parentPath, entry.name))]) {
    const found = await stat(path);
    const needed = found.isDirectory() ? 0o005 : 0o004;
    if ((found.mode & needed) !== needed) closed.push(path);
  }
  return closed;
}

test("every user can read the page, although its builder has a strict umask", async () => {
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  await writeFile(join(root, "console", "page.css"), "body { margin: 0 }");
  await writeFile(
    join(root, "console", "index.html"),
    '<!doctype html><link rel="stylesheet" href="/page.css">',
  );
  await buildPage({ root });
  expect(await readdir(join(dist(), "console", "assets"))).toHaveLength(1);
  expect(await listClosed()).toEqual([]);
  await chmod(join(dist(), "console"), 0o700);
  expect((await buildPage({ root })).built).toBe(false);
  expect(await listClosed()).toEqual([]);
});
