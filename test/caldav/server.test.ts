import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asOwner } from "../../src/store/database/owner.ts";
import { eventually } from "../support/wechat-product.ts";
import { type Devices, file, type Owner, startDevices } from "./devices.ts";

let world: Devices;

beforeAll(async () => {
  world = await startDevices();
}, 60_000);
afterAll(() => world.close());

const event = (lines: readonly string[], uid = "e-1"): string =>
  file("VEVENT", [`UID:${uid}`, "DTSTAMP:20990101T000000Z", "DTSTART:20990303T080000Z", ...lines]);

const tasks = (owner: Owner, name = ""): string => `/caldav/calendars/${owner.id}/tasks/${name}`;

async function remindersOf(owner: Owner, lifecycle = "active") {
  const { json } = await owner.call("GET", `/api/reminders?lifecycle=${lifecycle}`);
  return (
    json as {
      reminders: {
        id: string;
        content: string;
        local_start: string | null;
        rrule: string | null;
        exdates: string[];
        completion: string | null;
        version: number;
      }[];
    }
  ).reminders;
}

const report = (owner: Owner, body: string, path = "") =>
  owner.dav("REPORT", path === "" ? `/caldav/calendars/${owner.id}/events/` : path, {
    body,
    headers: { depth: "1" },
  });

const sync = (token: string): string =>
  `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;
const tokenIn = (text: string): string => /<D:sync-token>([^<]*)</.exec(text)?.[1] ?? "";

/** Its time has come. How the fire ended. */
async function fire(owner: Owner, id: string): Promise<string | undefined> {
  const { db } = world.product.app.store;
  await db.rows("update reminder set next_fire_at = now() - interval '1 minute' where id = $1", [
    id,
  ]);
  await db.rows(
    "update timer set due_at = now() - interval '1 minute' where kind = 'reminder' and account_id = $1",
    [owner.id],
  );
  // A new timer wakes those who wait.
  await owner.call("POST", "/api/reminders/batch", {
    items: [{ operation: "create", content: `after ${id}`, trigger_time: "2098-01-01T00:00:00" }],
  });
  const fires = () =>
    db.rows<{ state: string }>(
      "select fire_state as state from reminder_fire where reminder_id = $1",
      [id],
    );
  await eventually(world.product, async () => (await fires()).length > 0);
  return (await fires())[0]?.state;
}

describe("a file of the calendar server", () => {
  it("a file keeps notes, places, categories, priorities and several alarms over a change of its time in chat", async () => {
    const owner = await world.person();
    const lines = [
      "SUMMARY:Dentist",
      "DURATION:PT1H",
      "LOCATION:Main street 5\\, second floor",
      "DESCRIPTION:Bring the card\\nand the x-ray",
      "CATEGORIES:Health,Family",
      "PRIORITY:3",
      "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:a day before",
      "TRIGGER:-P1D",
      "END:VALARM",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:fixed",
      "TRIGGER;VALUE=DATE-TIME:20990303T070000Z",
      "END:VALARM",
    ];
    expect((await owner.dav("PUT", "dentist.ics", { body: event(lines) })).status).toBe(201);
    const [row] = await remindersOf(owner);
    await owner.call("PATCH", `/api/reminders/${row?.id}`, {
      trigger_time: "2099-03-03T10:00:00+00:00",
    });
    const got = await owner.dav("GET", "dentist.ics");
    const plain = got.text.replaceAll("\r\n ", "");
    for (const line of lines.filter((each) => !each.startsWith("TRIGGER;")))
      expect(plain, line).toContain(`${line === "DURATION:PT1H" ? "DURATION:PT60M" : line}\r\n`);
    // Moved by two hours with its entry.
    expect(plain).toContain("TRIGGER;VALUE=DATE-TIME:20990303T090000Z\r\n");
    expect(ICAL.parse(got.text)).toBeTruthy();
    expect(got.headers.get("content-type")).toContain("component=VEVENT");
  });

  it("the same file again changes nothing, and a lost update is refused", async () => {
    const owner = await world.person();
    const body = event(["SUMMARY:One"]);
    await owner.dav("PUT", "one.ics", { body });
    const { headers, text } = await owner.dav("GET", "one.ics");
    const etag = headers.get("etag") ?? "";
    expect(
      (await owner.dav("PUT", "one.ics", { body: text, headers: { "if-match": etag } })).status,
    ).toBe(204);
    expect((await owner.dav("GET", "one.ics", { headers: { "if-none-match": etag } })).status).toBe(
      304,
    );
    const stale = await owner.dav("PUT", "one.ics", {
      body: event(["SUMMARY:Two"]),
      headers: { "if-match": '"other"' },
    });
    const again = await owner.dav("PUT", "one.ics", { body, headers: { "if-none-match": "*" } });
    const gone = await owner.dav("DELETE", "one.ics", { headers: { "if-match": '"other"' } });
    expect([stale.status, again.status, gone.status]).toEqual([412, 412, 412]);
    expect((await remindersOf(owner)).map(({ content, version }) => [content, version])).toEqual([
      ["One", 1],
    ]);
  });

  it("conditions of a request are those of HTTP: any tag, a tag that is named, and a weak one", async () => {
    const owner = await world.person();
    const body = event(["SUMMARY:One"]);
    await owner.dav("PUT", "one.ics", { body });
    const etag = (await owner.dav("GET", "one.ics")).headers.get("etag") ?? "";
    const statusOf = async (method: string, headers: Readonly<Record<string, string>>) =>
      (await owner.dav(method, "one.ics", { headers, ...(method === "PUT" ? { body } : {}) }))
        .status;
    expect(await statusOf("PUT", { "if-none-match": `"other", ${etag}` })).toBe(412);
    expect(await statusOf("PUT", { "if-none-match": '"other"' })).toBe(204);
    expect(await statusOf("PUT", { "if-match": `W/${etag}` })).toBe(412);
    expect(await statusOf("PUT", { "if-match": `"other", ${etag}` })).toBe(204);
    expect(await statusOf("GET", { "if-none-match": "*" })).toBe(304);
    expect(await statusOf("GET", { "if-none-match": `W/${etag}` })).toBe(304);
    expect(await statusOf("GET", { "if-match": '"other"' })).toBe(412);
  });

  it("a time in a zone of the file's own is that moment in chat, and in an unknown zone it is refused", async () => {
    const owner = await world.person();
    const clocks = (
      part: string,
      [from, to]: readonly [string, string],
      month: number,
    ): string[] => [
      `BEGIN:${part}`,
      `DTSTART:16010101T0${month === 3 ? 2 : 3}0000`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`,
      `END:${part}`,
    ];
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:Customized Time Zone",
      ...clocks("STANDARD", ["+0200", "+0100"], 10),
      ...clocks("DAYLIGHT", ["+0100", "+0200"], 3),
      "END:VTIMEZONE",
    ];
    const body = file("VEVENT", [
      "UID:own-zone",
      "SUMMARY:Abroad",
      "DTSTART;TZID=Customized Time Zone:20990703T090000",
    ]);
    const defined = body.replace("BEGIN:VEVENT", [...zone, "BEGIN:VEVENT"].join("\r\n"));
    const refused = await owner.dav("PUT", "abroad.ics", { body });
    expect([refused.status, refused.text.includes("valid-calendar-data")]).toEqual([403, true]);
    expect(await remindersOf(owner)).toEqual([]);
    expect((await owner.dav("PUT", "abroad.ics", { body: defined })).status).toBe(201);
    expect(await remindersOf(owner)).toMatchObject([{ next_fire_at: "2099-07-03T07:00:00.000Z" }]);
  });

  it("an entry that was called off before it came is kept, and nothing reminds of it", async () => {
    const owner = await world.person();
    await owner.dav("PUT", "off.ics", { body: event(["SUMMARY:Off", "STATUS:CANCELLED"]) });
    expect((await owner.dav("GET", "off.ics")).text).toContain("STATUS:CANCELLED");
    expect(await remindersOf(owner, "completed")).toMatchObject([
      { lifecycle: "completed", completion: "skipped", next_fire_at: null },
    ]);
  });

  it("a reminder that fires leaves its file, its tag and the synchronization as they were", async () => {
    const owner = await world.person({ wxid: "wx-cal-fired" });
    await greet("wx-cal-fired", owner.id);
    await owner.dav("PUT", "series.ics", { body: event(["RRULE:FREQ=DAILY", "SUMMARY:Pills"]) });
    await owner.dav("PUT", "once.ics", { body: event(["SUMMARY:Bread"], "e-2") });
    const names = ["series.ics", "once.ics"];
    const look = async () =>
      Promise.all(
        names.map(async (name) => {
          const { text, headers } = await owner.dav("GET", name);
          return { text, etag: headers.get("etag") };
        }),
      );
    const before = await look();
    const token = tokenIn((await report(owner, sync(""))).text);
    for (const { id, content } of await remindersOf(owner))
      expect(await fire(owner, id), content).toBeDefined();
    expect(await look()).toEqual(before);
    const after = (await report(owner, sync(token))).text;
    for (const name of names) expect(after).not.toContain(name);
    const [series] = (await remindersOf(owner)).filter(({ content }) => content === "Pills");
    await owner.call("PATCH", `/api/reminders/${series?.id}`, {
      content: "Vitamins",
      version: series?.version,
    });
    expect((await owner.dav("GET", "series.ics")).headers.get("etag")).not.toBe(before[0]?.etag);
    expect((await report(owner, sync(token))).text).toContain("series.ics");
  });

  it("a UID is in one file only, and a file keeps its UID", async () => {
    const owner = await world.person();
    await owner.dav("PUT", "one.ics", { body: event(["SUMMARY:One"]) });
    const twice = await owner.dav("PUT", "two.ics", { body: event(["SUMMARY:One"]) });
    const other = await owner.dav("PUT", "one.ics", { body: event(["SUMMARY:One"], "e-2") });
    expect([twice.status, other.status]).toEqual([403, 403]);
    expect(twice.text).toContain("<C:no-uid-conflict/>");
    expect(await remindersOf(owner)).toHaveLength(1);
  });

  it("a series with a changed and a cancelled day comes back so, and undoing both restores the days", async () => {
    const owner = await world.person();
    const series = (extra: readonly string[], rest: readonly string[] = []): string =>
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "BEGIN:VEVENT",
        "UID:s-1",
        "DTSTART;TZID=Europe/Berlin:20990302T090000",
        "RRULE:INTERVAL=1;FREQ=WEEKLY",
        "SUMMARY:Standup",
        ...extra,
        "END:VEVENT",
        ...rest,
        "END:VCALENDAR",
        "",
      ].join("\r\n");
    const moved = [
      "BEGIN:VEVENT",
      "UID:s-1",
      "RECURRENCE-ID;TZID=Europe/Berlin:20990309T090000",
      "DTSTART;TZID=Europe/Berlin:20990309T110000",
      "SUMMARY:Standup\\, later",
      "END:VEVENT",
    ];
    const put = (body: string) => owner.dav("PUT", "s.ics", { body });
    expect((await put(series(["EXDATE;TZID=Europe/Berlin:20990316T090000"], moved))).status).toBe(
      201,
    );
    const { text } = await owner.dav("GET", "s.ics");
    expect(text).toContain("EXDATE;TZID=Europe/Berlin:20990316T090000");
    expect(text).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20990309T090000");
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect((await put(series([]))).status).toBe(204);
    const rows = await remindersOf(owner);
    expect(rows.map(({ content, exdates }) => [content, exdates])).toEqual([["Standup", []]]);
    expect((await owner.dav("GET", "s.ics")).text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });

  it("what was over before it came is kept, and to-dos are done and opened again on either side", async () => {
    const owner = await world.person();
    await owner.dav("PUT", "past.ics", {
      body: file("VEVENT", [
        "UID:p-1",
        "DTSTART:20200303T080000Z",
        "DTEND:20200303T090000Z",
        "SUMMARY:Long ago",
      ]),
    });
    expect((await owner.dav("GET", "past.ics")).text).toContain("SUMMARY:Long ago");
    const todo = (lines: readonly string[]): string =>
      file("VTODO", ["UID:t-1", "SUMMARY:Milk", ...lines]);
    const put = (body: string) => owner.dav("PUT", tasks(owner, "milk.ics"), { body });
    expect((await put(todo(["PRIORITY:1"]))).status).toBe(201);
    await put(todo(["PRIORITY:1", "STATUS:COMPLETED", "COMPLETED:20990101T000000Z"]));
    expect(
      (await remindersOf(owner, "completed")).find(({ content }) => content === "Milk")?.completion,
    ).toBe("done");
    const done = (await owner.dav("GET", tasks(owner, "milk.ics"))).text;
    expect(done).toMatch(/STATUS:COMPLETED[\s\S]*PRIORITY:1/);
    await put(todo(["PRIORITY:1", "STATUS:NEEDS-ACTION"]));
    expect((await remindersOf(owner)).map(({ content }) => content)).toEqual(["Milk"]);
    const wrong = await owner.dav("PUT", "milk.ics", { body: todo([]) });
    expect([wrong.status, wrong.text.includes("supported-calendar-component")]).toEqual([
      403,
      true,
    ]);
  });
});

describe("reports of the calendar server", () => {
  it("an empty synchronization is empty, a deletion is reported, and a foreign token is refused by name", async () => {
    const owner = await world.person();
    await owner.dav("PUT", "one.ics", { body: event(["SUMMARY:One"]) });
    const first = await report(owner, sync(""));
    const token = tokenIn(first.text);
    expect(first.text.match(/<D:response>/g)).toHaveLength(1);
    const empty = await report(owner, sync(token));
    expect([empty.status, empty.text.includes("<D:response>")]).toEqual([207, false]);
    const still = await report(owner, sync(tokenIn(empty.text)));
    expect(still.text).not.toContain("<D:response>");
    const [row] = await remindersOf(owner);
    await owner.call("POST", `/api/reminders/${row?.id}/delete`, {});
    const gone = await report(owner, sync(token));
    expect(gone.text).toMatch(/one\.ics<\/D:href><D:status>HTTP\/1\.1 404/);
    for (const bad of [
      "urn:meanwhile:sync:1:5:5:",
      "nonsense",
      token.replace(/:\d+:\d*$/, ":1:"),
      `${token}9,1`,
    ])
      expect((await report(owner, sync(bad))).text).toContain("<D:valid-sync-token/>");
  });

  it("an answer is no longer than what is there: properties and files that are named again and again count once", async () => {
    const owner = await world.person();
    await owner.dav("PUT", "one.ics", { body: event(["SUMMARY:One"]) });
    const events = `/caldav/calendars/${owner.id}/events/`;
    const named = `<D:href>${events}one.ics</D:href>`.repeat(500);
    const many = await owner.dav("REPORT", events, {
      body: `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><D:getetag/></D:prop>${named}</C:calendar-multiget>`,
    });
    expect(many.text.match(/<D:response>/g)).toHaveLength(1);
    expect(many.text.match(/<D:getetag>/g)).toHaveLength(1);
    const names = Array.from({ length: 101 }, (_, nth) => `<x${nth} xmlns="y"/>`).join("");
    const wide = await owner.dav("PROPFIND", events, {
      headers: { depth: "1" },
      body: `<D:propfind xmlns:D="DAV:"><D:prop>${names}</D:prop></D:propfind>`,
    });
    expect([wide.status, wide.text.includes("<D:error")]).toEqual([400, true]);
    const conditions = '<C:prop-filter name="SUMMARY"/>'.repeat(200);
    const slow = await owner.dav("REPORT", events, {
      body: `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:filter><C:comp-filter name="VCALENDAR">${conditions}</C:comp-filter></C:filter></C:calendar-query>`,
    });
    expect([slow.status, slow.text.includes("valid-filter")]).toEqual([403, true]);
  });

  it("a series of long entries is written out as far as an answer may reach", async () => {
    const owner = await world.person();
    const notes = `DESCRIPTION:${"x".repeat(200_000)}`;
    await owner.dav("PUT", "long.ics", { body: event(["RRULE:FREQ=DAILY", notes]) });
    const { status, text } = await owner.dav("REPORT", `/caldav/calendars/${owner.id}/events/`, {
      body: `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data><C:expand start="20990101T000000Z" end="21010101T000000Z"/></C:calendar-data></D:prop><C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>`,
    });
    expect(status).toBe(207);
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(text.length).toBeLessThan(8_000_000);
  });

  it.each(["a%2Fb.ics", "a%00b.ics"])(
    "an address that can't be (%s) is refused in the form of the protocol",
    async (name) => {
      const owner = await world.person();
      const { status, headers, text } = await owner.dav("GET", name);
      expect(status).toBe(400);
      expect(headers.get("content-type")).toContain("application/xml");
      expect(text).toContain("<D:error");
    },
  );

  it.each(["MKCALENDAR", "MKCOL", "COPY", "MOVE", "LOCK", "ACL", "POST"])(
    "%s is not allowed, which is said in the form of the protocol, with what is",
    async (method) => {
      const ada = await world.person();
      const { status, text, headers } = await ada.dav(method, "new.ics");
      expect([status, headers.get("content-type")]).toEqual([
        405,
        "application/xml; charset=utf-8",
      ]);
      expect(headers.get("allow")).toContain("PROPFIND");
      expect(text).toContain("<D:error");
    },
  );

  it("the token moves with every change, also when the numbers of transactions have gained a digit", async () => {
    const ada = await world.person();
    const put = (name: string) => ada.dav("PUT", `${name}.ics`, { body: event([], name) });
    const look = async (): Promise<readonly string[]> => {
      const { text } = await ada.dav("PROPFIND", `/caldav/calendars/${ada.id}/events/`, {
        headers: { depth: "0" },
        body: `<d:propfind xmlns:d="DAV:" xmlns:c="http://calendarserver.org/ns/"><d:prop><d:sync-token/><c:getctag/></d:prop></d:propfind>`,
      });
      return [tokenIn(text), /getctag>([^<]*)</.exec(text)?.[1] ?? ""];
    };
    await put("from-before");
    await asOwner(world.product.app.store.connection, async (sql) => {
      await sql.rows("alter table reminder disable trigger user");
      await sql.rows("update reminder set changed_in = '99' where owner_account_id = $1", [ada.id]);
      await sql.rows("alter table reminder enable trigger user");
    });
    await put("first");
    const [token, tag] = await look();
    expect(token).not.toBe("");
    await put("second");
    const [moved, retagged] = await look();
    expect([moved === token, retagged === tag]).toEqual([false, false]);
    const changes = (await report(ada, sync(token ?? ""))).text;
    expect(changes).toContain("second.ics");
    expect(changes).not.toContain("first.ics");
  });

  it("a query finds by time, by text and by what is absent, and free-busy tells times only", async () => {
    const owner = await world.person();
    await owner.dav("PUT", "one.ics", { body: event(["SUMMARY:Secret talk", "DURATION:PT1H"]) });
    await owner.dav("PUT", "week.ics", {
      body: file("VEVENT", [
        "UID:w",
        "DTSTART:20990301T060000Z",
        "DURATION:PT30M",
        "RRULE:FREQ=WEEKLY",
        "SUMMARY:Weekly",
        "LOCATION:Office",
      ]),
    });
    const query = (inner: string): string =>
      `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${inner}</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
    const names = async (inner: string): Promise<string[]> =>
      [...(await report(owner, query(inner))).text.matchAll(/events\/([^<]+)</g)]
        .map(([, name]) => name ?? "")
        .toSorted();
    expect(await names("")).toEqual(["one.ics", "week.ics"]);
    expect(await names(`<c:time-range start="20990303T083000Z" end="20990303T084000Z"/>`)).toEqual([
      "one.ics",
    ]);
    expect(await names(`<c:time-range start="20990308T000000Z" end="20990309T000000Z"/>`)).toEqual([
      "week.ics",
    ]);
    expect(
      await names(
        `<c:prop-filter name="SUMMARY"><c:text-match>TALK</c:text-match></c:prop-filter>`,
      ),
    ).toEqual(["one.ics"]);
    expect(
      await names(`<c:prop-filter name="LOCATION"><c:is-not-defined/></c:prop-filter>`),
    ).toEqual(["one.ics"]);
    const busy = await report(
      owner,
      `<c:free-busy-query xmlns:c="urn:ietf:params:xml:ns:caldav"><c:time-range start="20990303T000000Z" end="20990304T000000Z"/></c:free-busy-query>`,
    );
    expect(busy.text).toContain("FREEBUSY;FBTYPE=BUSY:20990303T080000Z/20990303T090000Z");
    expect(busy.text).not.toContain("Secret");
  });

  it("an entry that a program shows as free takes no time; one that has begun takes its time until it is over or done", async () => {
    const owner = await world.person({ wxid: "wx-cal-taken" });
    await greet("wx-cal-taken", owner.id);
    const put = (name: string, lines: readonly string[]) =>
      owner.dav("PUT", `${name}.ics`, { body: event([`SUMMARY:${name}`, ...lines], name) });
    await put("Market", ["DURATION:PT1H", "TRANSP:TRANSPARENT"]);
    await put("Workshop", ["DTEND:20990303T170000Z"]);
    const busy = async (): Promise<string[]> => {
      const { text } = await report(
        owner,
        `<c:free-busy-query xmlns:c="urn:ietf:params:xml:ns:caldav"><c:time-range start="20990303T000000Z" end="20990304T000000Z"/></c:free-busy-query>`,
      );
      return [...text.matchAll(/^FREEBUSY[^:]*:(.*?)\r?$/gm)].map(([, time = ""]) => time);
    };
    const whole = ["20990303T080000Z/20990303T170000Z"];
    expect(await busy()).toEqual(whole);
    const id = (await remindersOf(owner)).find(({ content }) => content === "Workshop")?.id ?? "";
    await fire(owner, id);
    expect(await busy()).toEqual(whole);
    await owner.call("POST", `/api/reminders/${id}/complete`, {});
    expect(await busy()).toEqual([]);
  });

  it("a series is written out where a program asks for that: in UTC, without rules, with the changed day in its place", async () => {
    const owner = await world.person();
    await owner.dav("PUT", "s.ics", {
      body: [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "BEGIN:VEVENT",
        "UID:s-1",
        "DTSTART;TZID=Europe/Berlin:20990316T090000",
        "DURATION:PT30M",
        "RRULE:FREQ=WEEKLY",
        "EXDATE;TZID=Europe/Berlin:20990406T090000",
        "SUMMARY:Standup",
        "LOCATION:Office",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:s-1",
        "RECURRENCE-ID;TZID=Europe/Berlin:20990323T090000",
        "DTSTART;TZID=Europe/Berlin:20990323T110000",
        "DURATION:PT30M",
        "SUMMARY:Standup\\, later",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    });
    await owner.dav("PUT", "days.ics", {
      body: file("VEVENT", [
        "UID:d-1",
        "DTSTART;VALUE=DATE:20990318",
        "RRULE:FREQ=WEEKLY;COUNT=2",
        "SUMMARY:Bins",
      ]),
    });
    const ask = (start: string, end: string): string =>
      `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data><c:expand start="${start}" end="${end}"/></c:calendar-data></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="20990316T000000Z" end="20990413T000000Z"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
    const { text, status } = await report(owner, ask("20990316T000000Z", "20990413T000000Z"));
    expect(status).toBe(207);
    expect(text).not.toMatch(/RRULE|EXDATE|VTIMEZONE|TZID/);
    const events = [...text.matchAll(/<C:calendar-data>([^<]*)</g)].flatMap(([, data = ""]) =>
      new ICAL.Component(ICAL.parse(data.replaceAll("&#13;", "")) as [])
        .getAllSubcomponents("vevent")
        .map((each) => [
          each.getFirstPropertyValue("uid"),
          String(each.getFirstPropertyValue("recurrence-id")),
          String(each.getFirstPropertyValue("dtstart")),
          each.getFirstPropertyValue("summary"),
        ]),
    );
    // The clocks change on the last Sunday of March.
    expect(events.toSorted((a, b) => String(a[2]).localeCompare(String(b[2])))).toEqual([
      ["s-1", "2099-03-16T08:00:00Z", "2099-03-16T08:00:00Z", "Standup"],
      ["d-1", "2099-03-18", "2099-03-18", "Bins"],
      ["s-1", "2099-03-23T08:00:00Z", "2099-03-23T10:00:00Z", "Standup, later"],
      ["d-1", "2099-03-25", "2099-03-25", "Bins"],
      ["s-1", "2099-03-30T07:00:00Z", "2099-03-30T07:00:00Z", "Standup"],
    ]);
    expect(text.match(/LOCATION:Office/g)).toHaveLength(2);
    const wrong = await report(owner, ask("20990413T000000Z", "20990316T000000Z"));
    expect([wrong.status, wrong.text.includes("<C:valid-filter/>")]).toEqual([403, true]);
  });
});

describe("passwords of calendar programs", () => {
  it("app passwords open the calendar and nothing else, may be typed with spaces and capitals, show their last use and end at once", async () => {
    const owner = await world.person();
    const list = async () =>
      (
        (await owner.call("GET", "/api/calendar/passwords")).json as {
          passwords: {
            id: string;
            label: string;
            may_write: boolean;
            last_used_at: string | null;
          }[];
        }
      ).passwords;
    expect((await list())[0]).toMatchObject({
      label: "Ada's phone",
      may_write: true,
      last_used_at: null,
    });
    const typed = owner.password.toUpperCase().replaceAll("-", " ");
    expect((await owner.dav("PROPFIND", "/caldav/", { password: typed })).status).toBe(207);
    expect((await list())[0]?.last_used_at).not.toBeNull();
    const elsewhere = await world.product.call("/api/reminders", { token: owner.password });
    expect(elsewhere.status).toBe(403);
    const reader = (
      await owner.call("POST", "/api/calendar/passwords", { label: "wall", may_write: false })
    ).json as { id: string; password: string };
    const read = await owner.dav("PROPFIND", "/caldav/", { password: reader.password });
    const written = await owner.dav("PUT", "x.ics", {
      body: event(["SUMMARY:x"]),
      password: reader.password,
    });
    expect([read.status, written.status, written.text.includes("need-privileges")]).toEqual([
      207,
      403,
      true,
    ]);
    expect((await owner.call("DELETE", `/api/calendar/passwords/${reader.id}`)).status).toBe(204);
    const ended = await owner.dav("PROPFIND", "/caldav/", { password: reader.password });
    expect([ended.status, ended.headers.get("www-authenticate")]).toEqual([
      401,
      'Basic realm="Meanwhile", charset="UTF-8"',
    ]);
    expect(ended.text).toContain("<D:error");
  });

  it("another account's addresses are answered like those that do not exist, by every method", async () => {
    const [ada, eve] = [await world.person(), await world.person({ name: "Eve" })];
    await ada.dav("PUT", "one.ics", { body: event(["SUMMARY:canary"]) });
    const body = {
      PUT: event(["SUMMARY:x"]),
      REPORT: sync(""),
      PROPPATCH: `<d:propertyupdate xmlns:d="DAV:"/>`,
    } as Record<string, string>;
    for (const method of ["GET", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "REPORT", "OPTIONS"])
      for (const path of [
        `/caldav/calendars/${ada.id}/events/one.ics`,
        `/caldav/calendars/${ada.id}/events/`,
        `/caldav/principals/${ada.id}/`,
        "/caldav/calendars/0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00/events/one.ics",
      ]) {
        const answer = await eve.dav(method, path, {
          body: method in body ? body[method] : undefined,
        });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        expect(answer.text).not.toContain("canary");
      }
    const named = await eve.dav("PROPFIND", `/caldav/?account_id=${ada.id}`);
    expect(named.status).toBe(403);
    expect((await ada.dav("GET", "one.ics")).text).toContain("canary");
  });
});

const say = (wxid: string, accountId: string, text: string) =>
  world.product.call("/webhooks/wechat/personal", {
    method: "POST",
    headers: { "x-webhook-secret": "a-webhook-secret-of-the-test" },
    json: { wxid, account_id: accountId, message_id: `${wxid} ${text}`, text },
  });

/** A first message, by which the person can be reached in chat. */
const greet = (wxid: string, accountId: string) => say(wxid, accountId, "hello");

const wasTold = async (account: string, text: string): Promise<boolean> =>
  (
    await world.product.app.store.db.rows(
      "select 1 from delivery_attempt where account_id = $1 and text like $2",
      [account, `%${text}%`],
    )
  ).length > 0;

/** Entries that came half a minute apart are in one message. */
async function endGathering(): Promise<void> {
  const { db } = world.product.app.store;
  await db.rows(
    "update timer set due_at = now() - interval '1 minute' where kind = 'calendar_news'",
  );
  db.notify("timers");
}

describe("an entry that was made here", () => {
  it("notes, place and alerts of an entry that was made here are in its file, and a program's changes come back", async () => {
    const owner = await world.person();
    const item = {
      operation: "create",
      content: "Dentist",
      trigger_time: "2099-03-03T09:00:00",
      place: "Main Street 5, second floor",
      alerts: [60],
    };
    await owner.call("POST", "/api/reminders/batch", { items: [item] });
    const [row] = await remindersOf(owner);
    const name = `${row?.id ?? ""}.ics`;
    const { text } = await owner.dav("GET", name);
    expect(text).toContain("LOCATION:Main Street 5\\, second floor");
    expect(text.match(/^TRIGGER:.*$/gm)?.map((line) => line.trim())).toEqual([
      "TRIGGER:PT0S",
      "TRIGGER:-PT60M",
    ]);
    const edited = text.replace("-PT60M", "-PT2H").replace("second", "third");
    expect((await owner.dav("PUT", name, { body: edited })).status).toBe(204);
    const { json } = await owner.call("GET", `/api/reminders/${row?.id ?? ""}`);
    expect(json).toMatchObject({ place: "Main Street 5, third floor", alerts: [120] });
  });
});

describe("who reminds", () => {
  it("alarms are left out of the files while only chat reminds, and are there again afterwards", async () => {
    const owner = await world.person();
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"];
    await owner.dav("PUT", "a.ics", { body: event(["SUMMARY:Tea", ...alarm]) });
    const before = tokenIn((await report(owner, sync(""))).text);
    await owner.call("PATCH", "/api/account", { reminded_by: "chat" });
    const { text } = await owner.dav("GET", "a.ics");
    expect(text).not.toContain("VALARM");
    // The files are others now, so a program begins again.
    expect((await report(owner, sync(before))).text).toContain("<D:valid-sync-token/>");
    await owner.dav("PUT", "a.ics", { body: text.replace("SUMMARY:Tea", "SUMMARY:Green tea") });
    await owner.call("PATCH", "/api/account", { reminded_by: "both" });
    expect((await owner.dav("GET", "a.ics")).text).toMatch(
      /SUMMARY:Green tea[\s\S]*TRIGGER:-PT15M/,
    );
  });

  it("chat is silent where only devices remind, and speaks when no device is left", async () => {
    const owner = await world.person({ wxid: "wx-cal-quiet" });
    await greet("wx-cal-quiet", owner.id);
    await owner.call("PATCH", "/api/account", { reminded_by: "devices" });
    await owner.dav("PROPFIND", "/caldav/");
    const due = async (content: string): Promise<string | undefined> => {
      const made = await owner.call("POST", "/api/reminders/batch", {
        items: [{ operation: "create", content, trigger_time: "2099-01-01T00:00:00" }],
      });
      const [{ reminder_id: id }] = (made.json as { items: [{ reminder_id: string }] }).items;
      return fire(owner, id);
    };
    expect(await due("silent")).toBe("skipped");
    const { passwords } = (await owner.call("GET", "/api/calendar/passwords")).json as {
      passwords: [{ id: string }];
    };
    await owner.call("DELETE", `/api/calendar/passwords/${passwords[0].id}`);
    expect(["waiting", "completed"]).toContain(await due("aloud"));
  });
});

describe("what reaches people", () => {
  it("“it” after news of the calendar is the entry that it named, and none where it named several", async () => {
    const [wxid, { product }] = ["wx-cal-it", world];
    const owner = await world.person({ wxid });
    const tell = (text: string) => say(wxid, owner.id, text);
    const put = async (...titles: readonly string[]): Promise<void> => {
      for (const title of titles)
        await owner.dav("PUT", `${title}.ics`, {
          body: file("VEVENT", [
            `UID:${title}`,
            `DTSTART;TZID=${owner.zone}:20990303T090000`,
            `SUMMARY:${title}`,
          ]),
        });
      await endGathering();
      for (const title of titles) await eventually(product, () => wasTold(owner.id, title));
    };
    const startOf = async (title: string): Promise<string | null | undefined> =>
      (await remindersOf(owner)).find(({ content }) => content === title)?.local_start;
    await tell("remind me tomorrow at 11am to water the plants");
    await eventually(product, () => wasTold(owner.id, "water the plants"));
    const plants = await startOf("water the plants");
    await put("Choir");
    await tell("move it to 5pm");
    await eventually(product, async () => (await startOf("Choir")) === "2099-03-03T17:00:00");
    expect(await startOf("water the plants")).toBe(plants);
    await put("Chess", "Cinema");
    await tell("move it to 6pm");
    await eventually(product, () => wasTold(owner.id, "Which"));
    for (const title of ["Chess", "Cinema"])
      expect(await startOf(title)).toBe("2099-03-03T09:00:00");
    expect(await startOf("Choir")).toBe("2099-03-03T17:00:00");
  });

  it(
    "an entry of the phone is confirmed in chat with what it overlaps, and the friend is notified of a declined invitation",
    { timeout: 60_000 },
    async () => {
      const [ada, ann] = [
        await world.person({ wxid: "wx-cal-ada" }),
        await world.person({ name: "Ann", wxid: "wx-cal-ann" }),
      ];
      const { product } = world;
      for (const [wxid, id] of [
        ["wx-cal-ada", ada.id],
        ["wx-cal-ann", ann.id],
      ] as const)
        expect((await greet(wxid, id)).status).toBe(202);
      const link = (await ann.call("GET", "/api/friends/link")).json as { link_code: string };
      await ada.call("POST", "/api/friends/join", { link_code: link.link_code });
      const shared = await ann.call("POST", "/api/shared-reminders", {
        receiver_account_ids: [ada.id],
        title: "coffee",
        local_trigger_at: "2099-03-03T15:00:00",
        captured_timezone: ada.zone,
        duration_minutes: 60,
      });
      expect(shared.status).toBe(201);
      await ada.dav("PUT", "new.ics", {
        body: file("VEVENT", [
          "UID:n-1",
          `DTSTART;TZID=${ada.zone}:20990303T153000`,
          "DURATION:PT1H",
          "SUMMARY:Dentist",
        ]),
      });
      await endGathering();
      await eventually(product, () => wasTold(ada.id, "Dentist"));
      expect(await wasTold(ada.id, "overlaps with “coffee” (with Ann)")).toBe(true);
      const files = (
        await ada.dav("PROPFIND", `/caldav/calendars/${ada.id}/events/`, {
          headers: { depth: "1" },
        })
      ).text;
      const [invited = ""] = [...files.matchAll(/events\/([^<]+\.ics)/g)]
        .map(([, name]) => name ?? "")
        .filter((name) => name !== "new.ics");
      const { text } = await ada.dav("GET", invited);
      expect(text).toContain(`ORGANIZER;CN="Ann":urn:uuid:${ann.id}`);
      const declined = text
        .replaceAll("\r\n ", "")
        .replace("PARTSTAT=ACCEPTED", "PARTSTAT=DECLINED");
      expect((await ada.dav("PUT", invited, { body: declined })).status).toBe(204);
      await eventually(product, () => wasTold(ann.id, "coffee"));
      expect((await ada.dav("GET", invited)).status).toBe(404);
    },
  );
});
