import { type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import {
  openPage,
  openSharedBrowser,
  type PageOptions,
  type WatchedPage,
} from "../support/browser.ts";
import { createProfilePool, type ProfilePool } from "../support/profile-pool.ts";
import { startProduct, type TestProduct } from "../support/product.ts";

interface Visits {
  readonly open: (url: string, options?: PageOptions) => Promise<WatchedPage>;
  /** A new account's first visit. */
  readonly signIn: (
    options?: BrowserContextOptions & { readonly language?: "en" | "zh" },
  ) => Promise<Page>;
  readonly server: () => TestProduct;
}

/**
 * One server for a test file, and one browser for many; an empty profile and a fresh account for each visit.
 * At the end of a test, no page may have done anything forbidden.
 */
export function useBrowser(
  settings: () => Promise<Readonly<Record<string, string>>> = () => Promise.resolve({}),
): Visits {
  let profiles: ProfilePool;
  let server: TestProduct;
  beforeAll(async () => {
    const [browser, started] = await Promise.all([
      openSharedBrowser(),
      settings().then(startProduct),
    ]);
    server = started;
    profiles = createProfilePool(browser);
  });
  afterAll(async () => {
    await profiles.close();
    await server.close();
  });

  const open: Visits["open"] = async (url, options) => {
    const opened = await openPage(profiles, url, options);
    onTestFinished(async () => {
      await opened.close();
      expect(opened.complaints).toEqual([]);
    });
    return opened;
  };
  const signIn: Visits["signIn"] = async ({ language, ...options } = {}) => {
    const session = await openSession(server.url, await server.newAccount(language));
    const { page } = await open(server.url, { ...options, storageState: session });
    await field(page).waitFor();
    return page;
  };
  return { open, signIn, server: () => server };
}

/** As a browser that has signed in before: it is quicker than the form, which is tested in sign-in.test.ts. */
export async function openSession(
  url: string,
  token: string,
): Promise<Exclude<BrowserContextOptions["storageState"], string | undefined>> {
  const answer = await fetch(`${url}/api/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
  const [pair = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  const [name = "", value = ""] = pair.split("=");
  if (value === "") throw new Error(`no session was opened: ${await answer.text()}`);
  const { page_key: key } = (await answer.json()) as { page_key: string };
  const cookie = { name, value, domain: new URL(url).hostname, path: "/", expires: -1 };
  const localStorage = [{ name: "meanwhile.page-key", value: key }];
  return {
    cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Strict" }],
    origins: [{ origin: new URL(url).origin, localStorage }],
  };
}

export async function enterToken(page: Page, token: string): Promise<void> {
  await page.getByLabel(/^(Access token|访问令牌)$/).fill(token);
  await page.getByRole("button", { name: /^(Sign in|登录)$/ }).click();
}

/** Answers the dialog that asks again who is there, with a token or a sign-in link. */
export async function showProof(page: Page, proof: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^(Is it you\?|确认是你本人)$/ });
  await dialog.getByLabel(/^(Access token or sign-in link|访问令牌或登录链接)$/).fill(proof);
  await dialog.getByRole("button", { name: /^(Continue|继续)$/ }).click();
}

/** Waits for what a browser and a busy machine need some time for. */
export const eventually = <T>(look: () => T) => expect.poll(look);

export const field = (page: Page): Locator => page.getByRole("textbox", { name: /Message|消息/ });
export const replies = (page: Page): Locator => page.getByRole("article", { name: "Meanwhile" });
export const own = (page: Page): Locator => page.getByRole("article", { name: /^(You|你)$/ });

export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}
