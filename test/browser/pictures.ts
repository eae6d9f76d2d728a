import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type APIRequestContext, type BrowserContextOptions, type Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";

interface Picture {
  readonly name: string;
  readonly language: "en" | "zh";
  readonly options: BrowserContextOptions;
}

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** What is said in the pictures, with the answers for a model that plays its part. */
export const talks: Readonly<Record<"en" | "zh", readonly (readonly [said: string, answer: string])[]>> = {
  en: [
    ["Good morning! One idea for a rainy Sunday?", "Good morning! Bake something slow: bread, or a pot of soup.\nThe rain does the rest."],
    ["Lovely. And for the evening?", "An old film and the soup.\nHere is a list to choose from: https://example.com/films"],
  ],
  zh: [
    ["早上好！下雨的周日做点什么好？", "早上好！做点慢的东西：烤个面包，或者炖一锅汤。\n剩下的交给雨声。"],
    ["不错。晚上呢？", "看一部老电影，配上那锅汤。\n这里有一份片单：https://example.com/films"],
  ],
};

const pictures: readonly Picture[] = [
  { name: "chat-desktop-en", language: "en", options: { ...desktop, colorScheme: "light" } },
  { name: "chat-desktop-zh", language: "zh", options: { ...desktop, colorScheme: "dark" } },
  { name: "chat-phone-zh", language: "zh", options: { ...phone, colorScheme: "light" } },
  { name: "chat-phone-en", language: "en", options: { ...phone, colorScheme: "dark" } },
];

/** Signs in with the one-time link, talks a little in both languages, and leaves one picture per name in the directory. */
export async function takePictures(operatorLink: string, outDir: string): Promise<readonly string[]> {
  await mkdir(outDir, { recursive: true });
  const browser = await launchBrowser();
  try {
    const first = await browser.newContext({ ...desktop, locale: "en-GB" });
    const page = await first.newPage();
    await page.goto(operatorLink);
    const addresses = { en: await talk(page, "en"), zh: await talk(page, "zh") };
    const { cookies } = await first.storageState();
    await first.close();

    for (const { name, language, options } of pictures) {
      const locale = language === "zh" ? "zh-CN" : "en-GB";
      const context = await browser.newContext({ ...options, locale, timezoneId: "Asia/Shanghai", storageState: { cookies, origins: [] } });
      await speak(context.request, new URL(operatorLink).origin, language);
      const picture = await context.newPage();
      await picture.goto(addresses[language]);
      await picture.getByRole("article").last().waitFor();
      await fontsLoaded(picture);
      await picture.screenshot({ path: join(outDir, `${name}.png`), animations: "disabled" });
      await context.close();
    }
    return pictures.map(({ name }) => join(outDir, `${name}.png`));
  } finally {
    await browser.close();
  }
}

/** The account's language goes before the browser's. */
async function speak(request: APIRequestContext, origin: string, language: string): Promise<void> {
  const headers = { "X-Meanwhile": "1", Origin: origin };
  const answer = await request.patch(`${origin}/api/account`, { headers, data: { language } });
  if (!answer.ok()) throw new Error(`the account's language could not be set: ${answer.status()}`);
}

/** Fills a new conversation; the result is where it can be seen. */
async function talk(page: Page, language: "en" | "zh"): Promise<string> {
  await page.getByRole("button", { name: /New conversation|新对话/ }).click();
  for (const [said] of talks[language]) await say(page, said);
  return page.url();
}

/** Sends one message and waits until it is answered. */
async function say(page: Page, text: string): Promise<void> {
  const replies = page.getByRole("article", { name: "Meanwhile" }).filter({ has: page.locator("time") });
  const before = await replies.count();
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: /Send|发送/ }).click();
  await replies.nth(before).waitFor();
}

/** A slice of the font is only asked for once its letters are laid out, so a frame goes by first. */
async function fontsLoaded(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => document.fonts.ready)");
}
