import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { asAccount } from "../../src/domain/principal.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { type CalendarServer, owner, startCalendarServer } from "../vendors/calendar-server.ts";
import { type Devices, startDevices } from "./devices.ts";

const servers = loopbackServers();
let world: Devices;
let server: CalendarServer;
let operatorId: string;

beforeAll(async () => {
  world = await startDevices();
  server = await startCalendarServer(servers);
  const session = (await world.product.ask("/api/session")).json as { account: { id: string } };
  operatorId = session.account.id;
}, 60_000);
afterAll(async () => {
  await world.close();
  await servers.close();
});
beforeEach(async () => {
  server.status = undefined;
  server.entries = [
    event(["UID:a", "DTSTART:20990302T080000Z", "DURATION:PT1H", "SUMMARY:Dentist <b>"]),
    event([
      "UID:s",
      "DTSTART;TZID=Europe/Berlin:20990303T100000",
      "DURATION:PT30M",
      "RRULE:FREQ=DAILY;COUNT=3",
      "SUMMARY:Standup",
    ]),
    event([
      "UID:s",
      "RECURRENCE-ID;TZID=Europe/Berlin:20990304T100000",
      "DTSTART;TZID=Europe/Berlin:20990304T140000",
      "DURATION:PT30M",
      "SUMMARY:Standup, later",
    ]),
    event([
      "UID:f",
      "DTSTART:20990302T120000Z",
      "DURATION:PT1H",
      "TRANSP:TRANSPARENT",
      "SUMMARY:Lunch",
    ]),
    event(["UID:d", "DTSTART;VALUE=DATE:20990305", "SUMMARY:Holiday"]),
  ];
  for (const { id } of await list()) await ask("DELETE", `/api/calendars/${id}`);
});

const event = (lines: readonly string[]): string =>
  ["BEGIN:VEVENT", "DTSTAMP:20990101T000000Z", ...lines, "END:VEVENT", ""].join("\r\n");

const ask = (method: string, path: string, json?: object) =>
  world.product.ask(path, { method, ...(json === undefined ? {} : { json }) });

interface Calendar {
  readonly id: string;
  readonly entries: number;
  readonly problem: string | null;
}
const list = async (): Promise<Calendar[]> =>
  ((await ask("GET", "/api/calendars")).json as { calendars: Calendar[] }).calendars;

const follow = async (more: object = {}) =>
  (await ask("POST", "/api/calendars", { name: "Work", url: server.url, ...more })).json as {
    calendar: Calendar | null;
    problem: string | null;
  };

async function listShown(): Promise<unknown[]> {
  const span = "visible_start=2099-03-01T00:00:00Z&visible_end=2099-03-10T00:00:00Z";
  const { json } = await ask("GET", `/api/reminders/calendar?${span}`);
  return (
    json as { entries: { entry_type: string; content: string; display_start: string }[] }
  ).entries
    .filter(({ entry_type: type }) => type === "outside")
    .map(({ content, display_start: at }) => [content, at]);
}

/** As the person's own free time is looked up. */
async function listBusy(): Promise<unknown[]> {
  const rows = await world.product.app.store.db.transaction(asAccount(operatorId), (sql) =>
    sql.rows<{ local_start: string }>(
      "select local_start from busy_times($1, '2099-03-01', '2099-03-10', null) order by 1",
      [operatorId],
    ),
  );
  return rows.map(({ local_start: start }) => start);
}

const expected = [
  ["Dentist <b>", "2099-03-02T08:00:00"],
  ["Lunch", "2099-03-02T12:00:00"],
  ["Standup", "2099-03-03T09:00:00"],
  ["Standup, later", "2099-03-04T13:00:00"],
  ["Holiday", "2099-03-05T00:00:00"],
  ["Standup", "2099-03-05T09:00:00"],
];

it.each([
  ["the address of a file", () => ({})],
  ["CalDAV with a password", () => ({ url: server.collection, ...owner })],
])(
  "a calendar elsewhere is followed by %s: its entries are shown, and those that are not free are busy",
  async (_, how) => {
    expect(await follow(how())).toMatchObject({ calendar: { entries: 5 }, problem: null });
    expect(await listShown()).toEqual(expect.arrayContaining(expected));
    expect(await listShown()).toHaveLength(expected.length);
    // What is meant in UTC is kept by the person's own clock, eight hours ahead.
    expect(await listBusy()).toEqual([
      "2099-03-02T16:00:00",
      "2099-03-03T10:00:00",
      "2099-03-04T14:00:00",
    ]);
    expect(server.violations).toEqual([]);
  },
);

it("a look takes over what has changed, a failed one keeps what was found, and leaving deletes everything", async () => {
  const { calendar } = await follow({ url: server.collection, ...owner });
  const path = `/api/calendars/${calendar?.id}`;
  server.entries = server.entries.slice(0, 1);
  expect((await ask("POST", `${path}/look`, {})).json).toMatchObject({ entries: 1, problem: null });
  server.status = 503;
  expect((await ask("POST", `${path}/look`, {})).json).toMatchObject({
    entries: 1,
    problem: "unreachable",
  });
  expect(await listShown()).toHaveLength(1);
  expect((await ask("DELETE", path)).status).toBe(204);
  expect([await listShown(), await list()]).toEqual([[], []]);
  const { db } = world.product.app.store;
  expect(await db.rows("select 1 from sealed_secret where name like 'outside calendar %'")).toEqual(
    [],
  );
});

it.each([
  [
    "a wrong password",
    () => ({ url: server.collection, user: "ada", password: "wrong" }),
    "password_refused",
  ],
  [
    "a page that is not a calendar",
    () => ({ url: server.url.replace("calendar.ics", "x") }),
    "not_a_calendar",
  ],
  [
    "a metadata service",
    () => ({ url: "http://169.254.169.254/calendar.ics" }),
    "address_forbidden",
  ],
  ["a server that is not there", () => ({ url: "http://127.0.0.1:1/calendar.ics" }), "unreachable"],
])("%s is answered with the problem, and nothing is kept", async (_, how, problem) => {
  expect(await follow(how())).toEqual({ calendar: null, problem });
  expect(await list()).toEqual([]);
});

it("a redirect is not followed", async () => {
  server.status = 302;
  expect(await follow()).toEqual({ calendar: null, problem: "redirected" });
});

it("a person who is not the operator reaches public servers only, and no calendar but their own", async () => {
  const { calendar } = await follow();
  const eve = await world.person();
  const asked = await eve.call("POST", "/api/calendars", { name: "x", url: server.url });
  expect(asked.json).toEqual({ calendar: null, problem: "address_forbidden" });
  expect((await eve.call("GET", "/api/calendars")).json).toEqual({ calendars: [] });
  for (const [method, path] of [
    ["POST", `/api/calendars/${calendar?.id}/look`],
    ["DELETE", `/api/calendars/${calendar?.id}`],
  ] as const)
    expect((await eve.call(method, path, method === "POST" ? {} : undefined)).status).toBe(404);
  expect(await list()).toHaveLength(1);
});

it("neither an answer nor a table shows the address or the password of a calendar", async () => {
  await follow({ url: `${server.collection}?key=not-to-be-seen`, ...owner }).catch(() => undefined);
  await follow({ url: server.collection, ...owner });
  const { text } = await ask("GET", "/api/calendars");
  const { db } = world.product.app.store;
  const stored = JSON.stringify([
    await db.rows("select * from outside_calendar"),
    await db.rows("select * from sealed_secret"),
    await db.rows("select payload_json from event_log where kind like 'outside%'"),
  ]);
  for (const secret of [owner.password, "/dav/work"])
    expect([text.includes(secret), stored.includes(secret)]).toEqual([false, false]);
});
