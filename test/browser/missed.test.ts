import { type Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { type IlinkServer, startIlinkServer } from "../vendors/ilink-server.ts";
import { axeFindings } from "./accessible.ts";
import { type Caller, caller, ilinkSettings, linkWechat, until } from "./lively.ts";
import { eventually, openSession, useBrowser } from "./signed-in.ts";

let vendor: IlinkServer;
const { open, server } = useBrowser(async () => {
  vendor = await startIlinkServer({ clock: systemClock });
  return ilinkSettings(vendor);
});
afterAll(() => vendor.close());

interface Missed {
  readonly missed: readonly { readonly content: string; readonly state: string }[];
}

/** A person whose WeChat answers. */
async function onWechat(language: "en" | "zh", name: string) {
  const person = caller(server().url, await server().newAccount(language));
  const bot = await linkWechat(person, { vendor, name });
  vendor.says(bot, { text: "hello" });
  await until(async () =>
    vendor.people.ledger.some(({ to }) => to === bot.userId) ? true : undefined,
  );
  return person;
}

/** In a second. Where the machine is so busy that this is over when it is read, nothing is made, and more time is given. */
async function remindSoon(person: Caller, content: string, ahead = 1_000): Promise<void> {
  const soon = new Date(systemClock.now() + ahead).toISOString();
  const items = [{ operation: "create", content, trigger_time: soon }];
  const made = await person.post<{ items: readonly { readonly state: string }[] }>(
    "/api/reminders/batch",
    { items },
  );
  if (made.items[0]?.state !== "succeeded") await remindSoon(person, content, 3 * ahead);
}

/** Reminders that come due in a moment, which WeChat does not take: the person wrote too long ago. */
async function missing(person: Caller, ...contents: readonly string[]): Promise<void> {
  for (const content of contents) {
    vendor.plan("sendmessage", { json: { ret: -2, errmsg: "prepare failed" } });
    await remindSoon(person, content);
    await until(async () => {
      // Asked so often that it may be refused for a moment, where the vendor takes its time.
      const { missed } = await person
        .get<Missed>("/api/reminders/missed")
        .catch(() => ({ missed: [] }) satisfies Missed);
      return missed.some((each) => each.content === content && each.state === "undelivered")
        ? true
        : undefined;
    });
  }
}

async function calendarOf(person: Caller, options = {}): Promise<Page> {
  const { url } = server();
  const storageState = await openSession(url, person.token);
  const { page } = await open(`${url}/#/calendar/agenda`, { ...options, storageState });
  await page.getByRole("textbox", { name: /New reminder|新建提醒/ }).waitFor();
  return page;
}

async function add(page: Page, sentence: string): Promise<void> {
  const field = page.getByRole("textbox", { name: /New reminder|新建提醒/ });
  await field.fill(sentence);
  await field.press("Enter");
}

test("reminders that were not delivered stand beside the calendar until they are dismissed, one or all of them", async () => {
  const person = await onWechat("en", "wide");
  await missing(person, "water the plants", "call Ann", "stretch");
  const page = await calendarOf(person, { viewport: { width: 1440, height: 900 } });
  const panel = page.getByRole("region", { name: "Not delivered" });
  await panel.getByText(/^water the plants · /).waitFor();
  // The calendar does not claim to have reminded anyone.
  await page.getByRole("button", { name: /water the plants .* not delivered yet$/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole("button", { name: "Dismiss call Ann" }).click();
  await page.getByText("Dismissed.").waitFor();
  await eventually(() => panel.getByRole("listitem").count()).toBe(2);
  await panel.getByRole("button", { name: "Dismiss all" }).click();
  await panel.waitFor({ state: "detached" });
  expect(await person.get<Missed>("/api/reminders/missed")).toEqual({ missed: [] });
});

test("a reminder that could not be delivered appears in an open calendar by itself", async () => {
  const person = await onWechat("en", "open");
  const page = await calendarOf(person, { viewport: { width: 1440, height: 900 } });
  await missing(person, "feed the cat");
  const panel = page.getByRole("region", { name: "Not delivered" });
  await panel.getByText(/^feed the cat · /).waitFor();
});

test("a line above the days says on a phone how many were not delivered, and opens the list", async () => {
  const person = await onWechat("zh", "narrow");
  await missing(person, "浇花", "给妈妈打电话");
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await calendarOf(person, phone);
  const line = page.getByText("有 2 个提醒没送到。");
  await line.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "查看", exact: true }).click();
  const panel = page.getByRole("region", { name: "没送到的提醒" });
  await panel.getByText(/^浇花 · /).waitFor();
  await panel.getByRole("button", { name: "都不需要了" }).click();
  await line.waitFor({ state: "detached" });
});

test("a reminder made on the page says at once that it may be late, and its dialog keeps saying so", async () => {
  const person = await onWechat("en", "warned");
  const page = await calendarOf(person, { viewport: { width: 1440, height: 900 } });
  const warning =
    /WeChat lets the companion write only for a while after you wrote there \(now until .+\)\./;
  await add(page, "in 72 hours optician");
  await page.getByRole("status").getByText(warning).waitFor();
  await page
    .getByRole("main")
    .getByRole("button", { name: /optician/ })
    .click();
  await page.getByRole("dialog").getByText(warning).waitFor();
  await page.keyboard.press("Escape");
  await add(page, "in 2 hours tea");
  const note = page.getByRole("status").getByText(/^Added: tea/);
  await note.waitFor();
  expect(await note.textContent()).not.toMatch(warning);
});

test("a person without any chat hears that there is none for a reminder to go to", async () => {
  const person = caller(server().url, await server().newAccount("zh"));
  const page = await calendarOf(person);
  await add(page, "明天下午3点看牙医");
  await page
    .getByRole("status")
    .getByText("现在还没有能给你发提醒的聊天。可以在“聊天”里开始一个，或在“渠道”里连接聊天软件。")
    .waitFor();
});
