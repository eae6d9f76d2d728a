import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { iso } from "../../src/domain/ports/clock.ts";
import type { DeliveryOutlook } from "../../src/domain/ports/delivery-outlook.ts";
import { openFriendsApi } from "../../src/main/friends.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openRemindersApi } from "../../src/main/reminders.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { type ApiLab, openApi, openPostgresStore, type Person, textAt } from "../support/api.ts";
import { directReader } from "../support/direct-reader.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { OpenStore } from "../support/stores.ts";

const hour = 3_600_000;
const clock = fakeClock();
const keys = mkdtempSync(join(tmpdir(), "meanwhile-keys-"));
let store: OpenStore;
let lab: ApiLab;
let ada: Person;
let bob: Person;
/** People without a chat that anything could be said in. */
const away = new Set<string>();

/** Ada's chat app takes messages for a day. */
const outlook: DeliveryOutlook = {
  placeFor: ({ accountId }) =>
    Promise.resolve(
      away.has(accountId)
        ? {
            channel: null,
            deliverableAt: async () => ({ kind: "closed", reason: "nowhere", windowEndsAt: null }),
          }
        : {
            channel: "whatsapp",
            deliverableAt: async (at) =>
              Date.parse(at) < clock.now() + 24 * hour
                ? { kind: "open" }
                : {
                    kind: "closed",
                    reason: "window_closed",
                    windowEndsAt: iso(clock.now() + 24 * hour),
                  },
          },
    ),
};

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
    outlook,
    latePolicy: "fire",
  } as const;
  lab = await openApi({
    db: store.db,
    clock,
    friends: openFriendsApi(parts),
    reminders: openRemindersApi({
      ...parts,
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
  [ada, bob] = [await lab.person("Ada"), await lab.person("Bob")];
  away.clear();
});

const post = async (path: string, json: object, who = ada) =>
  (await who.call(path, { method: "POST", json })).json as Record<string, unknown>;
const inHours = (hours: number): string => iso(clock.now() + hours * hour);
const create = (content: string, hours: number, more: object = {}) => ({
  operation: "create",
  content,
  trigger_time: inHours(hours),
  ...more,
});
const batch = async (...items: readonly object[]) =>
  (await post("/api/reminders/batch", { items }))["items"] as Record<string, unknown>[];
const late = () => ({
  on_time: false,
  reason: "window_closed",
  channel: "whatsapp",
  window_ends_at: inHours(24),
});
const onTime = { on_time: true, reason: null, channel: "whatsapp", window_ends_at: null };

it("every reminder that a batch writes says whether it can come at its time, a series also by its second time", async () => {
  const results = await batch(
    create("soon", 3),
    create("next week", 170),
    create("daily", 4, { recurrence_rule: "FREQ=DAILY" }),
    { operation: "create", content: "some time", kind: "no_trigger_time" },
    create("over", -3),
  );
  expect(results.map(({ state, delivery }) => [state, delivery])).toEqual([
    ["succeeded", onTime],
    ["succeeded", late()],
    ["succeeded", late()],
    ["succeeded", null],
    [expect.stringMatching(/^(failed|needs_follow_up)$/), null],
  ]);
  const [soon] = results;
  const [moved, ended] = await batch(
    { operation: "update", reminder_id: soon?.["reminder_id"], trigger_time: inHours(50) },
    { operation: "delete", reminder_id: results[1]?.["reminder_id"] },
  );
  expect([moved?.["delivery"], ended?.["delivery"]]).toEqual([late(), null]);
});

it("a sentence, one reminder, its changes and an import say the same", async () => {
  const said = await post("/api/reminders/say", { text: "in 72 hours dentist" });
  const [made] = said["results"] as Record<string, unknown>[];
  expect(made).toMatchObject({ state: "succeeded", delivery: late() });
  const at = `/api/reminders/${String(made?.["reminder_id"])}`;
  expect((await ada.call(at)).json).toMatchObject({ delivery: late() });
  expect(await post(`${at}/clear-trigger-time`, {})).not.toHaveProperty("delivery");
  expect(await post(`${at}/schedule-unscheduled`, { trigger_time: inHours(2) })).toMatchObject({
    delivery: onTime,
  });
  away.add(ada.id);
  expect(await post(`${at}/snooze`, { minutes: 10 })).toMatchObject({
    delivery: { on_time: false, reason: "nowhere", channel: null, window_ends_at: null },
  });
  expect(await post(`${at}/delete`, {})).not.toHaveProperty("delivery");
  away.clear();
  const event = (uid: string, hours: number): string[] => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `SUMMARY:${uid}`,
    `DTSTART:${inHours(hours).replaceAll(/[-:]|\.000/g, "")}`,
    "END:VEVENT",
  ];
  const file = (...events: readonly string[][]): string =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flat(), "END:VCALENDAR"].join("\r\n");
  const take = async (...events: readonly string[][]) =>
    (await post("/api/calendar/import", { ics: file(...events) }))["delivery"];
  expect(await take(event("soon", 2))).toEqual(onTime);
  expect(await take(event("later", 90), event("sooner", 3))).toEqual(late());
  expect(await take(event("soon", 2))).toBeNull();
});

it("a new shared reminder names the friends whom no message reaches yet, and says whether the person's own can be delivered on time", async () => {
  const code = textAt(await ada.call("/api/friends/link"), "link_code");
  await post("/api/friends/join", { link_code: code }, bob);
  const meet = (title: string, hours: number) =>
    post("/api/shared-reminders", {
      receiver_account_ids: [bob.id],
      title,
      local_trigger_at: inHours(hours),
    });
  expect(await meet("lunch", 5)).toMatchObject({
    status: "created",
    unreachable: [],
    delivery: onTime,
  });
  away.add(bob.id);
  expect(await meet("dinner", 60)).toMatchObject({
    status: "created",
    unreachable: [bob.id],
    delivery: late(),
  });
});

it("the API's description explains the field wherever something is created", async () => {
  const description = (await lab.call("/openapi.json")).json as {
    components: { schemas: Record<string, { properties: Record<string, object> }> };
  };
  const { schemas } = description.components;
  for (const name of ["ReminderBatchResult", "Reminder", "SharedReminderResult", "ImportReport"])
    expect(JSON.stringify(schemas[name]?.properties["delivery"])).toContain("DeliveryForecast");
  expect(schemas["DeliveryForecast"]?.properties["reason"]).toMatchObject({
    description: expect.stringContaining("not_connected"),
  });
});
