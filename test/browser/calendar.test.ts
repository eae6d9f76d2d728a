import { type Locator, type Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { findMorningZone } from "../support/morning-zone.ts";
import { axeFindings } from "./accessible.ts";
import { type CalendarPerson, useCalendarPages } from "./calendar-people.ts";
import { eventually } from "./signed-in.ts";

const { newPerson, calendarOf } = useCalendarPages();

/** What the page sends to an address, from now on. */
function bodiesOf(page: Page, path: string): string[] {
  const bodies: string[] = [];
  page.on(
    "request",
    (request) => request.url().endsWith(path) && bodies.push(request.postData() ?? ""),
  );
  return bodies;
}

const sentence = (page: Page): Locator =>
  page.getByRole("textbox", { name: /New reminder|新建提醒|Your answer/ });
const entry = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("main").getByRole("button", { name });
const undo = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /^(Undo|撤销)$/ }).click();
const createReminders = (person: CalendarPerson, ...items: object[]) =>
  person.call<{ items: { reminder_id: string }[] }>("/api/reminders/batch", {
    items: items.map((item) => ({ operation: "create", ...item })),
  });

test("a server that is away is reported over the calendar as over a chat, and what changed meanwhile is there when it is back", async () => {
  const person = await newPerson();
  const page = await calendarOf(person, "agenda/2097-06-03");
  await page.getByText("Nothing in these days.").waitFor();
  await page.context().setOffline(true);
  await page.getByText("You are offline. What you see may be out of date.").waitFor();
  await createReminders(person, { content: "meanwhile", trigger_time: "2097-06-05T09:00:00Z" });
  await page.context().setOffline(false);
  await entry(page, /meanwhile/).waitFor();
  await page.getByText("You are offline.").waitFor({ state: "detached" });
});

describe("a sentence in the calendar", () => {
  test("a sentence in the calendar lights up as it is read, says what it would make, makes it on Enter, and undo takes it back", async () => {
    const page = await calendarOf(await newPerson(), "agenda");
    await page.getByText("Nothing in these days.").waitFor();
    await sentence(page).pressSequentially("every Tuesday 15:00-16:00 standup");
    const marks = page.locator("mark");
    await eventually(async () => [
      await marks.allInnerTexts(),
      await marks.evaluateAll((all) => all.map((each) => each.dataset["kind"])),
    ]).toEqual([
      ["every Tuesday", "15:00-16:00", "standup"],
      ["recurrence", "clock", "title"],
    ]);
    await page.getByText("every Tue", { exact: true }).waitFor();
    await sentence(page).press("Enter");
    await eventually(() =>
      entry(page, /^15:00–16:00 standup Tuesday .* every Tue$/).count(),
    ).toBeGreaterThan(3);
    expect(await sentence(page).inputValue()).toBe("");
    await undo(page);
    await page.getByText("Nothing in these days.").waitFor();
  });

  test("a sentence in the calendar shows on demand how it was read and which rule decided", async () => {
    const page = await calendarOf(await newPerson(), "agenda");
    await sentence(page).fill("remind me tomorrow at 9am to call Ann");
    await page.getByRole("button", { name: "How was this read?" }).click();
    const steps = page.getByRole("list", { name: "How the sentence was read" });
    await steps.getByText("Clauses", { exact: true }).first().waitFor();
    await steps.getByText("create", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Hide" }).click();
    await steps.waitFor({ state: "detached" });
  });

  test("a sentence in the calendar that lacks something is asked about, in the language of the person, and finished by the answer", async () => {
    const page = await calendarOf(await newPerson("zh"), "agenda");
    const read = bodiesOf(page, "/api/reminders/read");
    await page.clock.install();
    const keys = await page.context().newCDPSession(page);
    await sentence(page).focus();
    // Letters of an input method that are not words yet are not read, however long they stand there.
    await keys.send("Input.imeSetComposition", {
      text: "mingtian",
      selectionStart: 8,
      selectionEnd: 8,
    });
    await page.clock.fastForward(1_000);
    await keys.send("Input.insertText", { text: "明天" });
    await sentence(page).pressSequentially("上午九点开会，下午两点去医院");
    const marks = page.locator("mark");
    await eventually(() =>
      marks.evaluateAll((all) => all.map((each) => `${each.dataset["kind"]} ${each.textContent}`)),
    ).toEqual(["date 明天", "clock 上午九点", "title 开会", "clock 下午两点", "title 去医院"]);
    expect(read.filter((body) => /[a-z]{3}/.test(JSON.parse(body).text))).toEqual([]);
    expect(await page.getByText("开会", { exact: true }).count()).toBeGreaterThan(0);
    await sentence(page).press("Enter");
    await entry(page, /^09:00 开会/).waitFor();
    await entry(page, /^14:00 去医院/).waitFor();
    await sentence(page).fill("后天体检");
    await page.getByText("那天几点提醒你？").waitFor();
    await sentence(page).press("Enter");
    const answer = page.getByRole("textbox", { name: "你的回答" });
    await answer.fill("下午3点");
    await answer.press("Enter");
    await entry(page, /^15:00 体检/).waitFor();
  });

  test("a sentence in the calendar stays text, whatever is in it; what is made in a chat or by a program is there at once", async () => {
    const person = await newPerson();
    const year = new Date().getUTCFullYear() + 1;
    const page = await calendarOf(person, `month/${year}-06-03`, { colorScheme: "dark" });
    await entry(page, "Today").waitFor();
    const { id } = await person.call<{ id: string }>("/api/conversations", {});
    await person.call(`/api/conversations/${id}/messages`, {
      client_id: "1",
      text: `remind me ${year}-06-05 10:00 to water the plants`,
    });
    await entry(page, /water the plants/).waitFor();
    const evil = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
    await createReminders(
      person,
      { content: evil, trigger_time: `${year}-06-04T10:00:00` },
      { content: evil, kind: "no_trigger_time" },
    );
    await entry(page, /<img src=x onerror/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await entry(page, /<img src=x onerror/).click();
    expect(await page.getByRole("dialog").getByLabel("What").inputValue()).toBe(evil);
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: "To-dos and friends" })
      .or(page.getByRole("button", { name: evil, exact: true }))
      .first()
      .waitFor();
    expect(await page.locator("img[src='x']").count()).toBe(0);
  });
});

test("a reminder repeats until it is done by the calendar's form, and writing first is switched in the settings", async () => {
  const person = await newPerson("en");
  const year = new Date(systemClock.now()).getUTCFullYear() + 1;
  await createReminders(person, { content: "pay rent", trigger_time: `${year}-06-04T10:00:00` });
  const page = await calendarOf(person, `month/${year}-06-03`);
  await entry(page, /pay rent/).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("More", { exact: true }).click();
  await dialog.getByLabel("Repeat until done").selectOption("15");
  await dialog.getByLabel(/^Important/).check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(async () => {
      const { reminders } = await person.call<{ reminders: { insist: unknown }[] }>(
        "/api/reminders",
      );
      return reminders.map(({ insist }) => insist);
    })
    .toEqual([{ every_minutes: 15, times: 24, until: null, important: true }]);
  await page.goto(`${page.url().split("#")[0]}#/settings`);
  await page.getByLabel(/^A brief in the morning/).check();
  await expect
    .poll(() => person.call<{ brief: boolean }>("/api/initiative"))
    .toMatchObject({ brief: true, follow_ups: false });
});

test("days that have begun are not called over, can be cancelled in the calendar, and come back", async () => {
  const person = await newPerson("en");
  const date = (days: number): string =>
    new Date(systemClock.now() + days * 86_400_000).toISOString().slice(0, 10);
  await createReminders(person, {
    content: "trip",
    trigger_time: date(-1),
    all_day: true,
    duration_minutes: 4 * 1_440,
  });
  const page = await calendarOf(person, "agenda");
  const trip = entry(page, /trip/);
  await trip.first().waitFor();
  expect(await trip.allTextContents()).not.toContainEqual(expect.stringContaining("reminded"));
  await trip.first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete reminder" }).click();
  await trip.first().waitFor({ state: "detached" });
  await undo(page);
  await trip.first().waitFor();
});

describe("dragging", () => {
  const centre = async (of: Locator): Promise<{ x: number; y: number }> => {
    const box = await of.boundingBox();
    if (box === null) throw new Error("it is not on the page");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  /** By its middle onto another day, so many hours further down. */
  const drag = async (
    page: Page,
    what: Locator,
    to: { day: string; hours: number },
  ): Promise<void> => {
    const from = await centre(what);
    const column = page.locator(`main [data-day="${to.day}"]`);
    const { x } = await centre(column);
    const hour = ((await column.boundingBox())?.height ?? 0) / 24;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(x, from.y + 10);
    await page.mouse.move(x, from.y + to.hours * hour, { steps: 3 });
    await page.mouse.up();
  };

  test("dragging moves what comes once, and one occurrence or all of a series; and undo puts it back", async () => {
    const person = await newPerson();
    await createReminders(
      person,
      { content: "dentist", trigger_time: "2097-06-05T10:00:00", duration_minutes: 60 },
      {
        content: "choir",
        trigger_time: "2097-06-04T12:00:00",
        recurrence_rule: "FREQ=WEEKLY;BYDAY=TU",
        duration_minutes: 60,
      },
    );
    const page = await calendarOf(person, "week/2097-06-03");
    await drag(page, entry(page, /^dentist [WT]/), { day: "2097-06-06", hours: 2 });
    await entry(page, /^dentist Thursday.* 12:00–13:00/).waitFor();
    await undo(page);
    await entry(page, /^dentist Wednesday.* 10:00–11:00/).waitFor();

    await drag(page, entry(page, /^choir /), { day: "2097-06-07", hours: 1 });
    await page.getByRole("button", { name: "Only this one" }).click();
    await entry(page, /^choir Friday.* 13:00–14:00$/).waitFor();
    await undo(page);
    await entry(page, /^choir Tuesday.* 12:00–13:00 every Tue/).waitFor();
    expect(await entry(page, /^choir /).count()).toBe(1);
    await drag(page, entry(page, /^choir /), { day: "2097-06-07", hours: 1 });
    await page.getByRole("button", { name: "Only this one" }).click();
    await entry(page, /^choir Friday.* 13:00–14:00$/).waitFor();
    await page.getByRole("button", { name: "Later", exact: true }).click();
    await entry(page, /^choir Tuesday.* 12:00–13:00 every Tue/).waitFor();

    await drag(page, entry(page, /^choir /), { day: "2097-06-13", hours: -1 });
    await page.getByRole("button", { name: "The whole series" }).click();
    await entry(page, /^choir Thursday 13 June.* 11:00–12:00 every Thu/).waitFor();
  });

  test("dragging works with a finger that rests first; one that goes on at once scrolls", async () => {
    const person = await newPerson();
    await createReminders(person, {
      content: "dentist",
      trigger_time: "2097-06-05T10:00:00",
      duration_minutes: 120,
    });
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const page = await calendarOf(person, "week/2097-06-03", phone);
    await page.clock.install();
    const finger = await page.context().newCDPSession(page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...touchPoints: { x: number; y: number }[]
    ): Promise<unknown> => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    const from = await centre(entry(page, /^dentist/));
    const hour =
      ((await page.locator(`main [data-day="2097-06-05"]`).boundingBox())?.height ?? 0) / 24;
    const { x } = await centre(page.locator(`main [data-day="2097-06-07"]`));
    const go = async (): Promise<void> => {
      await touch("touchMove", { x, y: from.y + 10 });
      await touch("touchMove", { x, y: from.y + hour });
      await touch("touchEnd");
    };
    await touch("touchStart", from);
    await page.clock.fastForward(1_000);
    await page.getByText(/^Moving dentist/).waitFor({ state: "attached" });
    await go();
    await entry(page, /^dentist Friday.* 11:00/).waitFor();
    await undo(page);
    await entry(page, /^dentist Wednesday.* 10:00/).waitFor();
    await touch("touchStart", from);
    await go();
    await page.clock.fastForward(1_000);
    expect(await page.getByText(/^Moving dentist/).count()).toBe(0);
    await entry(page, /^dentist Wednesday.* 10:00/).waitFor();
  });

  test("dragging works with the keyboard alone, in a grid that is read as days with their entries", async () => {
    const person = await newPerson();
    await createReminders(
      person,
      { content: "dentist", trigger_time: "2097-06-05T10:00:00" },
      {
        content: "choir",
        trigger_time: "2097-06-04T12:00:00",
        recurrence_rule: "FREQ=WEEKLY;BYDAY=TU",
      },
    );
    const page = await calendarOf(person, "week/2097-06-05");
    await entry(page, /^dentist [WT]/).waitFor();
    expect(
      await page.getByRole("grid", { name: "Calendar" }).getByRole("row").nth(2).ariaSnapshot(),
    ).toMatchInlineSnapshot(`
      "- 'row "Monday 3 June 2097: Nothing Tuesday 4 June 2097: 1 entry choir Tuesday 4 June 2097 12:00 every Tue Wednesday 5 June 2097: 1 entry dentist Wednesday 5 June 2097 10:00 Thursday 6 June 2097: Nothing Friday 7 June 2097: Nothing Saturday 8 June 2097: Nothing Sunday 9 June 2097: Nothing"':
        - 'gridcell "Monday 3 June 2097: Nothing"'
        - 'gridcell "Tuesday 4 June 2097: 1 entry choir Tuesday 4 June 2097 12:00 every Tue"':
          - text: "Tuesday 4 June 2097: 1 entry"
          - button "choir Tuesday 4 June 2097 12:00 every Tue"
        - 'gridcell "Wednesday 5 June 2097: 1 entry dentist Wednesday 5 June 2097 10:00"':
          - text: "Wednesday 5 June 2097: 1 entry"
          - button "dentist Wednesday 5 June 2097 10:00"
        - 'gridcell "Thursday 6 June 2097: Nothing"'
        - 'gridcell "Friday 7 June 2097: Nothing"'
        - 'gridcell "Saturday 8 June 2097: Nothing"'
        - 'gridcell "Sunday 9 June 2097: Nothing"'"
    `);
    await page.locator('main [data-day="2097-06-05"]').focus();
    for (const key of ["ArrowDown", "m", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"])
      await page.keyboard.press(key);
    await entry(page, /^dentist Thursday.* 10:30/).waitFor();
  });
});

describe("a screen reader", () => {
  test("a screen reader finds names, roles and enough contrast in a week of the calendar with all that stands beside it, and in an entry", async () => {
    const person = await newPerson("zh");
    await createReminders(
      person,
      { content: "合唱团", trigger_time: "2097-06-04T12:00:00", duration_minutes: 60 },
      { content: "订酒店", kind: "no_trigger_time" },
    );
    const page = await calendarOf(person, "week/2097-06-04");
    await sentence(page).fill("每周五下午3点到4点站会");
    await page.getByText("每周五", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "添加好友" }).click();
    await page.getByLabel("你的名字").fill("小林");
    await page.getByRole("button", { name: "显示我的链接" }).click();
    await page.getByRole("img", { name: "好友链接的二维码" }).waitFor();
    await entry(page, /^合唱团/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await entry(page, /^合唱团/).click();
    await page.getByRole("dialog").getByLabel("事项").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "订阅与导入" }).click();
    await page.getByRole("button", { name: "显示地址" }).click();
    const address = await page.getByLabel("你的日历地址").innerText();
    expect(await (await fetch(address)).text()).toContain("SUMMARY:合唱团");
  });
});

describe("friends", () => {
  test("friends are invited by a name, a link and a code, with a word where only this machine can open it", async () => {
    const ada = await newPerson();
    const page = await calendarOf(ada, "day/2097-06-05", {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByRole("button", { name: "Add a friend" }).click();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Show my link" }).click();
    await page.getByText("only opens on the machine that runs the server").waitFor();
    const link = (await page.getByLabel("Your link", { exact: true }).textContent()) ?? "";
    const code = (await page.getByLabel("Your code", { exact: true }).textContent()) ?? "";
    expect(link).toContain(`#friend=${code}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await ada.call("/api/session")).toMatchObject({ account: { display_name: "Ada" } });
  });

  test("friends show when they are free, not why they are busy, and what is planned then is in both calendars", async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    const { link_code } = await bob.call<{ link_code: string }>("/api/friends/link");
    const page = await calendarOf(ada, "day/2097-06-05", {
      viewport: { width: 1440, height: 900 },
    });
    // As if the link of the friend had been opened in this window.
    await page.evaluate(`location.hash = "friend=${link_code}"`);
    await page.getByRole("button", { name: "Become friends" }).click();
    await createReminders(bob, {
      content: "a secret",
      trigger_time: "2097-06-05T10:00:00",
      duration_minutes: 120,
    });
    await page.evaluate(`location.hash = "/calendar/day/2097-06-05"`);
    await page.getByRole("button", { name: "Show free time" }).click();
    await page.getByRole("button", { name: "Plan something at 08:00–10:00" }).waitFor();
    expect(await page.getByText("a secret").count()).toBe(0);
    await page.getByRole("button", { name: "Plan something at 12:00–22:00" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What").fill("badminton");
    await dialog.getByLabel("When").fill("2097-06-05T10:30");
    await dialog.getByRole("button", { name: "Share it" }).click();
    await dialog.getByText(/has no time then/).waitFor();
    await dialog
      .getByRole("button", { name: /Wed 5 Jun/ })
      .first()
      .click();
    await entry(page, /^badminton Wednesday 5 June.*shared/).waitFor();
    const { friends } = await ada.call<{ friends: { account_id: string }[] }>("/api/friends");
    await ada.call(`/api/friends/${friends[0]?.account_id}/nickname`, { name: "Bob" });
    // Written in a go, before anything was read.
    await sentence(page).fill("schedule tennis with Bob tomorrow at 9pm");
    await sentence(page).press("Enter");
    await page.getByText("tennis is planned with Bob.").waitFor();
    const { shared_reminders: theirs } = await bob.call<{ shared_reminders: { title: string }[] }>(
      "/api/shared-reminders",
    );
    expect(theirs.map(({ title }) => title).sort()).toEqual(["badminton", "tennis"]);
    await page.getByRole("button", { name: /^Settings for / }).click();
    await page.getByRole("button", { name: "Block" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await page.getByRole("region", { name: "Blocked" }).waitFor();
    await page.getByRole("button", { name: /^Unblock / }).click();
    await page.getByText(/is no longer blocked/).waitFor();
    await page.getByRole("region", { name: "Blocked" }).waitFor({ state: "detached" });
  });

  test("friends wait for an answer where the person wants to be asked first, and see nothing of a day that is hidden from them", async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    const { link_code } = await ada.call<{ link_code: string }>("/api/friends/link");
    await bob.call("/api/friends/join", { link_code });
    const { friends: adas } = await ada.call<{ friends: { account_id: string }[] }>("/api/friends");
    const { friends: bobs } = await bob.call<{ friends: { account_id: string }[] }>("/api/friends");
    await ada.call(`/api/friends/${adas[0]?.account_id}/nickname`, { name: "Bob" });
    const page = await calendarOf(ada, "day/2097-06-05", {
      viewport: { width: 1440, height: 900 },
    });
    const settings = page.getByRole("button", { name: "Settings for Bob" });
    await settings.click();
    await page.getByLabel("What this friend shares with you").selectOption("ask");
    await page.getByText("Saved").first().waitFor();
    await page.getByLabel("When you are busy").selectOption("hide");
    await eventually(() => ada.call<{ friends: object[] }>("/api/friends")).toMatchObject({
      friends: [{ shows_busy: false, shared_reminders: "ask" }],
    });
    const share = (title: string, hour: string) =>
      bob.call("/api/shared-reminders", {
        title,
        local_trigger_at: `2097-06-05T${hour}:00:00`,
        captured_timezone: findMorningZone(),
        receiver_account_ids: [bobs[0]?.account_id],
      });
    await share("chess", "15");
    await share("karaoke", "23");
    const waiting = page.getByRole("group", { name: "Waiting for your answer" });
    await waiting.getByText("karaoke").waitFor();
    expect(await entry(page, /^chess/).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    const item = (title: string): Locator =>
      waiting.getByRole("listitem").filter({ hasText: title });
    await item("chess").getByRole("button", { name: "Accept" }).click();
    await page.getByText("chess is in your calendar.").waitFor();
    await entry(page, /^chess/).waitFor();
    await item("karaoke").getByRole("button", { name: "Decline" }).click();
    await waiting.waitFor({ state: "detached" });
    const { shared_reminders: left } = await bob.call<{
      shared_reminders: { title: string; projections: { lifecycle: string }[] }[];
    }>("/api/shared-reminders");
    expect(
      left.find(({ title }) => title === "chess")?.projections.map(({ lifecycle }) => lifecycle),
    ).toEqual(["active", "active"]);
  });
});
