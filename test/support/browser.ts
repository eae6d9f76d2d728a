import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { findChromium } from "./chromium.ts";
import type { ProfilePool } from "./profile-pool.ts";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages of one server share a process, which has compiled its scripts already.
  "--process-per-site",
];

/** Starts a Chromium with a profile of its own, which goes when it is closed. */
export async function launchBrowser(): Promise<Browser> {
  const { program, env } = await findChromium();
  const surroundings = Object.entries({ ...process.env, ...env }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return chromium.launch({
    executablePath: program,
    env: Object.fromEntries(surroundings),
    args: flags,
  });
}

let shared: Promise<Browser> | undefined;

/** One for all test files that follow each other in this process. It ends with the process, because the pipe between them does. */
export const openSharedBrowser = (): Promise<Browser> => (shared ??= launchBrowser());

/** A page in an empty profile, with everything that it should never do. */
export interface WatchedPage {
  readonly page: Page;
  /** Breaches of the content policy, script errors, dialogs, and requests to anywhere else. Empty if all is well. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** `elsewhere`: origins that the page sends the browser to. */
export type PageOptions = BrowserContextOptions & { readonly elsewhere?: readonly string[] };

export async function openPage(
  profiles: ProfilePool,
  url: string,
  { elsewhere = [], ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const { origin } = new URL(url);
  const profile = await profiles.take(origin, {
    locale: "en-GB",
    timezoneId: "Asia/Shanghai",
    viewport: { width: 1280, height: 800 },
    // A service worker would answer where a test stands in for the server.
    serviceWorkers: "block",
    // A click waits for whatever moves. One test of page.test.ts lets it move.
    reducedMotion: "reduce",
    ...options,
  });
  const page = await profile.context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The browser reports a refused call and a breach of the policy in one way; only the second is a complaint.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (![origin, ...elsewhere].includes(new URL(request.url()).origin))
      complaints.push(`request: ${request.url()}`);
  });
  await page.exposeFunction("reportBreach", (what: string) => complaints.push(`policy: ${what}`));
  await page.addInitScript(reportBreaches);
  await page.goto(url);
  const close = async (): Promise<void> => {
    // A call that a test stands in for may still be under way: no test waits for its answer any more.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await profile.giveBack();
  };
  return { page, complaints, close };
}

// A string: it runs in the browser, whose types this project does not load.
const reportBreaches = `addEventListener("securitypolicyviolation", (event) => {
  reportBreach(event.violatedDirective + " " + event.blockedURI + " " + event.sourceFile + ":" + event.lineNumber);
});`;
