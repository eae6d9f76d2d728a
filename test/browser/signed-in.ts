import { type Browser, type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchBrowser, openPage, type WatchedPage } from "../support/browser.ts";
import { startServer, type TestServer, type TestServerOptions } from "../support/server.ts";

export interface Visit {
  readonly server: TestServer;
  readonly page: Page;
}

interface Visits {
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<WatchedPage>;
  readonly signIn: (options?: BrowserContextOptions & TestServerOptions) => Promise<Visit>;
}

/** One browser for a test file; a fresh profile for each visit. At the end of a test, no page may have done anything forbidden. */
export function useBrowser(): Visits {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  const open: Visits["open"] = async (url, options) => {
    const opened = await openPage(browser, url, options);
    onTestFinished(async () => {
      await opened.close();
      expect(opened.complaints).toEqual([]);
    });
    return opened;
  };
  const signIn: Visits["signIn"] = async (options = {}) => {
    const server = await runServer(options);
    const { page } = await open(server.operatorLink, options);
    await field(page).waitFor();
    return { server, page };
  };
  return { open, signIn };
}

/** A server for one test. */
export async function runServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  onTestFinished(() => server.close());
  return server;
}

export const field = (page: Page): Locator => page.getByRole("textbox", { name: /Message|消息/ });
export const replies = (page: Page): Locator => page.getByRole("article", { name: "Meanwhile" });
export const own = (page: Page): Locator => page.getByRole("article", { name: /^(You|你)$/ });

export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}
