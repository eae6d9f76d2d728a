import { expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { eventually, own, replies, say, useBrowser } from "./signed-in.ts";

const { signIn } = useBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test.each([
  ["on a desktop in English", {}, "en", "Calendar"],
  ["on a phone in Chinese", phone, "zh", "日历"],
] as const)("Ctrl-K goes to a page and to a message, %s", async (...given) => {
  const [, options, language, calendar] = given;
  const page = await signIn({ ...options, language });
  await say(page, "where is the telescope");
  await replies(page).first().waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  await field.fill(calendar);
  await page.getByRole("option", { name: calendar }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await field.press("Enter");
  await eventually(() => page.url()).toContain("#/calendar");
  await page.keyboard.press("Control+k");
  await field.fill("telescop");
  await page.getByRole("option").filter({ hasText: "You said" }).waitFor();
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await field.press("Enter");
  await own(page).getByText("where is the telescope").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a question mark shows the shortcuts, and writes itself where a person types", async () => {
  const page = await signIn();
  await page.keyboard.type("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Ctrl").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await eventually(() => page.getByRole("dialog").count()).toBe(0);
});
