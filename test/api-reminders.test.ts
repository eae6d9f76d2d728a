import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSystemChance } from "../src/cli/system.ts";
import { productProjector } from "../src/main/projections.ts";
import { openReminderBook } from "../src/main/reminders.ts";
import { openKeyring } from "../src/store/secrets.ts";
import { type ApiLab, codeOf, openApi, openPostgresStore, operatorToken, type Person, textAt } from "./support/api.ts";
import { fakeClock } from "./support/fake-clock.ts";
import type { OpenStore } from "./support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
const clock = fakeClock();
const keys = mkdtempSync(join(tmpdir(), "meanwhile-keys-"));

beforeAll(async () => {
  store = await openPostgresStore();
  const chance = createSystemChance(() => Date.now());
  const keyring = openKeyring({ file: join(keys, "key"), randomBytes: (count) => chance.bytes(count) });
  const parts = { db: store.db, projector: productProjector(), clock, chance, keys: () => keyring };
  lab = await openApi({ db: store.db, clock, reminders: openReminderBook({ ...parts, latePolicy: "fire", nightlyHour: 20 }) });
});
afterAll(async () => {
  await lab.close();
  await store.close();
  rmSync(keys, { recursive: true });
});
beforeEach(async () => {
  // Lives in Berlin.
  ada = await lab.person();
});

type Reminder = Record<string, unknown> & { id: string; version: number };
const post = (path: string, json: unknown = {}, who = ada) => who.call(path, { method: "POST", json });
const batch = async (items: readonly object[], who = ada) =>
  ((await post("/api/reminders/batch", { items }, who)).json as { items: Record<string, unknown>[] }).items;
const make = async (item: object): Promise<Reminder> => {
  const [made] = await batch([{ operation: "create", content: "drink water", ...item }]);
  expect(made).toMatchObject({ state: "succeeded" });
  return (await ada.call(`/api/reminders/${String(made?.["reminder_id"])}`)).json as Reminder;
};
const list = async (query = "") => ((await ada.call(`/api/reminders${query}`)).json as { reminders: Reminder[] }).reminders;
/** A time of the fake clock's own day, so many hours from now. */
const inHours = (hours: number): string => new Date(clock.now() + hours * 3_600_000).toISOString();

describe("a batch", () => {
  it("makes reminders from moments, wall times, rules and words, and to-dos without a time", async () => {
    const results = await batch([
      {
        operation: "create",
        content: "call mum",
        trigger_time: inHours(3),
        captured_timezone: "Asia/Shanghai",
        duration_minutes: 30,
        kind: "timed",
        entry_point: "api",
      },
      {
        operation: "create",
        content: "stand-up",
        trigger_time: "2099-03-02T09:00:00",
        recurrence_rule: { frequency: "weekly", byday: ["MO", "WE"] },
      },
      { operation: "create", content: "buy soap", kind: "no_trigger_time" },
      { operation: "create", raw_text: "remind me tomorrow at 3pm to stretch", content: "stretch" },
    ]);
    expect(results.map(({ state, time_state }) => [state, time_state])).toEqual([
      ["succeeded", "future"],
      ["succeeded", "future"],
      ["succeeded", "none"],
      ["succeeded", "future"],
    ]);
    const rows = await list();
    expect(rows.map(({ content, kind, captured_timezone, rrule }) => [content, kind, captured_timezone, rrule])).toEqual([
      ["call mum", "timed", "Asia/Shanghai", null],
      ["stretch", "timed", "Europe/Berlin", null],
      ["stand-up", "recurring", "Europe/Berlin", "FREQ=WEEKLY;BYDAY=MO,WE"],
      ["buy soap", "no_trigger_time", "Europe/Berlin", null],
    ]);
    expect(new Date(String(rows[0]?.["next_fire_at"])).toISOString()).toBe(inHours(3));
  });

  it("says of each item why it was not done, and does the others", async () => {
    const at = inHours(5);
    const results = await batch([
      { operation: "create", content: "late", trigger_time: inHours(-1) },
      { operation: "create", content: "  ", trigger_time: at },
      { operation: "create", content: "when?", kind: "timed" },
      { operation: "create", content: "odd", trigger_time: "tomorrow" },
      { operation: "create", content: "feb", trigger_time: "2099-02-30T09:00:00" },
      { operation: "create", content: "rule", trigger_time: at, recurrence_rule: "FREQ=SOMETIMES" },
      { operation: "create", content: "all the time", trigger_time: at, recurrence_rule: "FREQ=MINUTELY" },
      { operation: "delete", reminder_id: "nobody" },
      { operation: "create", content: "good", trigger_time: at },
      { operation: "create", content: "Good!", trigger_time: at },
    ]);
    expect(results.map(({ state, reason }) => [state, reason])).toEqual([
      ["needs_follow_up", "needs_past_time_confirmation"],
      ["needs_follow_up", "missing_content"],
      ["needs_follow_up", "missing_trigger_time"],
      ["failed", "invalid_trigger_time"],
      ["failed", "invalid_trigger_time"],
      ["failed", "invalid_recurrence_rule"],
      ["failed", "recurs_too_often"],
      ["failed", "not_found"],
      ["succeeded", null],
      ["failed", "duplicate_reminder"],
    ]);
    expect(await list()).toHaveLength(1);
  });

  it("changes, ticks off and calls off what exists", async () => {
    const [a, b, c] = [
      await make({ content: "a", trigger_time: inHours(1) }),
      await make({ content: "b", trigger_time: inHours(2) }),
      await make({ content: "c", trigger_time: inHours(3) }),
    ];
    const results = await batch([
      { operation: "update", reminder_id: a?.id, trigger_time: inHours(9), content: "a later" },
      { operation: "complete", reminder_id: b?.id },
      { operation: "delete", reminder_id: c?.id },
      { operation: "complete", reminder_id: c?.id },
    ]);
    expect(results.map(({ state, reason }) => [state, reason])).toEqual([
      ["succeeded", null],
      ["succeeded", null],
      ["succeeded", null],
      ["failed", "not_active"],
    ]);
    expect((await list()).map(({ content }) => content)).toEqual(["a later"]);
    expect((await list("?lifecycle=completed")).map(({ content }) => content)).toEqual(["b"]);
  });

  it("is for the caller's own rows: another's are not there, and naming another account is refused", async () => {
    const mine = await make({ trigger_time: inHours(1) });
    const bob = await lab.person("Bob");
    expect(await batch([{ operation: "delete", reminder_id: mine.id }], bob)).toMatchObject([{ state: "failed", reason: "not_found" }]);
    const refused = await post("/api/reminders/batch", { owner_account_id: ada.id, items: [{ operation: "create", content: "x" }] }, bob);
    expect([refused.status, codeOf(refused)]).toEqual([403, "forbidden"]);
    for (const path of [`/api/reminders/${mine.id}`]) expect((await bob.call(path)).status).toBe(404);
    for (const act of ["complete", "delete", "restore", "clear-trigger-time"]) {
      expect((await post(`/api/reminders/${mine.id}/${act}`, {}, bob)).status).toBe(404);
    }
    expect((await list()).map(({ id }) => id)).toEqual([mine.id]);
  });

  it("is taken from an operator for any account, named dashed or dashless", async () => {
    const items = [
      {
        operation: "create",
        content: "from the seed",
        raw_text: "",
        trigger_time: inHours(2),
        captured_timezone: "Asia/Tokyo",
        kind: "timed",
        duration_minutes: 15,
        entry_point: "smoke",
      },
    ];
    for (const owner of [ada.id, ada.id.replaceAll("-", "").toUpperCase()]) {
      const reply = await lab.call("/api/reminders/batch", {
        method: "POST",
        token: operatorToken,
        json: { owner_account_id: owner, items },
      });
      expect(reply.status).toBe(200);
    }
    expect((await list()).map(({ content }) => content)).toEqual(["from the seed"]);
  });
});

describe("one reminder", () => {
  it("is changed as a whole or one occurrence at a time", async () => {
    const series = await make({ trigger_time: "2099-03-02T09:00:00", recurrence_rule: "FREQ=DAILY" });
    const one = await ada.call(`/api/reminders/${series.id}`, {
      method: "PATCH",
      json: { occurrence: "2099-03-04T09:00:00", trigger_time: "2099-03-04T11:30:00" },
    });
    expect(one.json).toMatchObject({ id: series.id, exdates: ["2099-03-04T09:00:00"], version: 2 });
    expect(await list()).toEqual([
      expect.objectContaining({ id: series.id }),
      expect.objectContaining({
        series_id: series.id,
        occurrence: "2099-03-04T09:00:00",
        local_start: "2099-03-04T11:30:00",
        kind: "timed",
      }),
    ]);
    expect((await post(`/api/reminders/${series.id}/skip`, { occurrence: "2099-03-05T09:00:00" })).json).toMatchObject({
      exdates: ["2099-03-04T09:00:00", "2099-03-05T09:00:00"],
    });
    const whole = await ada.call(`/api/reminders/${series.id}`, { method: "PATCH", json: { trigger_time: "2099-03-02T10:00:00" } });
    expect(whole.json).toMatchObject({ local_start: "2099-03-02T10:00:00", rrule: "FREQ=DAILY", exdates: [] });
    const stale = await ada.call(`/api/reminders/${series.id}`, { method: "PATCH", json: { content: "x", version: 1 } });
    expect([stale.status, codeOf(stale)]).toEqual([409, "version_conflict"]);
    const odd = await post(`/api/reminders/${series.id}/skip`, { occurrence: "2099-03-05T08:00:00" });
    expect([odd.status, odd.json]).toMatchObject([400, { error: { fact: { reason: "no_such_occurrence" } } }]);
    // Called off with its own occurrences, and not with theirs left behind.
    await post(`/api/reminders/${series.id}/delete`);
    expect(await list()).toEqual([]);
  });

  it("is put off, brought back, made untimed and given a time again", async () => {
    const { id } = await make({ trigger_time: inHours(1) });
    expect((await post(`/api/reminders/${id}/snooze`, { minutes: 90 })).json).toMatchObject({
      lifecycle: "active",
      next_fire_at: inHours(1.5),
    });
    expect((await post(`/api/reminders/${id}/delete`)).json).toMatchObject({ lifecycle: "deleted", next_fire_at: null });
    expect((await post(`/api/reminders/${id}/restore`)).json).toMatchObject({ lifecycle: "active", next_fire_at: inHours(1.5) });
    expect((await post(`/api/reminders/${id}/clear-trigger-time`)).json).toMatchObject({ kind: "no_trigger_time", next_fire_at: null });
    expect((await post(`/api/reminders/${id}/schedule-unscheduled`, { trigger_time: inHours(4) })).json).toMatchObject({
      kind: "timed",
      next_fire_at: inHours(4),
    });
    expect((await post(`/api/reminders/${id}/schedule-unscheduled`, { trigger_time: inHours(-4) })).status).toBe(400);
  });

  it("shows in the calendar once for each occurrence, in the zone that was asked for", async () => {
    await make({ trigger_time: "2099-03-02T09:00:00", recurrence_rule: "FREQ=DAILY", duration_minutes: 45 });
    await make({ content: "soap", kind: "no_trigger_time" });
    const query = new URLSearchParams({
      visible_start: "2099-03-02T00:00:00+08:00",
      visible_end: "2099-03-05T00:00:00+08:00",
      display_timezone: "Asia/Shanghai",
    });
    const { entries } = (await ada.call(`/api/reminders/calendar?${query.toString()}`)).json as { entries: Record<string, unknown>[] };
    expect(
      entries.map(({ entry_type, display_start, display_end, occurrence }) => [entry_type, display_start, display_end, occurrence]),
    ).toEqual([
      ["unscheduled", null, null, null],
      ["occurrence", "2099-03-02T16:00:00", "2099-03-02T16:45:00", "2099-03-02T09:00:00"],
      ["occurrence", "2099-03-03T16:00:00", "2099-03-03T16:45:00", "2099-03-03T09:00:00"],
      ["occurrence", "2099-03-04T16:00:00", "2099-03-04T16:45:00", "2099-03-04T09:00:00"],
    ]);
    expect((await ada.call("/api/reminders/calendar?visible_start=2099-03-02T00:00:00Z&visible_end=2099-03-01T00:00:00Z")).status).toBe(
      400,
    );
  });

  it("is read from a sentence without being written", async () => {
    const reading = await post("/api/reminders/interpret", { text: "明天下午三点提醒我开会" });
    expect(reading.json).toMatchObject({ intent: "create", items: [{ title: expect.stringContaining("开会") }] });
    expect(await list()).toEqual([]);
  });
});

describe("the calendar's secret address", () => {
  it("shows the same address again, serves the reminders, and ends when it is reset or revoked", async () => {
    await make({ content: "喝水", trigger_time: "2099-03-02T09:00:00", recurrence_rule: "FREQ=DAILY" });
    const address = async () => textAt(await ada.call("/api/calendar/link"), "url");
    const first = await address();
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/calendar\/[\w-]{22}\.ics$/);
    expect(await address()).toBe(first);
    const fetchIt = (url: string) => lab.call(new URL(url).pathname);
    const feed = await fetchIt(first);
    expect([feed.status, feed.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(feed.text).toContain("SUMMARY:喝水");
    expect(feed.text).toContain("RRULE:FREQ=DAILY");
    const second = textAt(await post("/api/calendar/link/reset"), "url");
    expect(second).not.toBe(first);
    expect((await fetchIt(first)).status).toBe(404);
    expect((await fetchIt(second)).status).toBe(200);
    await post("/api/calendar/link/revoke");
    expect((await fetchIt(second)).status).toBe(404);
    expect(JSON.stringify(await store.db.rows("select * from calendar_link"))).not.toContain(new URL(second).pathname.slice(10, 32));
    expect(lab.lines.join("\n")).not.toContain(new URL(second).pathname.slice(10, 32));
  });

  it("takes another program's calendar once, and again only what is new in it", async () => {
    const event = (uid: string, ...lines: string[]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"];
    const file = (...events: string[][]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flat(), "END:VCALENDAR"].join("\r\n");
    const weekly = event(
      "w",
      "SUMMARY:Stand-up",
      "DTSTART;TZID=Europe/Paris:20990302T090000",
      "RRULE:FREQ=WEEKLY",
      "EXDATE;TZID=Europe/Paris:20990309T090000",
    );
    const moved = event(
      "w",
      "SUMMARY:Stand-up",
      "DTSTART;TZID=Europe/Paris:20990316T110000",
      "RECURRENCE-ID;TZID=Europe/Paris:20990316T090000",
    );
    const over = event("o", "SUMMARY:Long ago", "DTSTART:20010101T090000Z");
    const take = (ics: string) => post("/api/calendar/import", { ics });
    expect((await take(file(moved, weekly, over))).json).toEqual({
      imported: 2,
      unchanged: 0,
      skipped: [{ uid: "o", title: "Long ago", reason: "over" }],
    });
    expect(await list()).toEqual([
      expect.objectContaining({
        content: "Stand-up",
        rrule: "FREQ=WEEKLY",
        exdates: ["2099-03-09T09:00:00", "2099-03-16T09:00:00"],
        source: "import",
      }),
      expect.objectContaining({ content: "Stand-up", occurrence: "2099-03-16T09:00:00", local_start: "2099-03-16T11:00:00" }),
    ]);
    expect((await take(file(moved, weekly))).json).toMatchObject({ imported: 0, unchanged: 2 });
    const renamed = weekly.map((line) => line.replace("Stand-up", "Daily"));
    expect((await take(file(renamed, moved))).json).toMatchObject({ imported: 1, unchanged: 1 });
    expect((await list()).map(({ content }) => content)).toEqual(["Daily", "Stand-up"]);
    const bad = await take("<html>");
    expect([bad.status, codeOf(bad)]).toEqual([400, "invalid_request"]);
  });
});
