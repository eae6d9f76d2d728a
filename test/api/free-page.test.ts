import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { openBookings } from "../../src/main/bookings.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openRemindersApi } from "../../src/main/reminders.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  type Person,
  type Reply,
} from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { OpenStore } from "../support/stores.ts";

/** A Monday, nine in the morning in UTC and ten in Berlin, where people of this lab live. */
const clock = fakeClock(Date.UTC(2026, 0, 5, 9));
const keys = mkdtempSync(join(tmpdir(), "meanwhile-keys-"));
let store: OpenStore;
let lab: ApiLab;
let ada: Person;
let path: string;

beforeAll(async () => {
  store = await openPostgresStore();
  const chance = createSystemChance(() => Date.now());
  const keyring = openKeyring({
    file: join(keys, "key"),
    randomBytes: (count) => chance.bytes(count),
  });
  const parts = {
    db: store.db,
    projector: productProjector(),
    clock,
    chance,
    keys: () => keyring,
    latePolicy: "fire",
  } as const;
  lab = await openApi({
    db: store.db,
    clock,
    ...openBookings(parts),
    reminders: openRemindersApi({ ...parts, nightlyHour: 20, overlap: "warn" }),
  });
  ada = await lab.person("Ada <b>");
  path = await openPage(ada);
});
afterAll(async () => {
  await lab.close();
  await store.close();
  rmSync(keys, { recursive: true });
});

async function openPage(who: Person): Promise<string> {
  const { json } = await who.call("/api/booking-page", { method: "POST", json: { is_on: true } });
  return new URL((json as { url: string }).url).pathname;
}
const send = (to: string, fields: Readonly<Record<string, string>>): Promise<Reply> =>
  lab.call(to, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
const at = (day: string, time: string): string => String(Date.parse(`2026-01-${day}T${time}:00Z`));
const fillIn = (more: Readonly<Record<string, string>> = {}) => ({
  start: at("07", "13:00"),
  name: "Ann",
  subject: "coffee",
  email: "",
  zone: "America/New_York",
  lang: "en",
  ...more,
});

it("the page of free times shows times in the visitor's zone with the owner's zone, no titles, and may be neither indexed, kept nor framed", async () => {
  await ada.call("/api/reminders/batch", {
    method: "POST",
    json: {
      items: [
        {
          operation: "create",
          content: "secret dentist",
          trigger_time: "2026-01-06T10:00:00",
          captured_timezone: "Europe/Berlin",
          duration_minutes: 60,
          kind: "timed",
        },
      ],
    },
  });
  const page = await lab.call(`${path}?zone=America/New_York&utm_source=mail`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("When Ada &lt;b&gt; is free");
  expect(page.text).toContain("in the zone America/New_York");
  expect(page.text).toContain("own zone is Europe/Berlin");
  expect(page.text).not.toContain("dentist");
  // Nine to five in Berlin is three to eleven in New York; ten to eleven of Tuesday is taken.
  expect(page.text).toContain('aria-label="Tuesday, 6 January 2026, 03:00"');
  expect(page.text).not.toContain('aria-label="Tuesday, 6 January 2026, 04:00"');
  expect(page.text).not.toContain('aria-label="Tuesday, 6 January 2026, 04:30"');
  expect(page.text).toContain('aria-label="Tuesday, 6 January 2026, 05:00"');
  expect(page.headers).toMatchObject({
    "x-robots-tag": "noindex, nofollow, noarchive",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  expect(page.headers["content-security-policy"]).toContain("form-action 'self'");
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(page.headers["set-cookie"]).toBeUndefined();
  const chinese = await lab.call(path, { headers: { "Accept-Language": "zh-CN" } });
  expect(chinese.text).toContain("的空闲时间");
  expect(chinese.text).toContain('<html lang="zh">');
});

it("a visitor asks by a plain form, follows the state at an address of their own, and withdraws", async () => {
  const form = await lab.call(`${path}?zone=America/New_York&start=${at("07", "13:00")}`);
  expect(form.text).toContain("Wednesday, 7 January 2026, 08:00–08:30 (America/New_York)");
  expect(form.text).toContain("14:00–14:30 in Europe/Berlin");
  const wrong = await send(path, fillIn({ name: "  ", email: "a@b, c@d" }));
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Please enter your name.");
  expect(wrong.text).toContain("This is not one e-mail address.");
  expect(wrong.text).toContain('value="coffee"');
  const asked = await send(path, fillIn({ subject: "<script>alert(1)</script>" }));
  expect(asked.status).toBe(303);
  const visit = asked.headers.location ?? "";
  const waiting = await lab.call(visit);
  expect(waiting.text).toContain("Waiting for an answer.");
  expect(waiting.text).not.toContain("<script>alert");
  expect((await send(path, fillIn({ name: "Eve" }))).status).toBe(409);
  expect((await send(visit.split("?")[0] ?? "", { lang: "en" })).status).toBe(303);
  expect((await lab.call(visit)).text).toContain("You have withdrawn this request.");
  expect((await lab.call(`${path}?start=${at("07", "13:00")}`)).text).toContain(
    "Ask for this time",
  );
});

it("requests are answered by the API: once, and only by their owner", async () => {
  const bob = await lab.person("Bob");
  const page = await openPage(bob);
  const asked = await send(page, fillIn({ start: at("08", "09:00") }));
  const { json } = await bob.call("/api/bookings");
  const [booking] = (json as { bookings: { id: string; state: string }[] }).bookings;
  expect(booking).toMatchObject({ state: "pending", name: "Ann", subject: "coffee" });
  const answer = (who: Person) =>
    who.call(`/api/bookings/${booking?.id}/answer`, {
      method: "POST",
      json: { answer: "confirm" },
    });
  expect((await answer(ada)).status).toBe(404);
  expect((await answer(bob)).json).toMatchObject({ state: "confirmed" });
  expect((await answer(bob)).json).toMatchObject({ error: { code: "booking_over" } });
  expect((await lab.call(asked.headers.location ?? "")).text).toContain("Confirmed.");
});

it("a link that was renewed, ended or made up shows a page that says so, in both languages", async () => {
  const eve = await lab.person("Eve");
  const old = await openPage(eve);
  const renewed = await eve.call("/api/booking-page/renew", { method: "POST", json: {} });
  const { url } = renewed.json as { url: string };
  for (const dead of [old, "/free/0123456789abcdefghijkl", "/free/x", "/free/asked/x"]) {
    const page = await lab.call(dead);
    expect([page.status, page.text.includes("This link does not work")]).toEqual([404, true]);
  }
  expect((await send(old, fillIn())).status).toBe(404);
  expect((await lab.call(new URL(url).pathname)).status).toBe(200);
  await eve.call("/api/booking-page", { method: "POST", json: { is_on: false } });
  const off = await lab.call(`${new URL(url).pathname}?lang=zh`);
  expect([off.status, off.text.includes("这个链接无效")]).toEqual([404, true]);
});

it("a page of free times that is saved as it is stays as it is, on or off", async () => {
  const gil = await lab.person("Gil");
  const save = (is_on: boolean) =>
    gil.call("/api/booking-page", { method: "POST", json: { is_on } });
  const off = await save(false);
  const [first, second] = [await save(true), await save(true)];
  expect([off.status, first.status, second.status]).toEqual([200, 200, 200]);
  expect(second.json).toEqual(first.json);
});

it("hours that end before they begin are refused by name, and nothing is changed", async () => {
  const refused = await ada.call("/api/booking-page", {
    method: "POST",
    json: { starts: "18:00" },
  });
  expect(refused).toMatchObject({ status: 400, json: { error: { fact: { field: "ends" } } } });
  expect((await ada.call("/api/booking-page")).json).toMatchObject({ starts: "09:00" });
});

it("a visitor who asks again and again has to come back later; other bodies and a filled trap ask for nothing", async () => {
  const fay = await lab.person("Fay");
  const page = await openPage(fay);
  expect((await lab.call(page, { method: "POST", json: fillIn() })).status).toBe(415);
  expect((await send(page, fillIn({ website: "https://spam.example" }))).status).toBe(400);
  expect((await send(page, fillIn({ start: "soon" }))).status).toBe(400);
  const statuses: number[] = [];
  for (let nth = 0; nth < 8; nth += 1)
    statuses.push((await send(page, fillIn({ start: at("09", `1${nth}:00`) }))).status);
  expect(statuses).toContain(429);
  const { json } = await fay.call("/api/bookings");
  expect((json as { bookings: unknown[] }).bookings.length).toBe(
    statuses.filter((status) => status === 303).length,
  );
  await clock.advance(3_600_000);
  expect((await send(page, fillIn({ start: at("13", "10:00") }))).status).toBe(303);
});
