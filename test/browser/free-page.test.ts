import { expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { caller } from "./lively.ts";
import { enterToken, useBrowser } from "./signed-in.ts";

const { open, server } = useBrowser();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Wider than the screen: it would have to be pushed aside to be read. */
const isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

test("a person switches their page of free times on under Settings; a visitor's phone without scripts asks for a time there, and the person says yes", async () => {
  const token = await server().newAccount("en");
  const { page } = await open(`${server().url}/#/settings`);
  await enterToken(page, token);
  const section = page.getByRole("region", { name: "Page of free times" });
  await section.getByText("The page is off.").waitFor();
  await section.getByRole("button", { name: "Turn the page on" }).click();
  const url = (await section.getByLabel("Address of your page").textContent()) ?? "";
  for (const day of ["Sat", "Sun"]) await section.getByLabel(day).check();
  await section.getByRole("button", { name: "Save the hours" }).click();
  await section.getByText("Saved.").waitFor();

  const { page: visitor } = await open(url, { ...phone, javaScriptEnabled: false });
  await visitor
    .getByRole("link", { name: /\d\d:\d\d$/ })
    .last()
    .click();
  await visitor.getByLabel("Your name").fill("Ann");
  await visitor.getByLabel("What is it about?").fill("coffee <b>");
  await visitor.getByRole("button", { name: "Ask for this time" }).click();
  await visitor.getByText("Waiting for an answer.").waitFor();
  expect(await visitor.context().cookies()).toEqual([]);

  await page.reload();
  await section.getByText("Ann: coffee <b>").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await section.getByRole("button", { name: "Say yes to Ann" }).click();
  await section.getByText(/confirmed$/).waitFor();
  await visitor.reload();
  await visitor.getByText("Confirmed.").waitFor();
});

test("the page of free times takes the zone of the browser, fits a phone, and axe finds nothing on any of its pages, in both languages", async () => {
  const person = caller(server().url, await server().newAccount("en"));
  const { url } = await person.post<{ url: string }>("/api/booking-page", {
    is_on: true,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  });
  const { page } = await open(url, { ...phone, timezoneId: "America/New_York" });
  await page.waitForURL(/zone=America%2FNew_York/);
  await page.getByText("Times are shown in the zone America/New_York.").waitFor();
  const check = async (): Promise<void> => {
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(isTooWide)).toBe(false);
  };
  await check();
  await page.getByRole("link", { name: "中文" }).click();
  await page.getByText("选一个时间提出预约。").waitFor();
  await check();
  await page
    .getByRole("link", { name: /\d\d:\d\d$/ })
    .last()
    .click();
  await page.getByLabel("你的名字").fill("小安");
  await page.getByLabel("什么事？").fill("喝".repeat(100));
  await check();
  await page.getByRole("button", { name: "提出预约" }).click();
  await page.getByText("等待答复。").waitFor();
  await check();
  await page.getByRole("button", { name: "收回预约" }).click();
  await page.getByText("你收回了这个预约。").waitFor();
  await page.goto(url.replace(/\/free\/.*/, "/free/x?lang=zh"));
  await page.getByRole("heading", { name: "这个链接无效" }).waitFor();
  await check();
});
