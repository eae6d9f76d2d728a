import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { FileReader } from "../../src/domain/ports/file-reader.ts";
import { openFileReader } from "../../src/main/file-reader.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openRemindersApi } from "../../src/main/reminders.ts";
import { openScenesApi } from "../../src/main/scenes.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { writeZip } from "../../src/skills/scenes/formats/zip-write.ts";
import { type ApiLab, openApi, openPostgresStore, type Person } from "../support/api.ts";
import { expectNobodyWaits, expectNobodyWaitsAgain } from "../support/longest-round.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { pdf } from "../support/pdf.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
let mallory: Person;
let fileReader: FileReader;
const clock = fakeClock();
const keys = mkdtempSync(join(tmpdir(), "meanwhile-keys-"));

beforeAll(async () => {
  store = await openPostgresStore();
  const chance = createSystemChance(() => Date.now());
  const keyring = openKeyring({
    file: join(keys, "key"),
    randomBytes: (count) => chance.bytes(count),
  });
  fileReader = openFileReader(systemClock);
  const parts = {
    db: store.db,
    projector: productProjector(),
    clock,
    chance,
    keys: () => keyring,
    fileReader,
  };
  lab = await openApi({
    db: store.db,
    clock,
    reminders: openRemindersApi({ ...parts, latePolicy: "fire", nightlyHour: 20, overlap: "warn" }),
    scenes: openScenesApi(parts),
  });
  mallory = await lab.person("Mallory");
});
afterAll(async () => {
  await lab.close();
  await store.close();
  rmSync(keys, { recursive: true });
});

const post = (path: string, json: unknown) => mallory.call(path, { method: "POST", json });
const calendar = (rule: string, count: number): string =>
  [
    "BEGIN:VCALENDAR",
    ...Array.from({ length: count }, (_, nth) =>
      [
        "BEGIN:VEVENT",
        `UID:${nth}`,
        "SUMMARY:x",
        "DTSTART:20260305T100000",
        `RRULE:${rule}`,
        "END:VEVENT",
      ].join("\r\n"),
    ),
    "END:VCALENDAR",
  ].join("\r\n");
const never = "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6";
const series = (rule: string, from: number): object[] =>
  Array.from({ length: 100 }, (_, nth) => ({
    operation: "create",
    content: `x ${from + nth}`,
    trigger_time: "2099-03-02T09:00:00",
    recurrence_rule: rule,
  }));
const span = (end: string): string =>
  `/api/reminders/calendar?visible_start=2099-03-01T00:00:00Z&visible_end=${end}T00:00:00Z`;

type Inputs = Readonly<Record<string, () => Promise<unknown>>>;

it("S15: nothing that one account sends holds up the others for 100 ms", async () => {
  const bomb = pdf(["x"], () => Buffer.alloc(160 * 1024 ** 2, " "));
  const card = Buffer.from(writeZip({ "card.json": Buffer.alloc(12 * 1024 ** 2, "[") }));
  const sentences: Inputs = {
    ...Object.fromEntries(
      ["undo ", "cancel ", "不是3点是4点", "remind me at 5, ", "取消 and "].map((words) => [
        `a sentence of “${words}”`,
        () => post("/api/reminders/interpret", { text: words.repeat(500).slice(0, 1_000) }),
      ]),
    ),
    "sentences of pictures": () =>
      Promise.all(
        Array.from({ length: 4 }, () =>
          post("/api/reminders/interpret", { text: `undo ${"©".repeat(995)}` }),
        ),
      ),
  };
  const inputs: Inputs = {
    "rules that never come": () => post("/api/calendar/import", { ics: calendar(never, 2_000) }),
    "rules that never come, one by one": () =>
      post("/api/reminders/batch", { items: series(never, 0) }),
    "five hundred hourly series": async () => {
      for (let from = 0; from < 500; from += 100)
        await post("/api/reminders/batch", { items: series("FREQ=HOURLY", from) });
    },
    "a month and a year of them": () =>
      Promise.all([mallory.call(span("2099-04-01")), mallory.call(span("2100-03-01"))]),
    "a search through five hundred titles": () =>
      Promise.all([
        mallory.call("/api/reminders?keyword=x&limit=500"),
        mallory.call(`/api/reminders?keyword=${"%25".repeat(60)}&limit=500`),
      ]),
    "their calendar as a file": async () => {
      const { json } = await post("/api/calendar/link", {});
      expect(
        (await lab.call(new URL((json as { url: string }).url, "http://x").pathname)).status,
      ).toBe(200);
    },
    "a card that unpacks": () => mallory.call("/api/bots/import", { method: "POST", body: card }),
    "a PDF that unpacks": () =>
      fileReader.read({ accountId: mallory.id, kind: "pdf", bytes: bomb }).catch(() => undefined),
  };
  // Whatever is loaded and compiled at the first call is not an input.
  await post("/api/reminders/interpret", { text: "remind me tomorrow at 5pm to call Ann" });
  for (const [name, send] of Object.entries(inputs)) await expectNobodyWaits(lab, name, send);
  for (const [name, send] of Object.entries(sentences))
    await expectNobodyWaitsAgain(lab, name, send);
}, 120_000);
