import { type Locator, type Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { type CalendarPerson, useCalendarPages } from "./calendar-people.ts";
import { eventually } from "./signed-in.ts";

const { newPerson, calendarOf } = useCalendarPages();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const sentence = (page: Page): Locator =>
  page.getByRole("textbox", { name: /New reminder|新建提醒|Your answer/ });
const entry = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("main").getByRole("button", { name });
const undo = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /^(Undo|撤销)$/ }).click();
const make = (person: CalendarPerson, ...items: object[]) =>
  person.call<{ items: { reminder_id: string }[] }>("/api/reminders/batch", {
    items: items.map((item) => ({ operation: "create", ...item })),
  });
const remindersOf = async (person: CalendarPerson): Promise<Record<string, unknown>[]> =>
  (await person.call<{ reminders: Record<string, unknown>[] }>("/api/reminders")).reminders;

/** A point in the hours of a day. */
async function pointAt(page: Page, day: string, hour: number): Promise<{ x: number; y: number }> {
  const column = page.locator(`main [data-day="${day}"]`);
  const box = await column.boundingBox();
  if (box === null) throw new Error("the day is not on the page");
  return { x: box.x + box.width / 2, y: box.y + (hour / 24) * box.height };
}

async function pull(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

describe("a new entry", () => {
  test("a stretch drawn over free time becomes an entry with repetition, alerts, notes, place and colour, and undo takes it back", async () => {
    const person = await newPerson();
    const page = await calendarOf(person, "week/2097-06-05");
    await pull(
      page,
      await pointAt(page, "2097-06-05", 10),
      await pointAt(page, "2097-06-05", 11.5),
    );
    const form = page.getByRole("dialog", { name: "New entry" });
    await form.getByLabel("What").fill("choir");
    expect(await form.getByLabel("Time").inputValue()).toBe("10:00");
    expect(await form.getByLabel("Length").inputValue()).toBe("90");
    await form.getByLabel("Repeats").selectOption("WEEKLY");
    await form.getByRole("button", { name: "Fri" }).click();
    await form.getByLabel("Ends").selectOption("after");
    await form.getByLabel("Times").fill("6");
    await form.getByLabel("Alerts before it").selectOption("1440");
    await form.getByLabel("Alerts before it").first().selectOption("30");
    await form.getByLabel("Notes").fill("the green scores");
    await form.getByLabel("Place").fill("Town hall");
    await form.getByLabel("Link").fill("https://example.org/choir");
    await form.getByLabel("Purple").check();
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole("button", { name: "Add" }).click();
    await entry(page, /^choir Wednesday.* 10:00–11:30 Town hall/).waitFor();
    await entry(page, /^choir Friday.* 10:00–11:30 Town hall/).waitFor();
    expect(await remindersOf(person)).toMatchObject([
      {
        rrule: "FREQ=WEEKLY;BYDAY=WE,FR;COUNT=6",
        duration_minutes: 90,
        alerts: [1_440, 30],
        notes: "the green scores",
        place: "Town hall",
        link: "https://example.org/choir",
        color: "mediumpurple",
      },
    ]);
    await undo(page);
    await eventually(() => entry(page, /^choir/).count()).toBe(0);
  });

  test("a free place above the hours becomes an entry of several whole days, shown as one bar", async () => {
    const person = await newPerson("zh");
    const page = await calendarOf(person, "week/2097-06-05");
    await page
      .getByRole("main")
      .getByRole("gridcell", { name: /6月5日/ })
      .first()
      .click();
    const form = page.getByRole("dialog", { name: "新建日程" });
    await form.getByLabel("事项").fill("去东京");
    expect(await form.getByLabel("全天").isChecked()).toBe(true);
    await form.getByLabel("天数").fill("3");
    await form.getByRole("button", { name: "添加" }).click();
    const bar = entry(page, /^去东京/);
    await bar.waitFor();
    expect(await bar.count()).toBe(1);
    const day = await page.locator('main [data-day="2097-06-05"]').boundingBox();
    expect((await bar.boundingBox())?.width).toBeGreaterThan(2.5 * (day?.width ?? 0));
    expect(await remindersOf(person)).toMatchObject([{ all_day: true, duration_minutes: 4_320 }]);
    // Written as a sentence, the first and the last of the days are shown before it is added.
    await sentence(page).fill("12月3号到10号去三亚");
    await page.getByText(/12月3日.* – .*12月10日/).waitFor();
  });

  test("a new entry on a phone is made by the button, and its repetition is changed and taken away in its form", async () => {
    const person = await newPerson();
    const page = await calendarOf(person, "agenda/2097-06-05", phone);
    await page.getByRole("button", { name: "New entry" }).click();
    const form = page.getByRole("dialog", { name: "New entry" });
    await form.getByLabel("What").fill("water the plants");
    await form.getByLabel("Repeats").selectOption("DAILY");
    await form.getByRole("button", { name: "Add" }).click();
    await form.waitFor({ state: "detached" });
    await entry(page, /water the plants/)
      .first()
      .click();
    const edit = page.getByRole("dialog", { name: "Entry" });
    await edit.getByLabel("Repeats").selectOption("MONTHLY");
    await edit.getByLabel("On", { exact: true }).selectOption("lastDay");
    expect(await axeFindings(page)).toEqual([]);
    await edit.getByRole("button", { name: "Save" }).click();
    await eventually(async () => (await remindersOf(person))[0]?.["rrule"]).toBe(
      "FREQ=MONTHLY;BYMONTHDAY=-1",
    );
    await undo(page);
    await eventually(async () => (await remindersOf(person))[0]?.["rrule"]).toBe("FREQ=DAILY");
  });
});

describe("the length of an entry", () => {
  test("the lower edge of an entry changes its length, of a series after a question, and keys do the same", async () => {
    const person = await newPerson();
    await make(
      person,
      { content: "dentist", trigger_time: "2097-06-05T10:00:00", duration_minutes: 60 },
      {
        content: "choir",
        trigger_time: "2097-06-04T12:00:00",
        recurrence_rule: "FREQ=WEEKLY;BYDAY=TU",
        duration_minutes: 60,
      },
    );
    const page = await calendarOf(person, "week/2097-06-05");
    const edgeOf = async (of: Locator): Promise<{ x: number; y: number }> => {
      const box = await of.boundingBox();
      if (box === null) throw new Error("it is not on the page");
      return { x: box.x + box.width / 2, y: box.y + box.height - 3 };
    };
    await pull(
      page,
      await edgeOf(entry(page, /^dentist [WT]/)),
      await pointAt(page, "2097-06-05", 12),
    );
    await entry(page, /^dentist Wednesday.* 10:00–12:00/).waitFor();
    await undo(page);
    await entry(page, /^dentist Wednesday.* 10:00–11:00/).waitFor();
    await pull(page, await edgeOf(entry(page, /^choir/)), await pointAt(page, "2097-06-04", 14));
    await page.getByRole("button", { name: "The whole series" }).click();
    await entry(page, /^choir Tuesday.* 12:00–14:00 every Tue/).waitFor();
    await entry(page, /^dentist [WT]/).focus();
    for (const key of ["m", "Shift+ArrowDown", "Shift+ArrowDown", "Enter"])
      await page.keyboard.press(key);
    await entry(page, /^dentist Wednesday.* 10:00–11:30/).waitFor();
  });
});

describe("to-dos", () => {
  test("words without a time become a to-do with Enter, and to-dos keep the order that they are given", async () => {
    const person = await newPerson();
    const page = await calendarOf(person, "week/2097-06-05");
    for (const what of ["call mom", "buy milk", "fix the bike"]) {
      await sentence(page).fill(what);
      await page.getByText("Enter keeps it as a to-do without a time.").waitFor();
      await sentence(page).press("Enter");
      await page.getByText(`Added to your to-dos: ${what}.`).waitFor();
    }
    const list = page.getByRole("region", { name: "To-dos" });
    const names = async (): Promise<string[]> =>
      list
        .getByRole("listitem")
        .allInnerTexts()
        .then((all) => all.map((each) => each.trim()));
    await eventually(names).toEqual(["call mom", "buy milk", "fix the bike"]);
    await list.getByRole("button", { name: /^Move fix the bike/ }).focus();
    await page.keyboard.press("ArrowUp");
    await eventually(names).toEqual(["call mom", "fix the bike", "buy milk"]);
    const grip = list.getByRole("button", { name: /^Move call mom/ });
    const last = await list.getByRole("listitem").last().boundingBox();
    const from = await grip.boundingBox();
    if (last === null || from === null) throw new Error("the to-dos are not on the page");
    await pull(
      page,
      { x: from.x + 8, y: from.y + 8 },
      { x: from.x + 8, y: last.y + last.height / 2 },
    );
    await eventually(names).toEqual(["fix the bike", "buy milk", "call mom"]);
    await page.reload();
    await eventually(names).toEqual(["fix the bike", "buy milk", "call mom"]);
    await list.getByRole("button", { name: "buy milk", exact: true }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Due on").fill("2097-06-07");
    expect(await form.getByLabel(/^To-do: stays on the list/).isChecked()).toBe(true);
    await form.getByRole("button", { name: "Save" }).click();
    await eventually(names).toEqual(["fix the bike", "buy milk\nFri 7 Jun 2097", "call mom"]);
    await entry(page, /^buy milk Friday 7 June 2097/).waitFor();
    await list.getByRole("button", { name: "Done: buy milk" }).click();
    await eventually(names).toEqual(["fix the bike", "call mom"]);
    await undo(page);
    await eventually(names).toEqual(["fix the bike", "buy milk\nFri 7 Jun 2097", "call mom"]);
  });
});

describe("the field of the calendar", () => {
  test("an open question does not hold back a whole sentence, and a sentence about an entry moves or deletes it", async () => {
    const person = await newPerson();
    await make(person, { content: "dentist", trigger_time: "2097-06-05T10:00:00" });
    const page = await calendarOf(person, "agenda");
    const starts = async (): Promise<unknown[]> =>
      (await remindersOf(person))
        .filter(({ content }) => content === "dentist")
        .map(({ local_start: start }) => start);
    await sentence(page).fill("meeting on Friday");
    await sentence(page).press("Enter");
    await page.getByText("You wrote: meeting on Friday").waitFor();
    await sentence(page).fill("lunch with Ann on Friday at 12:30pm");
    await page.getByText("Enter to add").waitFor();
    await sentence(page).press("Enter");
    await entry(page, /lunch with Ann Friday/).waitFor();
    // The first sentence is still asked about, and neither of these answers takes its place.
    await page.getByText("You wrote: meeting on Friday").waitFor();
    const contents = async (): Promise<Set<unknown>> =>
      new Set((await remindersOf(person)).map(({ content }) => content));
    await sentence(page).fill("buy milk tonight");
    await sentence(page).press("Enter");
    await page.getByText("You wrote: buy milk tonight").waitFor();
    await sentence(page).fill("call mom");
    await sentence(page).press("Enter");
    await page.getByText("I can't read that as an answer.").waitFor();
    expect(await sentence(page).inputValue()).toBe("call mom");
    await page.getByRole("button", { name: "Keep “buy milk tonight” without a time" }).click();
    await page.getByText("You wrote: meeting on Friday").waitFor();
    await page.getByRole("button", { name: "Add “call mom” to the to-dos" }).click();
    await eventually(() => sentence(page).inputValue()).toBe("");
    await sentence(page).fill("3pm");
    await page.getByText("Enter to add").waitFor();
    await sentence(page).press("Enter");
    await eventually(() => page.getByText("You wrote:").count()).toBe(0);
    const kept = ["buy milk tonight", "call mom", "dentist", "lunch with Ann", "meeting"];
    await eventually(contents).toEqual(new Set(kept));
    for (const text of ["call Bob on 3/4 at 9pm", "每月最后一天交房租"]) {
      await sentence(page).fill(text);
      await sentence(page).press("Enter");
      await page.getByText(`You wrote: ${text}`).waitFor();
      await sentence(page).fill("whenever");
      await sentence(page).press("Enter");
      await page.getByText("I can't read that as an answer.").waitFor();
      await sentence(page).press("Escape");
      await page.getByRole("button", { name: "Start over" }).click();
      expect(await sentence(page).inputValue()).toBe(text);
    }
    expect(await contents()).toEqual(new Set(kept));
    await sentence(page).fill("move dentist to 4pm");
    await page.getByText("Changes “dentist”").waitFor();
    await sentence(page).press("Enter");
    await eventually(starts).toEqual(["2097-06-05T16:00:00"]);
    await undo(page);
    await eventually(starts).toEqual(["2097-06-05T10:00:00"]);
    await sentence(page).fill("cancel the dentist");
    await page.getByText("Deletes “dentist”").waitFor();
    await sentence(page).press("Enter");
    await eventually(starts).toEqual([]);
    await sentence(page).fill("something");
    await sentence(page).press("Escape");
    expect(await sentence(page).inputValue()).toBe("");
  });

  test("no reading of an earlier text stands below a newer one", async () => {
    const page = await calendarOf(await newPerson(), "week/2097-06-05");
    await sentence(page).fill("dentist on Friday at 10am");
    await page.getByText("Enter to add").waitFor();
    await page.route("**/api/reminders/read", () => undefined);
    await sentence(page).fill("dentist on Friday at 11am");
    await page.getByText("Reading…").waitFor();
    expect(await page.getByText("Enter to add").count()).toBe(0);
  });
});

describe("ways through the calendar", () => {
  test("shortcuts change the view and the day, open the search and the field, and are listed on a sheet", async () => {
    const person = await newPerson();
    await make(person, {
      content: "dentist",
      trigger_time: "2097-09-05T10:00:00",
      notes: "bring the red folder",
    });
    const page = await calendarOf(person, "week/2097-06-05");
    const title = page.getByRole("heading", { level: 1 });
    await page.locator('main [data-day="2097-06-05"]').focus();
    for (const [key, shown] of [
      ["m", "June 2097"],
      ["j", "July 2097"],
      ["k", "June 2097"],
      ["d", "Wed 5 Jun 2097"],
    ] as const) {
      await page.keyboard.press(key);
      await eventually(() => title.innerText()).toBe(shown);
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("today").waitFor();
    // The next key comes before the browser has taken the focus out of the closed sheet.
    await page.evaluate(`document.querySelector("dialog").close();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }))`);
    await page.locator("input:focus[maxlength='500']").waitFor();
    await page.keyboard.press("Tab");
    await title.click();
    await page.keyboard.press("/");
    const search = page.getByRole("dialog", { name: "Search the calendar" });
    await search.getByRole("searchbox").fill("red folder");
    await search.getByRole("button", { name: /dentist/ }).click();
    await entry(page, /^dentist Thursday 5 September/).waitFor();
  });

  test("the small month jumps to a day; weeks begin on Sunday and clocks show 12 hours if the person wants", async () => {
    const person = await newPerson();
    await make(person, { content: "dentist", trigger_time: "2097-06-05T15:00:00" });
    const page = await calendarOf(person, "week/2097-06-12");
    await page
      .getByRole("region", { name: "Month" })
      .getByRole("gridcell", { name: "Wednesday 5 June 2097" })
      .click();
    await entry(page, /^dentist Wednesday.* 15:00/).waitFor();
    await page.getByRole("button", { name: "Calendar settings" }).click();
    const settings = page.getByRole("dialog", { name: "Calendar settings" });
    await settings.getByLabel("Week begins on").selectOption("6");
    await settings.getByLabel("Clock").selectOption("12");
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await entry(page, /^dentist Wednesday.* 3 pm/).waitFor();
    const heads = page.getByRole("grid", { name: "Calendar" }).getByRole("columnheader");
    expect(await heads.first().innerText()).toContain("Sun");
    await page.reload();
    await entry(page, /^dentist Wednesday.* 3 pm/).waitFor();
  });

  test("an agenda of five hundred entries draws the first ones and the others as they are scrolled to", async () => {
    const person = await newPerson();
    const items = Array.from({ length: 500 }, (_, nth) => ({
      content: `thing ${nth + 1}`,
      trigger_time: `2097-06-${String(5 + Math.floor(nth / 25)).padStart(2, "0")}T${String(nth % 24).padStart(2, "0")}:15:00`,
    }));
    for (let at = 0; at < 500; at += 100) await make(person, ...items.slice(at, at + 100));
    const page = await calendarOf(person, "agenda/2097-06-05");
    await entry(page, /thing 1 /)
      .first()
      .waitFor();
    expect(await entry(page, /thing/).count()).toBeLessThan(200);
    await eventually(async () => {
      await entry(page, /thing/).last().scrollIntoViewIfNeeded();
      return entry(page, /thing/).count();
    }).toBe(500);
  });
});
