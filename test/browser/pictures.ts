import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContextOptions, type Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";

interface Picture {
  readonly name: string;
  readonly options: BrowserContextOptions;
}

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const talks: Readonly<Record<"en" | "zh", readonly string[]>> = {
  en: ["Good morning! What is on my list today?", "Remind me to water the plants at six.\nAnd send me https://example.com/recipe later."],
  zh: ["早上好！今天有什么安排？", "六点提醒我给花浇水。\n晚点再把 https://example.com/recipe 发给我。"],
};

const pictures: readonly Picture[] = [
  { name: "talk-desktop-en-light", options: { ...desktop, locale: "en-GB", colorScheme: "light" } },
  { name: "talk-desktop-zh-dark", options: { ...desktop, locale: "zh-CN", colorScheme: "dark" } },
  { name: "talk-phone-zh-light", options: { ...phone, locale: "zh-CN", colorScheme: "light" } },
  { name: "talk-phone-en-dark", options: { ...phone, locale: "en-GB", colorScheme: "dark" } },
];

/** Signs in with the one-time link, talks a little in both languages, and leaves one picture per name in the directory. */
export async function takePictures(operatorLink: string, outDir: string): Promise<readonly string[]> {
  await mkdir(outDir, { recursive: true });
  const browser = await launchBrowser();
  try {
    const first = await browser.newContext({ ...desktop, locale: "en-GB" });
    const page = await first.newPage();
    await page.goto(operatorLink);
    for (const text of talks.en) await say(page, text);
    await page.getByRole("button", { name: "New conversation" }).click();
    for (const text of talks.zh) await say(page, text);
    const storageState = await first.storageState();
    await first.close();

    const { origin } = new URL(operatorLink);
    for (const { name, options } of pictures) {
      const context = await browser.newContext({ ...options, timezoneId: "Asia/Shanghai", storageState: { ...storageState, origins: [] } });
      const picture = await context.newPage();
      await picture.goto(origin);
      await chooseTalk(picture, options.locale === "zh-CN" ? "zh" : "en");
      await fontsLoaded(picture);
      await picture.screenshot({ path: join(outDir, `${name}.png`), animations: "disabled" });
      await context.close();
    }
    return pictures.map(({ name }) => join(outDir, `${name}.png`));
  } finally {
    await browser.close();
  }
}

/** Sends one message and waits until it is answered. */
async function say(page: Page, text: string): Promise<void> {
  const replies = page.getByRole("article", { name: "Meanwhile" }).filter({ has: page.locator("time") });
  const before = await replies.count();
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await replies.nth(before).waitFor();
}

/** A slice of the font is only asked for once its letters are laid out, so a frame goes by first. */
async function fontsLoaded(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => document.fonts.ready)");
}

async function chooseTalk(page: Page, language: "en" | "zh"): Promise<void> {
  const [opening] = talks[language];
  const menu = page.getByRole("button", { name: /Show conversations|显示对话列表/ });
  const entry = page.getByRole("link", { name: opening?.slice(0, 4) ?? "" });
  await menu.or(entry).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await entry.click();
  await page
    .getByRole("article")
    .filter({ has: page.locator("time") })
    .nth(3)
    .waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}
