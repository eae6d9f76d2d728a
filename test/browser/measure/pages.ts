import { gzipSync } from "node:zlib";
import { type Page } from "playwright-core";
import { axeFindings } from "../accessible.ts";
import { twoFrames, visit, type Visitor } from "./visit.ts";

type Row = readonly [what: string, figure: string];
const kB = (bytes: number): string => `${Math.round(bytes / 1_000)} kB`;
const s = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

/** Where one goes, and what can be used once the page is there. */
const pages = [
  { name: "Talk", at: "talk", usable: "#message" },
  { name: "Stage", at: "stage", usable: "main h1, main h2" },
  { name: "Calendar", at: "calendar", usable: "[role=grid]" },
  { name: "Memory", at: "memory", usable: "main h1, main h2" },
  { name: "Channels", at: "channels", usable: "main h1, main h2" },
  { name: "Message log", at: "deliveries", usable: "main h1, main h2" },
  { name: "Operator", at: "operator/accounts", usable: "main h1, main h2" },
  { name: "Settings", at: "settings", usable: "main h1, main h2" },
] as const;

/** Each page in a browser that has nothing of it yet. */
export async function measurePages(visitor: Visitor): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, at, usable } of pages) {
    const { page, close } = await visit(visitor);
    const scripts = new Set<string>();
    let requests = 0;
    page.on("response", (response) => {
      requests += 1;
      if (response.url().endsWith(".js")) scripts.add(response.url());
    });
    const began = performance.now();
    await page.goto(`${visitor.url}/#/${at}`);
    await page.locator(usable).first().waitFor();
    const untilUsable = performance.now() - began;
    await page.waitForLoadState("networkidle");
    const { fcp, lcp } = await page.evaluate<{ fcp: number; lcp: number }>(paints);
    const bodies = await Promise.all(
      [...scripts].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
    );
    const size = bodies.reduce((sum, bytes) => sum + bytes, 0);
    rows.push([
      `${name}: script compressed, requests; first and largest paint, usable`,
      `${kB(size)}, ${requests}; ${s(fcp)}, ${s(lcp)}, ${s(untilUsable)}`,
    ]);
    await close();
  }
  return rows;
}

const paints = `new Promise((done) => {
  const fcp = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
  new PerformanceObserver((list) => done({ fcp, lcp: list.getEntries().at(-1)?.startTime ?? NaN }))
    .observe({ type: "largest-contentful-paint", buffered: true });
})`;

const networks = [
  { name: "Fast 3G (200 kB/s, 150 ms)", bytes: 200_000, latency: 150 },
  { name: "Slow 3G (50 kB/s, 400 ms)", bytes: 50_000, latency: 400 },
] as const;

/** A first visit over a slow network: when something stands there, and when one can write. */
export async function measureNetworks(visitor: Visitor): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, bytes, latency } of networks) {
    const { page, devtools, close } = await visit(visitor);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    const began = performance.now();
    await page.goto(`${visitor.url}/#/talk`, { waitUntil: "commit" });
    await page.locator("#message").waitFor({ timeout: 120_000 });
    const untilComposer = performance.now() - began;
    const { fcp } = await page.evaluate<{ fcp: number }>(paints);
    const next = performance.now();
    await page.evaluate('location.hash = "#/calendar"');
    await page.getByRole("grid").first().waitFor({ timeout: 120_000 });
    rows.push([
      `${name}: first paint, composer, next page`,
      `${s(fcp)}, ${s(untilComposer)}, ${s(performance.now() - next)}`,
    ]);
    await close();
  }
  return rows;
}

const views = [
  ...pages.map(({ at }) => at),
  "calendar/month",
  "calendar/agenda",
  "operator/tokens",
  "operator/audit",
  "operator/metrics",
  "operator/backups",
  "operator/doctor",
];

/** What axe-core finds in every view, as two kinds of people see it. */
export async function measureAccess(visitor: Visitor): Promise<Row[]> {
  const found: string[] = [];
  const people = [
    { colorScheme: "light", viewport: { width: 1280, height: 800 }, language: "en" },
    { colorScheme: "dark", viewport: { width: 390, height: 844 }, language: "zh" },
  ] as const;
  for (const { language, ...options } of people) {
    await speak(visitor, language);
    const { page, close } = await visit(visitor, options);
    await page.goto(visitor.url);
    await page.locator("#message").waitFor();
    for (const at of views) {
      await goTo(page, at);
      found.push(...(await axeFindings(page)).map((finding) => `${at}: ${finding}`));
    }
    await close();
  }
  await speak(visitor, "en");
  for (const finding of found) process.stderr.write(`${finding}\n`);
  return [
    [
      `axe-core, ${views.length} views × (desktop light English, phone dark Chinese)`,
      `${found.length} violations`,
    ],
    [
      "script errors and breaches of the content policy, in all of this",
      `${visitor.complaints.length}`,
    ],
  ];
}

async function goTo(page: Page, at: string): Promise<void> {
  await page.evaluate(`location.hash = "#/${at}"`);
  await page.waitForLoadState("networkidle");
  await page.evaluate(twoFrames);
}

async function speak({ url, token }: Visitor, language: "en" | "zh"): Promise<void> {
  await fetch(`${url}/api/account`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ language }),
  });
}
