import { readFile } from "node:fs/promises";
import { type Route } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { eventually, field, replies, say, useBrowser } from "./signed-in.ts";

const { signIn, server } = useBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("the page can be installed: its manifest names icons that the server has", async () => {
  const page = await signIn();
  const at = (path: string) => page.request.get(new URL(path, server().url).href);
  const manifest = await at("/manifest.webmanifest");
  expect(manifest.headers()["content-type"]).toContain("application/manifest+json");
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] };
  for (const { src, type } of icons) {
    const icon = await at(src);
    expect([src, icon.status(), icon.headers()["content-type"]]).toEqual([src, 200, type]);
  }
  expect(await page.locator("link[rel=manifest]").getAttribute("href")).toBe(
    "/manifest.webmanifest",
  );
});

test("without a server the page still opens from what the browser kept, and says that it has no connection", async () => {
  const page = await signIn({ serviceWorkers: "allow" });
  await say(page, "hello");
  await replies(page).first().waitFor();
  await page.evaluate("navigator.serviceWorker.ready");
  // The second load goes through the worker, which keeps its files.
  await page.reload();
  await field(page).waitFor();
  await eventually(() =>
    page.evaluate<number>(
      "caches.open('shell-1').then((cache) => cache.keys()).then((all) => all.length)",
    ),
  ).toBeGreaterThan(3);
  await page.context().setOffline(true);
  // A page of which the browser has nothing waits for the server, too.
  await page.getByRole("link", { name: "Stage" }).click();
  await page.getByText("The server can't be reached.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Play now" }).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("The server can't be reached.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Stage" }).waitFor();
});

test("the outline of the page is painted before its script and its large style sheets have come", async () => {
  const page = await signIn();
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/assets/**", (route) => (isHeld ? void held.push(route) : route.continue()));
  await page.reload({ waitUntil: "commit" });
  const outline = page.locator(".starting");
  await outline.waitFor();
  expect((await outline.locator("i").first().boundingBox())?.height).toBeGreaterThan(20);
  expect(
    await page.evaluate(
      "new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().length > 0)).observe({ type: 'paint', buffered: true }))",
    ),
  ).toBe(true);
  isHeld = false;
  for (const route of held) await route.continue();
  await field(page).waitFor();
  expect(await outline.count()).toBe(0);
});

test.each([
  ["on a desktop in English", {}, "en", "Notifications"],
  ["on a phone in Chinese", phone, "zh", "通知"],
] as const)("the settings say whether this browser can be notified, %s", async (...given) => {
  const [, options, language, title] = given;
  const page = await signIn({ ...options, language });
  await page.getByRole("link", { name: /^(Settings|设置)$/ }).click();
  const part = page.getByRole("region", { name: title, exact: true });
  // A browser without a window never asks for the permission.
  await part.getByText(/blocked for this page|已被屏蔽/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test("the service worker hides nothing but files: what the server answers to calls is never kept", async () => {
  const code = await readFile(
    new URL("../../console/public/service-worker.js", import.meta.url),
    "utf8",
  );
  expect(code).toContain('pathname.startsWith("/assets/")');
  expect(code).not.toContain("/api");
});
