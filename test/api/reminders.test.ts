import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openRemindersApi } from "../../src/main/reminders.ts";
import { reminderTimer } from "../../src/skills/reminders/firing/fire.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  operatorToken,
  type Person,
  textAt,
} from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { change, recordAll, remind } from "../support/reminder-lab.ts";
import type { OpenStore } from "../support/stores.ts";
import { directReader } from "../support/direct-reader.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
const clock = fakeClock();
const keys = mkdtempSync(join(tmpdir(), "meanwhile-keys-"));

beforeAll(async () => {
  store = await openPostgresStore();
  const chance = createSystemChance(() => Date.now());
  const keyring = openKeyring({
    file: join(keys, "key"),
    randomBytes: (count) => chance.bytes(count),
  });
  const parts = { db: store.db, projector: productProjector(), clock, chance, keys: () => keyring };
  lab = await openApi({
    db: store.db,
    clock,
    reminders: openRemindersApi({
      ...parts,
      latePolicy: "fire",
      nightlyHour: 20,
      overlap: "warn",
      fileReader: directReader,
    }),
  });
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
const post = (path: string, json: unknown = {}, who = ada) =>
  who.call(path, { method: "POST", json });
const batch = async (items: readonly object[], who = ada) =>
  (
    (await post("/api/reminders/batch", { items }, who)).json as {
      items: Record<string, unknown>[];
    }
  ).items;
const make = async (item: object): Promise<Reminder> => {
  const [made] = await batch([{ operation: "create", content: "drink water", ...item }]);
  expect(made).toMatchObject({ state: "succeeded" });
  return (await ada.call(`/api/reminders/${String(made?.["reminder_id"])}`)).json as Reminder;
};
const list = async (query = "") =>
  ((await ada.call(`/api/reminders${query}`)).json as { reminders: Reminder[] }).reminders;
/** A time of the fake clock's own day, so many hours from now. */
const inHours = (hours: number): string => new Date(clock.now() + hours * 3_600_000).toISOString();

describe("a batch", () => {
  it("a batch of reminders makes reminders from moments, wall times, rules and words, and to-dos without a time", async () => {
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
    expect(
      rows.map(({ content, kind, captured_timezone, rrule }) => [
        content,
        kind,
        captured_timezone,
        rrule,
      ]),
    ).toEqual([
      ["call mum", "timed", "Asia/Shanghai", null],
      ["stretch", "timed", "Europe/Berlin", null],
      ["stand-up", "recurring", "Europe/Berlin", "FREQ=WEEKLY;BYDAY=MO,WE"],
      ["buy soap", "no_trigger_time", "Europe/Berlin", null],
    ]);
    expect(new Date(String(rows[0]?.["next_fire_at"])).toISOString()).toBe(inHours(3));
  });

  it("a batch of reminders says for each item why it was not done, and does the others", async () => {
    const at = inHours(5);
    const results = await batch([
      { operation: "create", content: "late", trigger_time: inHours(-1) },
      { operation: "create", content: "  ", trigger_time: at },
      { operation: "create", content: "when?", kind: "timed" },
      { operation: "create", content: "odd", trigger_time: "tomorrow" },
      { operation: "create", content: "feb", trigger_time: "2099-02-30T09:00:00" },
      {
        operation: "create",
        content: "where?",
        trigger_time: at,
        captured_timezone: "Mars/Olympus",
      },
      {
        operation: "create",
        raw_text: "remind me in an hour to land",
        captured_timezone: "Mars/Olympus",
      },
      { operation: "create", content: "rule", trigger_time: at, recurrence_rule: "FREQ=SOMETIMES" },
      {
        operation: "create",
        content: "all the time",
        trigger_time: at,
        recurrence_rule: "FREQ=MINUTELY",
      },
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
      ["failed", "invalid_timezone"],
      ["failed", "invalid_timezone"],
      ["failed", "invalid_recurrence_rule"],
      ["failed", "recurs_too_often"],
      ["failed", "not_found"],
      ["succeeded", null],
      ["failed", "duplicate_reminder"],
    ]);
    expect(await list()).toHaveLength(1);
  });

  it("a batch of reminders refuses an item that does not say what to do, with what it could say", async () => {
    const { status, json } = await post("/api/reminders/batch", {
      items: [{ content: "drink water" }],
    });
    const allowed = ["create", "update", "delete", "complete"];
    expect([status, json]).toMatchObject([
      400,
      {
        error: {
          code: "invalid_request",
          message: expect.stringContaining("create, update") as string,
          fact: { field: "items.0.operation", allowed },
        },
      },
    ]);
  });

  it("a batch of reminders changes, completes and cancels existing ones", async () => {
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

  it("a batch of reminders reads words by the clocks of their zone, with the workdays that they name", async () => {
    const [soon, work] = await batch([
      { operation: "create", raw_text: "20分钟后提醒我喝水", captured_timezone: "Asia/Shanghai" },
      {
        operation: "create",
        raw_text: "每个法定工作日早上8点提醒我打卡",
        captured_timezone: "Asia/Shanghai",
      },
    ]);
    expect(soon).toMatchObject({
      state: "succeeded",
      fact: { content: "喝水", next_fire_at: inHours(1 / 3) },
    });
    const row = (await list()).find(({ id }) => id === work?.["reminder_id"]);
    expect(row).toMatchObject({ content: "打卡", workdays: "CN" });
  });

  it("a batch of reminders reports an overlap and still writes the reminder", async () => {
    const at = inHours(3);
    const [first, second, third] = await batch([
      { operation: "create", content: "dentist", trigger_time: at, duration_minutes: 60 },
      { operation: "create", content: "call mum", trigger_time: inHours(3.5) },
      { operation: "create", content: "tea", trigger_time: inHours(5) },
    ]);
    expect(first?.["fact"]).not.toHaveProperty("overlaps");
    expect(second).toMatchObject({
      state: "succeeded",
      fact: {
        overlaps: { reminder_id: first?.["reminder_id"], content: "dentist", next_fire_at: at },
      },
    });
    expect(third?.["fact"]).not.toHaveProperty("overlaps");
    const [moved, twin] = await batch([
      { operation: "update", reminder_id: third?.["reminder_id"], trigger_time: at },
      {
        operation: "update",
        reminder_id: third?.["reminder_id"],
        trigger_time: at,
        content: "dentist",
      },
    ]);
    expect(moved).toMatchObject({ state: "succeeded", fact: { overlaps: { content: "dentist" } } });
    expect(twin).toMatchObject({
      state: "failed",
      reason: "duplicate_reminder",
      reminder_id: first?.["reminder_id"],
    });
    expect(await list()).toHaveLength(3);
  });

  it("a batch of reminders reports what a moved reminder overlaps, as a whole or for one day, and nothing where its time stays", async () => {
    const [, tea] = await batch([
      {
        operation: "create",
        content: "dentist",
        trigger_time: "2099-03-04T11:00:00",
        duration_minutes: 60,
      },
      {
        operation: "create",
        content: "tea",
        trigger_time: "2099-03-02T09:00:00",
        recurrence_rule: "FREQ=DAILY",
      },
    ]);
    const patch = async (json: object) =>
      (await ada.call(`/api/reminders/${String(tea?.["reminder_id"])}`, { method: "PATCH", json }))
        .json;
    expect(await patch({ content: "green tea" })).not.toHaveProperty("overlaps");
    const day = { occurrence: "2099-03-04T09:00:00", trigger_time: "2099-03-04T11:30:00" };
    expect(await patch(day)).toMatchObject({ overlaps: { content: "dentist" } });
    expect(await patch({ trigger_time: "2099-03-02T12:30:00" })).not.toHaveProperty("overlaps");
  });

  it("notes, place, link, colour and alerts of a reminder are kept, changed one by one and cleared with null", async () => {
    const notes = "Bring: passport, tickets;\nand water";
    const made = await make({ trigger_time: inHours(50), notes, alerts: [30, 1_440, 30] });
    expect(made).toMatchObject({ notes, place: null, link: null, color: null });
    expect(made["alerts"]).toEqual([1_440, 30]);
    const patch = (json: object) =>
      ada.call(`/api/reminders/${made.id}`, { method: "PATCH", json });
    const link = "https://example.org/a,b?c=d;e";
    await patch({ place: "Hall 5, upstairs", link, color: "seagreen" });
    const moved = await patch({ trigger_time: inHours(60) });
    expect(moved.json).toMatchObject({ notes, place: "Hall 5, upstairs", link, color: "seagreen" });
    const [row] = await store.db.rows<Record<string, string>>(
      "select next_fire_at, alert_at from reminder where id = $1",
      [made.id],
    );
    expect(Date.parse(row?.["next_fire_at"] ?? "") - Date.parse(row?.["alert_at"] ?? "")).toBe(
      1_440 * 60_000,
    );
    const cleared = await patch({ notes: null, alerts: [] });
    expect(cleared.json).toMatchObject({ notes: null, place: "Hall 5, upstairs", alerts: [] });
    for (const wrong of [{ link: "javascript:alert(1)" }, { color: "pink" }, { alerts: [0] }])
      expect(codeOf(await patch(wrong))).toBe("invalid_request");
  });

  it("one day of a series that is moved keeps the notes and alerts of the series", async () => {
    const series = await make({
      trigger_time: "2099-03-02T09:00:00",
      recurrence_rule: "FREQ=DAILY",
      notes: "in the green book",
      alerts: [10],
    });
    const occurrence = "2099-03-04T09:00:00";
    await ada.call(`/api/reminders/${series.id}`, {
      method: "PATCH",
      json: { occurrence, trigger_time: "2099-03-04T11:00:00" },
    });
    const single = (await list()).find((row) => row["occurrence"] === occurrence);
    expect(single).toMatchObject({ notes: "in the green book", alerts: [10] });
  });

  it("a batch of reminders accepts repeats until one is done, from a field or from words, and they end with null and with done", async () => {
    const insisting = await make({ trigger_time: inHours(1), insist: { every_minutes: 5 } });
    expect(insisting).toMatchObject({
      insist: { every_minutes: 5, times: 24, until: null, important: false },
      nag_at: null,
      nags: 0,
    });
    const [spoken] = await batch([
      {
        operation: "create",
        raw_text: "remind me tomorrow at 3pm to stretch, every 15 minutes until it's done",
      },
    ]);
    expect(spoken?.["fact"]).toMatchObject({ insist: { every_minutes: 15 } });
    const patch = async (id: string, json: object) =>
      (await ada.call(`/api/reminders/${id}`, { method: "PATCH", json })).json;
    const important = { every_minutes: 30, times: 3, until: "22:00", important: true };
    expect(await patch(insisting.id, { insist: important })).toMatchObject({ insist: important });
    expect(await patch(insisting.id, { insist: null })).toMatchObject({ insist: null });
    expect(await patch(insisting.id, { insist: {} })).toMatchObject({
      insist: { every_minutes: 10 },
    });
    await change(store.db, insisting.id, {
      kind: "reminder_updated",
      set: { next_fire_at: null, last_fired_at: inHours(0), nag_at: inHours(0.1), nags: 2 },
      now: clock.now(),
    });
    const done = await post(`/api/reminders/${insisting.id}/complete`);
    expect(done.json).toMatchObject({ completion: "done", nag_at: null, nags: 0 });
    const back = await post(`/api/reminders/${insisting.id}/restore`);
    expect(back.json).toMatchObject({ lifecycle: "active", nags: 0 });
    for (const wrong of [{ every_minutes: 0 }, { times: 101 }, { until: "25:00" }])
      expect(
        codeOf(
          await ada.call(`/api/reminders/${insisting.id}`, {
            method: "PATCH",
            json: { insist: wrong },
          }),
        ),
      ).toBe("invalid_request");
  });

  it("a batch of reminders accepts and changes the policy for a late one, from a field or from words", async () => {
    const results = await batch([
      { operation: "create", content: "market", trigger_time: inHours(1), late_policy: "skip" },
      {
        operation: "create",
        raw_text: "remind me tomorrow at 3pm to stretch, skip it if you're late",
      },
      { operation: "create", content: "pills", trigger_time: inHours(9) },
    ]);
    expect(results.map(({ fact }) => (fact as { late_policy: string }).late_policy)).toEqual([
      "skip",
      "skip",
      "fire",
    ]);
    const ids = results.map((each) => String(each["reminder_id"]));
    await batch([{ operation: "update", reminder_id: ids[0], late_policy: "fire" }]);
    await ada.call(`/api/reminders/${ids[2]}`, { method: "PATCH", json: { late_policy: "skip" } });
    expect(
      Object.fromEntries((await list()).map((row) => [row.content, row["late_policy"]])),
    ).toEqual({
      market: "fire",
      stretch: "skip",
      pills: "skip",
    });
    expect(
      (
        await ada.call(`/api/reminders/${ids[0]}`, {
          method: "PATCH",
          json: { late_policy: "never" },
        })
      ).status,
    ).toBe(400);
  });

  it("a batch of reminders calls a series off with the days of it that were changed on their own, and may make the same again", async () => {
    const series = await make({
      trigger_time: "2099-03-02T09:00:00",
      recurrence_rule: "FREQ=DAILY",
    });
    const json = { occurrence: "2099-03-04T09:00:00", trigger_time: "2099-03-04T11:30:00" };
    await ada.call(`/api/reminders/${series.id}`, { method: "PATCH", json });
    const again = {
      operation: "create",
      content: "drink water",
      trigger_time: "2099-03-02T09:00:00",
      recurrence_rule: "FREQ=DAILY",
    };
    const results = await batch([{ operation: "delete", reminder_id: series.id }, again]);
    expect(results.map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
    expect((await list()).map(({ kind }) => kind)).toEqual(["recurring"]);
  });

  it("a batch of reminders leaves alone what is shared with others: that is changed where all of them are notified", async () => {
    const id = await remind(store.db, {
      id: `shared-${ada.id}`,
      accountId: ada.id,
      at: "2099-03-02T09:00:00",
      now: clock.now(),
    });
    const set = { kind: "shared_projection", shared_reminder_id: "group" };
    await change(store.db, id, { kind: "reminder_updated", set, now: clock.now() });
    const before = (await ada.call(`/api/reminders/${id}`)).json;
    const operations = ["update", "complete", "delete"].map((operation) => ({
      operation,
      reminder_id: id,
      content: "mine",
    }));
    const refused = {
      state: "failed",
      reason: "shared_reminder",
      reminder_id: id,
      fact: { shared_reminder_id: "group" },
    };
    expect(await batch(operations)).toEqual(operations.map(() => expect.objectContaining(refused)));
    const acts = [
      post(`/api/reminders/${id}/delete`),
      post(`/api/reminders/${id}/complete`),
      post(`/api/reminders/${id}/snooze`, { minutes: 5 }),
      post(`/api/reminders/${id}/clear-trigger-time`),
      ada.call(`/api/reminders/${id}`, { method: "PATCH", json: { content: "mine" } }),
    ];
    for (const reply of await Promise.all(acts))
      expect([reply.status, reply.json]).toMatchObject([
        400,
        { error: { fact: { reason: "shared_reminder" } } },
      ]);
    const ics = [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      `UID:${id}@meanwhile`,
      "SUMMARY:mine",
      "DTSTART:20990101T090000",
      "END:VEVENT",
    ];
    expect(
      (await post("/api/calendar/import", { ics: [...ics, "END:VCALENDAR"].join("\n") })).json,
    ).toMatchObject({ unchanged: 1 });
    expect((await ada.call(`/api/reminders/${id}`)).json).toEqual(before);
  });

  it("L24: a batch of reminders is for the caller's own rows: another's are not there, and naming another account is refused", async () => {
    const mine = await make({ trigger_time: inHours(1) });
    const bob = await lab.person("Bob");
    expect(await batch([{ operation: "delete", reminder_id: mine.id }], bob)).toMatchObject([
      { state: "failed", reason: "not_found" },
    ]);
    const refused = await post(
      "/api/reminders/batch",
      { owner_account_id: ada.id, items: [{ operation: "create", content: "x" }] },
      bob,
    );
    expect([refused.status, codeOf(refused)]).toEqual([403, "forbidden"]);
    for (const path of [`/api/reminders/${mine.id}`])
      expect((await bob.call(path)).status).toBe(404);
    for (const act of ["complete", "delete", "restore", "clear-trigger-time"]) {
      expect((await post(`/api/reminders/${mine.id}/${act}`, {}, bob)).status).toBe(404);
    }
    expect((await list()).map(({ id }) => id)).toEqual([mine.id]);
  });

  it("L15: a batch of reminders is taken from an operator for any account, named dashed or dashless", async () => {
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
  it("a reminder is changed as a whole or one occurrence at a time", async () => {
    const series = await make({
      trigger_time: "2099-03-02T09:00:00",
      recurrence_rule: "FREQ=DAILY",
    });
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
    expect(
      (await post(`/api/reminders/${series.id}/skip`, { occurrence: "2099-03-05T09:00:00" })).json,
    ).toMatchObject({
      exdates: ["2099-03-04T09:00:00", "2099-03-05T09:00:00"],
    });
    const whole = await ada.call(`/api/reminders/${series.id}`, {
      method: "PATCH",
      json: { trigger_time: "2099-03-02T10:00:00" },
    });
    // Days that were left out or changed stay so, whatever the hour of the others.
    const exdates = ["2099-03-04T10:00:00", "2099-03-05T10:00:00"];
    expect(whole.json).toMatchObject({
      local_start: "2099-03-02T10:00:00",
      rrule: "FREQ=DAILY",
      exdates,
    });
    expect(await list("?kind=timed")).toMatchObject([
      { occurrence: "2099-03-04T10:00:00", local_start: "2099-03-04T11:30:00" },
    ]);
    const stale = await ada.call(`/api/reminders/${series.id}`, {
      method: "PATCH",
      json: { content: "x", version: 1 },
    });
    expect([stale.status, codeOf(stale)]).toEqual([409, "version_conflict"]);
    const odd = await post(`/api/reminders/${series.id}/skip`, {
      occurrence: "2099-03-05T08:00:00",
    });
    expect([odd.status, odd.json]).toMatchObject([
      400,
      { error: { fact: { reason: "no_such_occurrence" } } },
    ]);
    // Called off with its own occurrences, and not with theirs left behind.
    await post(`/api/reminders/${series.id}/delete`);
    expect(await list()).toEqual([]);
  });

  it("a reminder that comes once has no occurrence to name, and a series neither loses its time nor ends by a change", async () => {
    const reasonOf = async (id: string, json: object) => {
      const { json: told } = await ada.call(`/api/reminders/${id}`, { method: "PATCH", json });
      return (told as { error?: { fact?: { reason?: string } } }).error?.fact?.reason;
    };
    const once = await make({ content: "once", trigger_time: "2099-03-02T09:00:00" });
    expect(await reasonOf(once.id, { occurrence: "2099-03-02T09:00:00", content: "x" })).toBe(
      "not_recurring",
    );
    expect(
      (await post(`/api/reminders/${once.id}/skip`, { occurrence: "2099-03-02T09:00:00" })).status,
    ).toBe(400);
    const series = await make({
      trigger_time: "2099-03-02T09:00:00",
      recurrence_rule: "FREQ=DAILY",
    });
    expect(await reasonOf(series.id, { trigger_time: null })).toBe("recurring_needs_a_time");
    const over = { trigger_time: "2001-03-02T09:00:00", recurrence_rule: "FREQ=DAILY;COUNT=2" };
    expect(await reasonOf(series.id, over)).toBe("no_future_occurrence");
    expect(await reasonOf(series.id, { content: "once", recurrence_rule: null })).toBe(
      "duplicate_reminder",
    );
    expect((await list()).map(({ version }) => version)).toEqual([1, 1]);
  });

  it("a reminder is put off, brought back, made untimed and given a time again", async () => {
    const { id } = await make({ trigger_time: inHours(1) });
    expect((await post(`/api/reminders/${id}/snooze`, { minutes: 90 })).json).toMatchObject({
      lifecycle: "active",
      next_fire_at: inHours(1.5),
    });
    expect((await post(`/api/reminders/${id}/delete`)).json).toMatchObject({
      lifecycle: "deleted",
      next_fire_at: null,
    });
    expect((await post(`/api/reminders/${id}/restore`)).json).toMatchObject({
      lifecycle: "active",
      next_fire_at: inHours(1.5),
    });
    expect((await post(`/api/reminders/${id}/clear-trigger-time`)).json).toMatchObject({
      kind: "no_trigger_time",
      next_fire_at: null,
    });
    expect(
      (await post(`/api/reminders/${id}/schedule-unscheduled`, { trigger_time: inHours(4) })).json,
    ).toMatchObject({
      kind: "timed",
      next_fire_at: inHours(4),
    });
    expect(
      (await post(`/api/reminders/${id}/schedule-unscheduled`, { trigger_time: inHours(-4) }))
        .status,
    ).toBe(400);
  });

  it("a reminder shows in the calendar once for each occurrence, in the zone that was asked for", async () => {
    await make({
      trigger_time: "2099-03-02T09:00:00",
      recurrence_rule: "FREQ=DAILY",
      duration_minutes: 45,
    });
    await make({ content: "soap", kind: "no_trigger_time" });
    const query = new URLSearchParams({
      visible_start: "2099-03-02T00:00:00+08:00",
      visible_end: "2099-03-05T00:00:00+08:00",
      display_timezone: "Asia/Shanghai",
    });
    const { entries } = (await ada.call(`/api/reminders/calendar?${query.toString()}`)).json as {
      entries: Record<string, unknown>[];
    };
    expect(
      entries.map(({ entry_type, display_start, display_end, occurrence }) => [
        entry_type,
        display_start,
        display_end,
        occurrence,
      ]),
    ).toEqual([
      ["unscheduled", null, null, null],
      ["occurrence", "2099-03-02T16:00:00", "2099-03-02T16:45:00", "2099-03-02T09:00:00"],
      ["occurrence", "2099-03-03T16:00:00", "2099-03-03T16:45:00", "2099-03-03T09:00:00"],
      ["occurrence", "2099-03-04T16:00:00", "2099-03-04T16:45:00", "2099-03-04T09:00:00"],
    ]);
    expect(
      (
        await ada.call(
          "/api/reminders/calendar?visible_start=2099-03-02T00:00:00Z&visible_end=2099-03-01T00:00:00Z",
        )
      ).status,
    ).toBe(400);
  });

  it("a reminder that was done before its time shows in the calendar for those who ask for what has ended", async () => {
    const { id } = await make({ trigger_time: "2099-03-02T23:30:00" });
    await post(`/api/reminders/${id}/complete`);
    const day =
      "/api/reminders/calendar?visible_start=2099-03-02T00:00:00Z&visible_end=2099-03-03T00:00:00Z";
    expect((await ada.call(day)).json).toEqual({ entries: [], to_dos: [] });
    expect((await ada.call(`${day}&include_ended=true`)).json).toMatchObject({
      entries: [{ entry_type: "done", reminder_id: id }],
    });
  });

  it("a sentence is read as a reminder without being written", async () => {
    const reading = await post("/api/reminders/interpret", { text: "明天下午三点提醒我开会" });
    expect(reading.json).toMatchObject({
      intent: "create",
      items: [{ title: expect.stringContaining("开会") }],
    });
    expect(await list()).toEqual([]);
  });
});

describe("a sentence in a calendar's own field", () => {
  it("a sentence in a calendar's own field is read with the places of its parts, needs no “remind me”, and is written when it is said", async () => {
    const text = "  every Tuesday 15:00-16:00 standup";
    const reading = (await post("/api/reminders/read", { text })).json as {
      spans: { from: number; to: number; kind: string }[];
    };
    expect(reading).toMatchObject({
      intent: "create",
      items: [
        {
          title: "standup",
          rrule: "FREQ=WEEKLY;BYDAY=TU",
          rule_words: { en: "every Tue", zh: "每周二" },
          duration_minutes: 60,
        },
      ],
    });
    expect(reading.spans.map(({ from, to, kind }) => [kind, text.slice(from, to)])).toEqual([
      ["recurrence", "every Tuesday"],
      ["clock", "15:00-16:00"],
      ["title", "standup"],
    ]);
    expect(await list()).toEqual([]);
    expect((await post("/api/reminders/say", { text })).json).toMatchObject({
      results: [{ state: "succeeded", reason: null }],
    });
    expect((await post("/api/reminders/say", { text })).json).toMatchObject({
      results: [{ state: "failed", reason: "duplicate_reminder" }],
    });
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ["flight to Tokyo Dec 3 to Dec 10", "flight to Tokyo", 8],
    ["conference 3-5 December", "conference", 3],
    ["12月3号到10号去三亚", "去三亚", 8],
  ])("days that are written down are whole days, and no to-do: “%s”", async (text, title, days) => {
    const reading = (await post("/api/reminders/read", { text })).json as {
      items: object[];
      spans: { from: number; to: number; kind: string }[];
    };
    expect(reading.items).toEqual([
      expect.objectContaining({ title, all_day: true, duration_minutes: days * 1_440 }),
    ]);
    const named = reading.spans.find(({ kind }) => kind === "title");
    expect(text.slice(named?.from, named?.to)).toBe(title);
  });

  it("a sentence in a calendar's own field that lacks something asks, and is finished by the answer", async () => {
    expect((await post("/api/reminders/read", { text: "周五体检" })).json).toMatchObject({
      intent: "clarify",
      question: "那天几点提醒你？",
    });
    expect((await post("/api/reminders/say", { text: "周五体检" })).json).toMatchObject({
      results: [],
    });
    expect((await post("/api/reminders/say", { text: "取消体检的提醒" })).json).toMatchObject({
      reading: { intent: "update", question: null },
      results: [],
    });
    const answered = await post("/api/reminders/say", { text: "周五体检", answers: ["下午3点"] });
    expect(answered.json).toMatchObject({
      reading: { intent: "create" },
      results: [{ state: "succeeded", fact: { content: "体检" } }],
    });
  });
});

describe("a sentence in a calendar's own field about a reminder that exists", () => {
  it("a sentence that names an existing reminder moves or cancels it, and the change is taken back by one call", async () => {
    const dentist = await make({ content: "dentist", trigger_time: "2099-03-02T09:00:00" });
    const read = await post("/api/reminders/read", { text: "move dentist to 4pm" });
    expect(read.json).toMatchObject({ intent: "update", target: "dentist" });
    const moved = await post("/api/reminders/say", { text: "move dentist to 4pm" });
    expect(moved.json).toMatchObject({ results: [], spoken: { refused: null } });
    const current = async () => (await ada.call(`/api/reminders/${dentist.id}`)).json;
    expect(await current()).toMatchObject({ local_start: "2099-03-02T16:00:00" });
    await post("/api/reminders/undo");
    expect(await current()).toMatchObject({ local_start: "2099-03-02T09:00:00" });
    for (const text of ["move dentist to Friday", "dentist done"])
      expect((await post("/api/reminders/read", { text })).json).toMatchObject({
        target: "dentist",
      });
    await post("/api/reminders/say", { text: "cancel dentist" });
    expect(await current()).toMatchObject({ lifecycle: "deleted" });
    await post("/api/reminders/undo");
    expect(await current()).toMatchObject({ lifecycle: "active" });
    // A plan that only shares a word with it is new.
    const plan = await post("/api/reminders/say", { text: "dentist on Friday at 3pm" });
    expect(plan.json).toMatchObject({ spoken: null, results: [{ state: "succeeded" }] });
  });
});

describe("the explanation of a sentence in the calendar's field", () => {
  it("the explanation of a sentence names the rule that decided, stage by stage, and writes nothing", async () => {
    const { status, json } = await post("/api/reminders/explain", {
      text: "remind me tomorrow at 9am to call Ann",
    });
    const { steps } = json as { steps: { stage: string; rule: string; what: string }[] };
    expect(status).toBe(200);
    expect(steps.map(({ stage }) => stage)).toEqual(
      expect.arrayContaining(["segment", "lex", "resolve"]),
    );
    expect(steps.find(({ stage }) => stage === "intend")?.rule).toBe("create");
    expect(await list()).toEqual([]);
  });
});

describe("a day of a series", () => {
  it("a day of a series that was left out can be put back, and one that was moved comes back with the series that was cancelled", async () => {
    const { id } = await make({
      trigger_time: "2099-03-02T09:00:00",
      recurrence_rule: "FREQ=DAILY;COUNT=3",
    });
    const at = (day: number): string => `2099-03-0${day}T09:00:00`;
    for (const day of [2, 3, 4]) await post(`/api/reminders/${id}/skip`, { occurrence: at(day) });
    expect((await post(`/api/reminders/${id}/unskip`, { occurrence: at(3) })).json).toMatchObject({
      lifecycle: "active",
      exdates: [at(2), at(4)],
    });
    expect((await post(`/api/reminders/${id}/unskip`, { occurrence: at(3) })).status).toBe(400);
    await ada.call(`/api/reminders/${id}`, {
      method: "PATCH",
      json: { occurrence: at(3), trigger_time: "2099-03-03T11:00:00", late_policy: "skip" },
    });
    expect((await post(`/api/reminders/${id}/unskip`, { occurrence: at(4) })).status).toBe(200);
    await post(`/api/reminders/${id}/delete`);
    expect(await list()).toEqual([]);
    await post(`/api/reminders/${id}/restore`);
    expect((await list()).map(({ next_fire_at: next }) => next)).toEqual([
      "2099-03-03T10:00:00.000Z",
      "2099-03-04T08:00:00.000Z",
    ]);
  });
});

describe("the calendar's secret address", () => {
  it("the calendar's secret address outlives a token, so that one which may only read and write reminders never sees it", async () => {
    const createScopedToken = async (scopes: string[]) => {
      const made = await lab.call("/api/tokens", {
        token: operatorToken,
        method: "POST",
        json: { account_id: ada.id, scopes },
      });
      return (path: string, method = "GET") =>
        lab.call(path, {
          token: textAt(made, "token"),
          method,
          ...(method === "GET" ? {} : { json: {} }),
        });
    };
    const reader = await createScopedToken(["reminders:read", "reminders:write"]);
    expect((await reader("/api/reminders")).status).toBe(200);
    const refused = [
      await reader("/api/calendar/link"),
      await reader("/api/calendar/link", "POST"),
      await reader("/api/calendar/link/reset", "POST"),
    ];
    expect(refused.map(codeOf)).toEqual(["forbidden", "forbidden", "forbidden"]);
    expect((await reader("/api/calendar/link/revoke", "POST")).json).toEqual({ url: null });
    const linked = await createScopedToken(["calendar:link"]);
    expect(textAt(await linked("/api/calendar/link", "POST"), "url")).toContain(".ics");
  });

  it("the calendar's secret address is made by a POST and by nothing that only looks", async () => {
    await post("/api/calendar/link/revoke");
    const count = async () =>
      (await store.db.rows<{ n: number }>("select count(*)::int as n from event_log"))[0]?.n;
    const before = await count();
    expect((await ada.call("/api/calendar/link")).json).toEqual({ url: null });
    expect(await count()).toBe(before);
    const made = textAt(await post("/api/calendar/link"), "url");
    expect([
      textAt(await post("/api/calendar/link"), "url"),
      textAt(await ada.call("/api/calendar/link"), "url"),
    ]).toEqual([made, made]);
    expect(await count()).toBe((before ?? 0) + 1);
  });

  it("the calendar's secret address is shown again, serves the reminders, and ends when it is reset or revoked", async () => {
    await make({
      content: "喝水",
      trigger_time: "2099-03-02T09:00:00",
      recurrence_rule: "FREQ=DAILY",
    });
    const address = async () => textAt(await post("/api/calendar/link"), "url");
    const first = await address();
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/calendar\/[\w-]{22}\.ics$/);
    expect(await address()).toBe(first);
    const fetchIt = (url: string) => lab.call(new URL(url).pathname);
    const feed = await fetchIt(first);
    expect([feed.status, feed.headers["content-type"]]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    expect(feed.text).toContain("SUMMARY:喝水");
    expect(feed.text).toContain("RRULE:FREQ=DAILY");
    const second = textAt(await post("/api/calendar/link/reset"), "url");
    expect(second).not.toBe(first);
    expect((await fetchIt(first)).status).toBe(404);
    expect((await fetchIt(second)).status).toBe(200);
    await post("/api/calendar/link/revoke");
    expect((await fetchIt(second)).status).toBe(404);
    expect(JSON.stringify(await store.db.rows("select * from calendar_link"))).not.toContain(
      new URL(second).pathname.slice(10, 32),
    );
    expect(lab.lines.join("\n")).not.toContain(new URL(second).pathname.slice(10, 32));
  });

  it("an imported calendar brings back nothing that the person has deleted, neither a whole nor a day nor what was written here", async () => {
    const event = (uid: string, ...lines: string[]) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `SUMMARY:${uid}`,
      ...lines,
      "END:VEVENT",
    ];
    const ics = [
      "BEGIN:VCALENDAR",
      ...event("once", "DTSTART:20990302T090000Z"),
      ...event("series", "DTSTART:20990302T090000Z", "RRULE:FREQ=DAILY"),
      ...event("series", "DTSTART:20990304T110000Z", "RECURRENCE-ID:20990304T090000Z"),
      ...event("kept", "DTSTART:20990302T090000Z", "RRULE:FREQ=DAILY"),
      ...event("kept", "DTSTART:20990304T110000Z", "RECURRENCE-ID:20990304T090000Z"),
      "END:VCALENDAR",
    ].join("\r\n");
    const take = async (text: string) => (await post("/api/calendar/import", { ics: text })).json;
    expect(await take(ics)).toMatchObject({ imported: 5 });
    const rows = await list();
    const gone = rows
      .filter(({ content, occurrence }) => content !== "kept" || occurrence !== null)
      .filter((row) => row.series_id === null || row.content === "kept");
    expect(
      await batch(gone.map(({ id }) => ({ operation: "delete", reminder_id: id }))),
    ).toHaveLength(3);
    const own = await make({ trigger_time: "2099-05-01T09:00:00" });
    const feed = (await post("/api/calendar/link")).json as { url: string };
    const mine = (await lab.call(new URL(feed.url).pathname)).text;
    await batch([{ operation: "delete", reminder_id: own.id }]);
    expect(await take(ics)).toMatchObject({
      imported: 0,
      skipped: Array.from({ length: 4 }, () => ({ reason: "removed" })),
    });
    expect(await take(mine)).toMatchObject({ imported: 0 });
    expect((await list()).map(({ content, occurrence }) => [content, occurrence])).toEqual([
      ["kept", null],
    ]);
  });

  it("another program's calendar is taken once, and again only what is new in it", async () => {
    const event = (uid: string, ...lines: string[]) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      ...lines,
      "END:VEVENT",
    ];
    const file = (...events: string[][]) =>
      ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flat(), "END:VCALENDAR"].join("\r\n");
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
      delivery: null,
    });
    expect(await list()).toEqual([
      expect.objectContaining({
        content: "Stand-up",
        rrule: "FREQ=WEEKLY",
        exdates: ["2099-03-09T09:00:00", "2099-03-16T09:00:00"],
        source: "import",
      }),
      expect.objectContaining({
        content: "Stand-up",
        occurrence: "2099-03-16T09:00:00",
        local_start: "2099-03-16T11:00:00",
      }),
    ]);
    expect((await take(file(moved, weekly))).json).toMatchObject({ imported: 0, unchanged: 2 });
    const renamed = weekly.map((line) => line.replace("Stand-up", "Daily"));
    expect((await take(file(renamed, moved))).json).toMatchObject({ imported: 1, unchanged: 1 });
    // The changed day does not come back into a series that is written again.
    expect(await list()).toMatchObject([
      { content: "Daily", exdates: ["2099-03-09T09:00:00", "2099-03-16T09:00:00"] },
      { content: "Stand-up", local_start: "2099-03-16T11:00:00" },
    ]);
    // One day of a person's series, without the series: once, however often it comes.
    const alone = ["20990401", "20990408"].map((day) =>
      event("solo", "SUMMARY:Visit", `DTSTART:${day}T090000`, `RECURRENCE-ID:${day}T080000`),
    );
    expect((await take(file(...alone))).json).toMatchObject({ imported: 2 });
    expect((await take(file(...alone))).json).toMatchObject({ imported: 0, unchanged: 2 });
    // Our own calendar has nothing new for us.
    const feed = await lab.call(new URL(textAt(await post("/api/calendar/link"), "url")).pathname);
    expect((await take(feed.text)).json).toMatchObject({ imported: 0 });
    expect(await list()).toHaveLength(4);
    // The file as it is.
    const send = (body: string, type: string) =>
      ada.call("/api/calendar/import", { method: "POST", body, headers: { "Content-Type": type } });
    expect((await send(file(...alone), "text/calendar; charset=utf-8")).json).toMatchObject({
      imported: 0,
      unchanged: 2,
    });
    expect(codeOf(await send(file(...alone), "text/plain"))).toBe("unsupported_media_type");
    const bad = await take("<html>");
    expect([bad.status, codeOf(bad)]).toEqual([400, "invalid_request"]);
  });
});

describe("what was missed", () => {
  const listMissed = async (who = ada) =>
    ((await who.call("/api/reminders/missed")).json as { missed: Record<string, unknown>[] })
      .missed;
  async function missReminder(content: string): Promise<string> {
    const now = clock.now();
    const id = await remind(store.db, {
      accountId: ada.id,
      content,
      at: new Date(now - 3_600_000).toISOString().slice(0, 19),
      now: now - 7_200_000,
    });
    const due = [
      { id: "t", kind: "reminder", accountId: ada.id, conversationId: null, dueAt: now },
    ];
    const fired = await reminderTimer({ digestAfterMs: 1e9 }).fire(due, {
      now,
      read: store.db,
      newId: () => `words of ${id}`,
    });
    for (const { events } of fired) await recordAll(store.db, events);
    return id;
  }

  it("a missed reminder is listed to its owner until it is dismissed, one or all of them, and is not completed meanwhile", async () => {
    const [tea, milk] = [await missReminder("tea"), await missReminder("milk")];
    expect(await listMissed()).toMatchObject([
      { reminder_id: tea, content: "tea", state: "undelivered" },
      { reminder_id: milk, content: "milk", state: "undelivered" },
    ]);
    expect((await ada.call(`/api/reminders/${tea}`)).json).toMatchObject({
      lifecycle: "active",
      completion: null,
    });
    expect(await listMissed(await lab.person())).toEqual([]);
    expect((await post("/api/reminders/missed/dismiss", { reminder_ids: [tea] })).json).toEqual({
      dismissed: 1,
    });
    expect((await ada.call(`/api/reminders/${tea}`)).json).toMatchObject({
      lifecycle: "completed",
      completion: "skipped",
    });
    expect((await listMissed()).map(({ content }) => content)).toEqual(["milk"]);
    expect((await post("/api/reminders/missed/dismiss", {}, await lab.person())).json).toEqual({
      dismissed: 0,
    });
    expect((await post("/api/reminders/missed/dismiss")).json).toEqual({ dismissed: 1 });
    expect(await listMissed()).toEqual([]);
  });

  it("a list of missed reminders also has what was due and has no conversation to be said in; a series that is dismissed goes on", async () => {
    const now = clock.now();
    const due = (content: string, minutes: number, more: object = {}) =>
      remind(store.db, {
        accountId: ada.id,
        content,
        at: new Date(now - minutes * 60_000).toISOString().slice(0, 19),
        now: now - 7_200_000,
        ...more,
      });
    const [once, daily] = [await due("once", 60), await due("daily", 30, { rrule: "FREQ=DAILY" })];
    await due("just now", 0);
    await due("not when late", 60, { latePolicy: "skip" });
    expect(await listMissed()).toMatchObject(
      [once, daily].map((reminder_id) => ({
        reminder_id,
        state: "undelivered",
        channel: null,
        reason: "no_route",
      })),
    );
    expect((await post("/api/reminders/missed/dismiss")).json).toEqual({ dismissed: 2 });
    expect(await listMissed()).toEqual([]);
    expect((await ada.call(`/api/reminders/${once}`)).json).toMatchObject({
      lifecycle: "completed",
      completion: "skipped",
    });
    expect((await ada.call(`/api/reminders/${daily}`)).json).toMatchObject({
      lifecycle: "active",
      next_fire_at: new Date(now + (24 * 60 - 30) * 60_000).toISOString(),
    });
  });
});
