import ICAL from "ical.js";
import { createDAVClient } from "tsdav";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Devices, file, type Owner, startDevices } from "./devices.ts";

let world: Devices;

beforeAll(async () => {
  world = await startDevices();
}, 60_000);
afterAll(() => world.close());

const connect = (owner: Owner) =>
  createDAVClient({
    serverUrl: world.product.app.url,
    credentials: { username: "ada", password: owner.password },
    authMethod: "Basic",
    defaultAccountType: "caldav",
  });

const parse = (text: unknown): ICAL.Component =>
  new ICAL.Component(ICAL.parse(String(text)) as never);

describe("an outside client of the calendar protocol", () => {
  it("tsdav finds both collections from the bare address of the server, by discovery alone", async () => {
    const owner = await world.person();
    const client = await connect(owner);
    const calendars = await client.fetchCalendars();
    expect(calendars.map(({ url, components }) => [new URL(url).pathname, components])).toEqual([
      [`/caldav/calendars/${owner.id}/events/`, ["VEVENT"]],
      [`/caldav/calendars/${owner.id}/tasks/`, ["VTODO"]],
    ]);
  });

  it("a program that asks at the bare address alone is led to the calendar server, where the page stays", async () => {
    const owner = await world.person();
    const asked = await owner.dav("PROPFIND", "/", { headers: { depth: "0" } });
    expect([asked.status, asked.headers.get("location")]).toEqual([301, "/caldav/"]);
    // The page is not built for tests: what matters is that its address is not taken.
    expect((await owner.dav("GET", "/")).status).not.toBe(405);
  });

  it("what is said in chat's terms is read by tsdav and ical.js, and what tsdav writes is read by the API", async () => {
    const owner = await world.person();
    const client = await connect(owner);
    const made = await owner.call("POST", "/api/reminders/batch", {
      items: [
        {
          operation: "create",
          content: "Dentist",
          trigger_time: "2099-03-02T15:00:00",
          duration_minutes: 45,
        },
      ],
    });
    expect(made.status).toBe(200);
    const [events] = await client.fetchCalendars();
    if (events === undefined) throw new Error("no calendar");
    const [object] = await client.fetchCalendarObjects({ calendar: events });
    const entry = new ICAL.Event(parse(object?.data).getFirstSubcomponent("vevent") as never);
    expect([entry.summary, entry.startDate.toString(), entry.duration.toSeconds()]).toEqual([
      "Dentist",
      "2099-03-02T15:00:00",
      2_700,
    ]);
    const put = await client.createCalendarObject({
      calendar: events,
      filename: "walk.ics",
      iCalString: file("VEVENT", [
        "UID:walk-1",
        "DTSTAMP:20990101T000000Z",
        `DTSTART;TZID=${owner.zone}:20990303T080000`,
        "DURATION:PT1H",
        "SUMMARY:Walk",
      ]),
    });
    expect(put.status).toBe(201);
    const listed = (await owner.call("GET", "/api/reminders")).json as {
      reminders: { content: string; local_start: string; duration_minutes: number }[];
    };
    expect(listed.reminders.find(({ content }) => content === "Walk")).toMatchObject({
      local_start: "2099-03-03T08:00:00",
      duration_minutes: 60,
    });
  });

  it("tsdav learns of changes and deletions by sync-collection, and of nothing when there are none", async () => {
    const owner = await world.person();
    const client = await connect(owner);
    const [events] = await client.fetchCalendars();
    if (events === undefined) throw new Error("no calendar");
    const put = (name: string, title: string) =>
      owner.dav("PUT", name, {
        body: file("VEVENT", [
          `UID:${name}`,
          "DTSTAMP:20990101T000000Z",
          "DTSTART:20990303T080000Z",
          `SUMMARY:${title}`,
        ]),
      });
    expect((await put("a.ics", "A")).status).toBe(201);
    expect((await put("b.ics", "B")).status).toBe(201);
    const first = await client.smartCollectionSync({
      collection: { ...events, objects: [], objectMultiGet: client.calendarMultiGet },
      method: "webdav",
    });
    expect(first.objects).toHaveLength(2);
    const same = await client.smartCollectionSync({ collection: first, method: "webdav" });
    expect(same.objects).toEqual(first.objects);
    await owner.dav("DELETE", "a.ics");
    await put("b.ics", "B changed");
    const last = await client.smartCollectionSync({ collection: same, method: "webdav" });
    expect(
      last.objects?.map(({ data }) =>
        parse(data).getFirstSubcomponent("vevent")?.getFirstPropertyValue("summary"),
      ),
    ).toEqual(["B changed"]);
  });
});
