import { type Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { runs } from "../support/runs.ts";
import { eventually, field, own, replies, say, useBrowser, openSession } from "./signed-in.ts";

const { open, signIn, server } = useBrowser();
const box = (page: Page) => page.getByRole("combobox", { name: /^(Find|查找)/ });
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
  const field = box(page);
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

test.each([
  ["on a desktop in English", {}, "en", { newReminder: "New reminder", dialog: "New entry" }],
  ["on a phone in Chinese", phone, "zh", { newReminder: "新建提醒", dialog: "新建日程" }],
] as const)(
  "the palette opens by its button and goes to a reminder, a character and an action, %s",
  async (...given) => {
    const [, options, language, words] = given;
    const token = await server().newAccount(language);
    await post(token, "/api/bots", { name: "Orla Finch" });
    await post(token, "/api/reminders/batch", {
      items: [
        {
          operation: "create",
          content: "water the ferns",
          trigger_time: "2097-06-04T10:00:00+08:00",
        },
        { operation: "create", content: "mend the kite", kind: "no_trigger_time" },
      ],
    });
    const storageState = await openSession(server().url, token);
    const { page } = await open(server().url, { ...options, storageState });
    await field(page).waitFor();
    const find = async (text: string, option: string): Promise<void> => {
      await page.getByRole("button", { name: /^(Find|查找)$/ }).click();
      await box(page).fill(text);
      await page.getByRole("option").filter({ hasText: option }).click();
    };
    await find("fern", "water the ferns");
    await eventually(() => page.url()).toContain("/2097-06-04");
    const dialog = page.getByRole("dialog");
    await eventually(() => dialog.getByRole("textbox").first().inputValue()).toBe(
      "water the ferns",
    );
    await page.keyboard.press("Escape");
    await find("kite", "mend the kite");
    await eventually(() => dialog.getByRole("textbox").first().inputValue()).toBe("mend the kite");
    await page.keyboard.press("Escape");
    await find("orla", "Orla Finch");
    await page.getByRole("dialog", { name: "Orla Finch" }).waitFor();
    await page.keyboard.press("Escape");
    await find("new reminder", words.newReminder);
    await page.getByRole("dialog", { name: words.dialog }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^(Find|查找)$/ }).click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: /^(Close|关闭)$/ }).click();
    await eventually(() => dialog.count()).toBe(0);
  },
);

test("the palette finds one of very many reminders and draws only a few of them", async () => {
  const many = runs(200, 2000);
  const token = await server().newAccount("en");
  for (let made = 0; made < many; made += 50)
    await post(token, "/api/reminders/batch", {
      items: Array.from({ length: 50 }, (_, nth) => ({
        operation: "create",
        content: `chore ${made + nth}`,
        kind: "no_trigger_time",
      })),
    });
  const storageState = await openSession(server().url, token);
  const { page } = await open(server().url, { storageState });
  await field(page).waitFor();
  await page.keyboard.press("Control+k");
  await box(page).pressSequentially(`chore ${many - 1}`);
  await page
    .getByRole("option")
    .filter({ hasText: `chore ${many - 1}` })
    .waitFor();
  expect(await page.getByRole("dialog").getByRole("option").count()).toBeLessThan(50);
});

async function post(token: string, path: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answer = await fetch(server().url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
}

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
