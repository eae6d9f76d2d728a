import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from "playwright-core";
import { openSession } from "../signed-in.ts";

/** A page of a person who is signed in, with what went wrong on it. */
export interface Visit {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly close: () => Promise<void>;
}

export interface Visitor {
  readonly browser: Browser;
  readonly url: string;
  readonly token: string;
  /** Script errors and breaches of the content policy, of all visits. */
  readonly complaints: string[];
}

export async function visit(
  { browser, url, token, complaints }: Visitor,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "Asia/Shanghai",
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
    storageState: await openSession(url, token),
    ...options,
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  const devtools = await context.newCDPSession(page);
  return { page, devtools, close: () => context.close() };
}

/** Milliseconds that something takes. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

export interface KeyFigures {
  /** From a key to the next frame, by the clock. */
  readonly p50: number;
  readonly p95: number;
  /** Processor time of the page's thread for a key, which a busy machine leaves alone. */
  readonly cpu: number;
}

/** Types into the field that has the focus. */
export async function measureKeys({ page, devtools }: Visit, text: string): Promise<KeyFigures> {
  await page.evaluate(watchKeys);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await readTaskSeconds(devtools);
  await page.keyboard.type(text, { delay: 60 });
  await page.evaluate(twoFrames);
  const cpu = ((await readTaskSeconds(devtools)) - before) * 1_000;
  const took = await page.evaluate<number[]>("globalThis.keyTimes");
  await devtools.send("Performance.disable");
  return { p50: quantile(took, 0.5), p95: quantile(took, 0.95), cpu: cpu / text.length };
}

async function readTaskSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

// Strings: they run in the browser, whose types this project does not load.
const watchKeys = `globalThis.keyTimes = [];
  globalThis.onkeydown ??= (event) => {
    const pressed = event.timeStamp;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => globalThis.keyTimes.push(performance.now() - pressed);
      port2.postMessage(0);
    });
  };`;

export const twoFrames =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
