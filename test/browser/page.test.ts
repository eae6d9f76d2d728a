import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { eventually, field, openSession, replies, say, useBrowser } from "./signed-in.ts";

const { open, server, signIn } = useBrowser();

const pageTitles = {
  stage: "Stage",
  memory: "Memory",
  channels: "Channels",
  deliveries: "Message log",
  operator: "Operator",
  settings: "Settings",
};

describe("the page itself", () => {
  const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

  test("the page fits a phone: nothing scrolls sideways, and conversations open from a button", async () => {
    const page = await signIn({ ...phone, reducedMotion: "no-preference" });
    await say(page, `https://example.com/${"long".repeat(80)} ${"无空格的长句".repeat(30)}`);
    await replies(page).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    expect(await page.getByRole("log").evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(
      0,
    );
    await page.getByRole("button", { name: "Show conversations" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New conversation" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("What is on your mind?").waitFor();
    await page.getByRole("button", { name: "what's on this week" }).click();
    expect(await field(page).inputValue()).toBe("what's on this week");
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });

  test.each([
    ["a desktop", {}],
    ["a phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])("all pages have one left edge and one size of title on %s", async (_, options) => {
    const session = await openSession(server().url, server().operatorToken);
    const { page } = await open(server().url, { ...options, storageState: session });
    await field(page).waitFor();
    const titles: unknown[] = [];
    for (const [part, name] of Object.entries(pageTitles)) {
      await page.evaluate(`location.hash = "/${part}"`);
      const title = page.getByRole("heading", { level: 1, name });
      await title.waitFor();
      titles.push(
        await title.evaluate((heading) => {
          const { left, top } = heading.getBoundingClientRect();
          const { fontSize } = heading.ownerDocument.defaultView?.getComputedStyle(heading) ?? {};
          return { left, top, fontSize };
        }),
      );
    }
    expect(titles).toEqual(titles.map(() => titles[0]));
  });

  test("the page speaks Chinese to those who do, with letters of its own where the machine has none", async () => {
    const page = await signIn({ language: "zh" });
    await page.getByRole("button", { name: "发送" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
    await page.getByText("尚未连接语言模型").waitFor();
    // A Chinese letter is as wide as it is high; the placeholder for a missing one is not.
    const emsPerLetter = (): Promise<number> =>
      page.getByText("尚未连接语言模型").evaluate((text) => {
        const size = Number.parseFloat(
          text.ownerDocument.defaultView?.getComputedStyle(text).fontSize ?? "",
        );
        return text.getBoundingClientRect().width / size / (text.textContent ?? "").length;
      });
    await eventually(emsPerLetter).toBeCloseTo(1, 1);
  });

  test("the language of the account goes before the browser's, and can be changed in the settings", async () => {
    const page = await signIn();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("中文").click();
    await page.getByRole("heading", { name: "设置" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "设置" }).waitFor();
  });

  test("name and time zone can be changed, and a clock that shows another time is pointed out", async () => {
    const page = await signIn();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Time zone").selectOption("Europe/Berlin");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByText("Reminders use Europe/Berlin, but you’re in Asia/Shanghai.").waitFor();
    await page.getByRole("link", { name: "Talk" }).click();
    await say(page, "remind me every day at 8am to call Mei");
    await page.getByRole("region", { name: "Reminder: call Mei" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Switch to Asia/Shanghai" }).click();
    await page.getByText("“call Mei” is set for 08:00.").waitFor();
    await page.getByRole("button", { name: /^Keep the moment: 1[45]:00 there$/ }).waitFor();
    await page.getByRole("button", { name: "Keep 08:00, in the new zone" }).click();
    await eventually(() => page.getByLabel("Time zone").inputValue()).toBe("Asia/Shanghai");
    await eventually(() => page.getByText("Reminders use Europe/Berlin").count()).toBe(0);
    await page.getByText("No quiet hours are set.").waitFor();
    await page.getByLabel("From").fill("21:30");
    await page.getByRole("button", { name: "Set quiet hours" }).click();
    await page.getByText("Every day from 21:30 to 08:00.").waitFor();
    await page.reload();
    await page.getByText("Every day from 21:30 to 08:00.").waitFor();
    await page.getByLabel("To", { exact: true }).fill("21:30");
    await page.getByText("Start and end can't be the same time.").waitFor();
    await page.getByRole("button", { name: "Switch off" }).click();
    await page.getByText("No quiet hours are set.").waitFor();
    await page.getByRole("link", { name: "Talk" }).click();
    await page.getByText("Ada").waitFor();
  });

  test("the page follows the system into the dark, and a choice in the settings goes before that", async () => {
    const page = await signIn({ colorScheme: "dark" });
    const background = (): Promise<string> =>
      page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await background()).toBe("rgb(23, 27, 30)");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Light", { exact: true }).click();
    await eventually(background).toBe("rgb(255, 255, 255)");
    await page.reload();
    await eventually(background).toBe("rgb(255, 255, 255)");
  });

  test("the whole way from question to answer can be gone with the keyboard", async () => {
    const page = await signIn();
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    await replies(page).waitFor();
    await page.getByRole("link", { name: "You said: hello" }).waitFor();
    // Past the last one, the round through the page begins again.
    await page.keyboard.press("Tab");
    const stops: string[] = [];
    for (let presses = 0; presses < 30 && stops.at(-1) !== "Messages"; presses += 1) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.evaluate(
          "(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim().slice(0, 8).replace(/^hello.*/, 'hello')",
        ),
      );
    }
    const pages = stops.slice(stops.indexOf("Talk"), stops.indexOf("Settings") + 1);
    expect(stops).toEqual([
      "Skip to ",
      "Find",
      ...pages,
      "New conv",
      "Search m",
      "hello",
      "Actions:",
      "Archived",
      "Recently",
      "Messages",
    ]);
    expect(pages.length).toBeGreaterThanOrEqual(2);
  });

  test.each(["light", "dark"] as const)(
    "text on the page in the %s stands out from its ground, and every control has a name",
    async (colorScheme) => {
      const page = await signIn({ colorScheme });
      await say(page, "hold https://example.com");
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("Stopped", { exact: true }).first().waitFor();
      await field(page).fill("more");
      expect(await page.evaluate(faintTexts)).toEqual([]);
      expect(await page.evaluate(namelessControls)).toEqual([]);
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Create code" }).click();
      const code = await page
        .locator("code")
        .filter({ hasText: /^\w{4}-\w{4}-\w{4}$/ })
        .innerText();
      expect(await page.evaluate(faintTexts)).toEqual([]);
      expect(await page.evaluate(namelessControls)).toEqual([]);
      await page.evaluate(`location.hash = "pair=${code}"`);
      await page.getByRole("button", { name: "Continue here" }).waitFor();
      expect(await page.evaluate(faintTexts)).toEqual([]);
      expect(await page.evaluate(namelessControls)).toEqual([]);
    },
  );

  test("the first load stays under 210 kB of compressed script", async () => {
    const page = await signIn();
    const scripts = new Set<string>();
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) scripts.add(response.url());
    });
    await page.reload();
    await field(page).waitFor();
    const bodies = await Promise.all(
      [...scripts].map(async (url) => (await page.request.get(url)).body()),
    );
    const total = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(210_000);
  });
});

// Both run in the browser, whose types this project does not load; hence strings.

/** Texts with less contrast than 4.5 : 1 against what lies behind them. */
const faintTexts = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) =>
    [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
  return [...document.querySelectorAll("#root *")]
    // What can't be pressed now may be faint.
    .filter((element) => ownText(element) && element.getClientRects().length > 0 && element.closest(":disabled") === null)
    .map((element) => {
      const [one, other] = [luminance(parse(getComputedStyle(element).color)), luminance(ground(element))];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      return { text: element.textContent, ratio };
    })
    .filter(({ ratio }) => ratio < 4.5)
    .map(({ text, ratio }) => ratio.toFixed(1) + " " + text);
})()`;

const namelessControls = `[...document.querySelectorAll("button, a, input, select, textarea, [tabindex]")]
  .filter((element) => element.getClientRects().length > 0 && element.ariaHidden !== "true")
  .filter((element) => !(element.ariaLabel || element.getAttribute("aria-labelledby") || element.labels?.length || element.textContent.trim()))
  .map((element) => element.outerHTML)`;
