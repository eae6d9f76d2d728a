import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { iso } from "../../src/domain/ports/clock.ts";
import { instantOf } from "../../src/language/calendar/instants.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import { openFriendsApi } from "../../src/main/friends.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openRemindersApi } from "../../src/main/reminders.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { type ApiLab, openApi, openPostgresStore, type Person, textAt } from "../support/api.ts";
import { directReader } from "../support/direct-reader.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
const clock = fakeClock();
const keys = mkdtempSync(join(tmpdir(), "meanwhile-keys-"));

beforeAll(async () => {
  store = await openPostgresStore();
  const chance = createSystemChance(() => Date.now());
  const file = join(keys, "key");
  const keyring = openKeyring({ file, randomBytes: (count) => chance.bytes(count) });
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
    friends: openFriendsApi({ ...parts, latePolicy: "fire" }),
  });
});
afterAll(async () => {
  const report = await store.owner((sql) => rebuild(sql, productProjector()));
  expect(report.tables.filter(({ same }) => !same)).toEqual([]);
  await lab.close();
  await store.close();
  rmSync(keys, { recursive: true });
});
beforeEach(async () => {
  // Lives in Berlin.
  ada = await lab.person();
});

type Row = Record<string, unknown>;
const batch = async (item: object, who = ada): Promise<Row> =>
  (
    (await who.call("/api/reminders/batch", { method: "POST", json: { items: [item] } })).json as {
      items: [Row];
    }
  ).items[0];
const day = (content: string, at: string, more: object = {}) =>
  batch({ operation: "create", content, trigger_time: at, all_day: true, ...more });
const rows = async (who = ada): Promise<Row[]> =>
  ((await who.call("/api/reminders")).json as { reminders: Row[] }).reminders;
const entries = async (from: string, to: string, zone = "Europe/Berlin"): Promise<Row[]> => {
  const [start, end] = [from, to].map((date) => iso(instantOf(`${date}T00:00:00`, zone)));
  const query = { visible_start: start ?? "", visible_end: end ?? "", display_timezone: zone };
  const { json } = await ada.call(
    `/api/reminders/calendar?${new URLSearchParams(query).toString()}`,
  );
  return (json as { entries: Row[] }).entries;
};

it("a whole day is stored as a date and reminded of at nine in the morning", async () => {
  expect(await day("birthday", "2099-03-03", { recurrence_rule: "FREQ=YEARLY" })).toMatchObject({
    state: "succeeded",
    fact: { all_day: true, local_start: "2099-03-03T00:00:00", rrule: "FREQ=YEARLY" },
  });
  expect(await rows()).toMatchObject([
    { all_day: true, duration_minutes: null, next_fire_at: "2099-03-03T08:00:00.000Z" },
  ]);
});

it("another morning moves the whole days that are to come, and holds for new ones", async () => {
  await day("offsite", "2099-07-01");
  const changed = await ada.call("/api/account", { method: "PATCH", json: { morning: "07:15" } });
  expect(changed.json).toMatchObject({ morning: "07:15" });
  await day("trip", "2099-07-03", { duration_minutes: 3 * 1_440 });
  expect((await rows()).map(({ next_fire_at: at }) => at)).toEqual([
    "2099-07-01T05:15:00.000Z",
    "2099-07-03T05:15:00.000Z",
  ]);
  const refused = await ada.call("/api/account", { method: "PATCH", json: { morning: "7am" } });
  expect(refused.status).toBe(400);
});

it("the calendar shows whole days as the same dates in every zone, and a span that began before", async () => {
  await day("trip", "2099-07-03", { duration_minutes: 3 * 1_440 });
  const shown = [
    { all_day: true, display_start: "2099-07-03T00:00:00", display_end: "2099-07-06T00:00:00" },
  ];
  expect(await entries("2099-07-05", "2099-07-12")).toMatchObject(shown);
  expect(await entries("2099-07-01", "2099-07-04", "Pacific/Auckland")).toMatchObject(shown);
  expect(await entries("2099-07-06", "2099-07-12")).toEqual([]);
  expect(await entries("2099-07-01", "2099-07-03", "Pacific/Honolulu")).toEqual([]);
});

it("a day that has begun is kept without a reminder, and one that is over is not", async () => {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const kept = await day("day off", today);
  expect(kept).toMatchObject({ state: "succeeded" });
  const tomorrow = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
  expect((await entries(today, tomorrow)).map(({ content }) => content)).toEqual(["day off"]);
  expect(await day("gone", "2020-01-01")).toMatchObject({ reason: "needs_past_time_confirmation" });
});

it("days that have begun can be cancelled and brought back, and those that are over can't", async () => {
  const date = (days: number): string =>
    new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  const { reminder_id: id } = await day("trip", date(0), { duration_minutes: 3 * 1_440 });
  const act = (what: string) =>
    ada.call(`/api/reminders/${String(id)}/${what}`, { method: "POST", json: {} });
  const listShown = async () =>
    (await entries(date(0), date(3))).map(({ content, entry_type: type }) => [content, type]);
  expect(await listShown()).toEqual([["trip", "fired"]]);
  expect((await act("delete")).json).toMatchObject({ lifecycle: "deleted" });
  expect(await listShown()).toEqual([]);
  expect((await act("restore")).json).toMatchObject({ lifecycle: "completed" });
  expect(await listShown()).toEqual([["trip", "fired"]]);
  expect(await batch({ operation: "delete", reminder_id: id })).toMatchObject({
    state: "succeeded",
  });
  const { reminder_id: other } = await day("fair", date(0));
  await clock.advance(2 * 86_400_000);
  expect(await batch({ operation: "delete", reminder_id: other })).toMatchObject({
    reason: "not_active",
  });
});

it("a length that is not a number of days, and a rule of hours, are refused", async () => {
  expect(await day("x", "2099-01-01", { duration_minutes: 90 })).toMatchObject({
    reason: "invalid_duration",
  });
  expect(await day("x", "2099-01-01", { recurrence_rule: "FREQ=HOURLY" })).toMatchObject({
    reason: "invalid_recurrence_rule",
  });
});

it("a whole day becomes an appointment and back", async () => {
  const made = await day("dentist", "2099-07-01");
  const path = `/api/reminders/${String(made["reminder_id"])}`;
  const timed = await ada.call(path, {
    method: "PATCH",
    json: { all_day: false, trigger_time: "2099-07-01T15:00:00" },
  });
  expect(timed.json).toMatchObject({ all_day: false, next_fire_at: "2099-07-01T13:00:00.000Z" });
  const back = await ada.call(path, { method: "PATCH", json: { all_day: true } });
  expect(back.json).toMatchObject({ all_day: true, local_start: "2099-07-01T00:00:00" });
});

it("whole days of a file are whole days, and those of an earlier version become so", async () => {
  const file = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:offsite",
    "SUMMARY:offsite",
    "DTSTART;VALUE=DATE:20990701",
    "DTEND;VALUE=DATE:20990703",
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
  const importFile = () =>
    ada.call("/api/calendar/import", { method: "POST", json: { ics: file } });
  expect((await importFile()).json).toMatchObject({ imported: 1 });
  expect(await rows()).toMatchObject([
    { all_day: true, local_start: "2099-07-01T00:00:00", duration_minutes: 2 * 1_440 },
  ]);
  expect((await importFile()).json).toMatchObject({ imported: 0, unchanged: 1 });
});

it("a shared whole day is the same date for each, by their own mornings, and blocks no one's hours", async () => {
  const bob = await lab.person();
  const link_code = textAt(await ada.call("/api/friends/link"), "link_code");
  await bob.call("/api/friends/join", { method: "POST", json: { link_code } });
  await bob.call("/api/account", {
    method: "PATCH",
    json: { morning: "06:00", default_timezone: "Asia/Tokyo" },
  });
  const share = (more: object) =>
    ada.call("/api/shared-reminders", {
      method: "POST",
      json: { receiver_account_ids: [bob.id], captured_timezone: "Europe/Berlin", ...more },
    });
  const trip = { title: "trip", local_trigger_at: "2099-07-01", all_day: true };
  expect((await share(trip)).json).toMatchObject({
    status: "created",
    shared_reminder: { all_day: true, local_trigger_at: "2099-07-01T00:00:00" },
  });
  expect((await rows(ada))[0]).toMatchObject({ next_fire_at: "2099-07-01T07:00:00.000Z" });
  expect((await rows(bob))[0]).toMatchObject({
    all_day: true,
    captured_timezone: "Asia/Tokyo",
    next_fire_at: "2099-06-30T21:00:00.000Z",
  });
  expect((await share(trip)).json).toMatchObject({ status: "duplicate_active" });
  const call = { title: "call", local_trigger_at: "2099-07-01T09:00:00", duration_minutes: 60 };
  expect((await share(call)).json).toMatchObject({ status: "created" });
});

const account = async (json: object): Promise<Row> =>
  (await ada.call("/api/account", { method: "PATCH", json })).json as Row;
const zones = async () =>
  (await rows()).map(({ content, captured_timezone, next_fire_at }) => [
    content,
    captured_timezone,
    next_fire_at,
  ]);

it("a person whose zone is not known gets their device's once, unless a reminder depends on the one they have", async () => {
  expect(await account({ device_timezone: "Asia/Shanghai" })).toMatchObject({
    default_timezone: "Asia/Shanghai",
    zone_source: "chosen",
  });
  expect(await account({ device_timezone: "Asia/Tokyo" })).toMatchObject({
    default_timezone: "Asia/Shanghai",
  });
  ada = await lab.person();
  await batch({ operation: "create", content: "call", trigger_time: "2099-07-01T08:00:00" });
  expect(await account({ device_timezone: "Asia/Shanghai" })).toMatchObject({
    default_timezone: "Europe/Berlin",
    zone_source: "default",
  });
});

it("another zone keeps the moments of reminders, or their hours where that is asked for", async () => {
  const tokyo = "/api/account/zone-change?to=Asia/Tokyo";
  expect((await ada.call(tokyo)).json).toEqual({ reminders: 0, first: null });
  await batch({ operation: "create", content: "call", trigger_time: "2099-07-01T08:00:00" });
  await batch({
    operation: "create",
    content: "elsewhere",
    trigger_time: "2099-07-01T09:00:00",
    captured_timezone: "America/New_York",
  });
  await day("birthday", "2099-07-02", { recurrence_rule: "FREQ=YEARLY" });
  expect((await ada.call(tokyo)).json).toEqual({
    reminders: 2,
    first: { content: "call", at: "2099-07-01T08:00:00", at_there: "2099-07-01T15:00:00" },
  });
  await account({ default_timezone: "Asia/Tokyo", keep: "moment" });
  const before = await zones();
  expect(before[0]).toEqual(["call", "Europe/Berlin", "2099-07-01T06:00:00.000Z"]);
  await account({ default_timezone: "Europe/Berlin" });
  expect(await zones()).toEqual(before);
  expect(await account({ default_timezone: "Asia/Tokyo", keep: "hour" })).toMatchObject({
    default_timezone: "Asia/Tokyo",
  });
  expect(await zones()).toEqual([
    ["call", "Asia/Tokyo", "2099-06-30T23:00:00.000Z"],
    ["elsewhere", "America/New_York", "2099-07-01T13:00:00.000Z"],
    ["birthday", "Asia/Tokyo", "2099-07-02T00:00:00.000Z"],
  ]);
});

it("a to-do with a date is listed wherever the calendar is, until it is done, also when its date is over", async () => {
  const toDos = async (): Promise<Row[]> => {
    const query = { visible_start: "2099-01-01T00:00:00Z", visible_end: "2099-01-02T00:00:00Z" };
    const path = `/api/reminders/calendar?${new URLSearchParams(query).toString()}`;
    return ((await ada.call(path)).json as { to_dos: Row[] }).to_dos;
  };
  const act = (id: unknown, what: string) =>
    ada.call(`/api/reminders/${id as string}/${what}`, { method: "POST", json: {} });
  const { reminder_id: bill } = await batch({
    operation: "create",
    content: "pay the bill",
    kind: "no_trigger_time",
  });
  await day("offsite", "2099-07-01");
  expect(await toDos()).toEqual([]);
  const dated = { trigger_time: "2099-07-01", all_day: true, is_to_do: true };
  await ada.call(`/api/reminders/${bill as string}`, { method: "PATCH", json: dated });
  expect(await toDos()).toMatchObject([
    { content: "pay the bill", display_start: "2099-07-01T00:00:00", is_to_do: true },
  ]);
  expect(
    (await entries("2099-07-01", "2099-07-02")).map(({ content, is_to_do: isToDo }) => [
      content,
      isToDo,
    ]),
  ).toEqual([
    ["pay the bill", true],
    ["offsite", false],
  ]);
  await act(bill, "complete");
  expect(await toDos()).toEqual([]);
  await act(bill, "restore");
  expect(await toDos()).toHaveLength(1);
  const tomorrow = iso(clock.now() + 86_400_000).slice(0, 10);
  await day("water the plants", tomorrow, { is_to_do: true });
  await clock.leap(3 * 86_400_000);
  expect((await toDos()).map(({ content }) => content)).toEqual([
    "water the plants",
    "pay the bill",
  ]);
  const [late] = await toDos();
  await act(late?.["reminder_id"], "complete");
  await act(late?.["reminder_id"], "restore");
  expect(await toDos()).toHaveLength(2);
  await ada.call(`/api/reminders/${bill as string}`, {
    method: "PATCH",
    json: { is_to_do: false },
  });
  expect((await toDos()).map(({ content }) => content)).toEqual(["water the plants"]);
});
