import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type FriendsLab, openFriendsLab } from "../support/friends-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let open: OpenStore;
let people: FriendsLab;
let ada: string;

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.empty();
  people = await openFriendsLab(open.db);
  await people.say("ada", "hello");
  ada = await people.account("ada");
  await open.db.rows(
    `insert into outside_calendar (id, account_id, name, host, by_operator, created_at, updated_at)
     values ('work', $1, 'Work', 'calendar.example.org', false, now(), now())`,
    [ada],
  );
});
afterEach(() => people.close());

/** An hour of the followed calendar, from that wall time in UTC. */
const addEntry = (start: string, more: { rrule?: string; isBusy?: boolean } = {}) =>
  open.db.rows(
    `insert into outside_entry (calendar_id, nth, account_id, title, local_start, captured_timezone, starts_at, rrule, exdates, duration_minutes, all_day, is_busy)
     values ('work', 1, $1, 'Layoffs of Bob', $2, 'UTC', $3, $4, '[]', 60, false, $5)`,
    [ada, start, `${start}Z`, more.rrule ?? null, more.isBusy ?? true],
  );
const dentist = "remind me of the dentist tomorrow at 15:30 for 30 minutes";

it.each([
  ["an entry", "2026-06-09T15:00:00", {}],
  ["a day of a series", "2026-06-02T15:00:00", { rrule: "FREQ=WEEKLY" }],
])(
  "a new reminder that falls on %s of a followed calendar says so by the calendar's name, not by its title",
  async (_, start, more) => {
    await addEntry(start, more);
    const said = await people.say("ada", dentist);
    expect(said).toContain("it overlaps something in your calendar “Work”");
    expect(said).not.toContain("Layoffs");
    expect(await people.say("ada", "move the dentist to tomorrow at 17:00")).not.toContain("Work");
    const back = await people.say("ada", "把 dentist 改到明天下午三点半");
    expect(back).toContain("日历「Work」里的安排");
  },
);

it("an entry of a followed calendar that is marked as free, or lies elsewhere, overlaps nothing", async () => {
  await addEntry("2026-06-09T15:00:00", { isBusy: false });
  expect(await people.say("ada", dentist)).not.toContain("Work");
  await open.db.rows(
    "update outside_entry set is_busy = true, starts_at = '2026-06-09T18:00:00Z', local_start = '2026-06-09T18:00:00'",
  );
  expect(await people.say("ada", "remind me of tea tomorrow at 11 for 30 minutes")).not.toContain(
    "Work",
  );
});

it("a plan with a friend says that it falls on a followed calendar's hour to its planner alone", async () => {
  await people.say("bob", "hello");
  await people.rename("bob", "Bob");
  await people.befriend("ada", "bob");
  await addEntry("2026-06-09T12:00:00");
  expect(await people.say("ada", "schedule lunch with Bob tomorrow at 12pm")).toContain("“Work”");
  await people.hears("bob", "lunch");
  expect((await people.told("bob", 1)).join(" ")).not.toContain("Work");
});
