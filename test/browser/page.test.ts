import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { field, replies, say, useBrowser } from "./signed-in.ts";

const { signIn } = useBrowser();

describe("the page itself", () => {
  const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

  test("on a phone nothing scrolls sideways, and conversations open from a button", async () => {
    const { page } = await signIn({ ...phone, model: "offline" });
    await say(page, `https://example.com/${"long".repeat(80)} ${"无空格的长句".repeat(30)}`);
    await replies(page).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    expect(await page.getByRole("log").evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0);
    await page.getByRole("button", { name: "Show conversations" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New conversation" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("What is on your mind?").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });

  test("speaks Chinese to a Chinese browser, with letters from its own font", async () => {
    const { page } = await signIn({ locale: "zh-CN", model: "offline" });
    await page.getByRole("button", { name: "发送" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
    await page.getByText("尚未连接语言模型").waitFor();
    await expect.poll(() => page.evaluate("document.fonts.check('16px \"Noto Sans SC Variable\"', '尚未连接')")).toBe(true);
    await expect.poll(() => page.evaluate("[...document.fonts].filter((face) => face.status === 'loaded').length")).toBeGreaterThan(0);
  });

  test("the language of the account goes before the browser's, and can be changed in the settings", async () => {
    const { page } = await signIn();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("中文").click();
    await page.getByRole("heading", { name: "设置" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "设置" }).waitFor();
  });

  test("name and time zone can be changed", async () => {
    const { page } = await signIn();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Time zone").selectOption("Europe/Berlin");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByText("Ada").waitFor();
  });

  test("follows the system into the dark, and a choice in the settings goes before that", async () => {
    const { page } = await signIn({ colorScheme: "dark" });
    const background = (): Promise<string> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await background()).toBe("rgb(23, 27, 30)");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Light", { exact: true }).click();
    await expect.poll(background).toBe("rgb(255, 255, 255)");
    await page.reload();
    await expect.poll(background).toBe("rgb(255, 255, 255)");
  });

  test("the whole way from link to reply can be gone with the keyboard", async () => {
    const { page } = await signIn();
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    await replies(page).waitFor();
    await page.getByRole("link", { name: "hello" }).waitFor();
    // Past the last one, the round through the page begins anew.
    await page.keyboard.press("Tab");
    const stops: string[] = [];
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press("Tab");
      stops.push(await page.evaluate("(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim().slice(0, 5)"));
    }
    expect(stops).toEqual(["Skip ", "New c", "hello", "Setti", "Messa", "Messa"]);
  });

  test("the first load stays under 300 kB of compressed script", async () => {
    const { page } = await signIn();
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.reload();
    await field(page).waitFor();
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(300_000);
  });
});
