import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Devices, file, type Owner, startDevices } from "./devices.ts";

/**
 * What calendar programs ask for, in their own forms of XML, as public test suites have recorded it (calendar servers' tests of
 * iOS, DAVdroid and Thunderbird, Apple's CalDAVTester).
 */
const namespaces = {
  dav: "DAV:",
  cal: "urn:ietf:params:xml:ns:caldav",
  card: "urn:ietf:params:xml:ns:carddav",
  server: "http://calendarserver.org/ns/",
  apple: "http://apple.com/ns/ical/",
  me: "http://cal.me.com/_namespace/",
  mobile: "http://me.com/_namespace/",
} as const;
type Space = keyof typeof namespaces;
type Prefixes = Readonly<Partial<Record<Space, string>>>;

/** iOS and macOS name the spaces by letters; DAVx⁵ has DAV: as the default and says others where they are used. */
const forms = {
  apple: { dav: "A", cal: "B", server: "C", apple: "D", me: "E", mobile: "F" },
  davx5: { dav: "", cal: "CAL", card: "CARD", apple: "n0", server: "n1" },
  thunderbird: { dav: "D", cal: "C", server: "CS", apple: "A" },
} as const satisfies Record<string, Prefixes>;

const tag = (form: Prefixes, name: string): string => {
  const [space = "dav", local = ""] = name.split(" ");
  const prefix = form[space as Space];
  return prefix === undefined || prefix === "" ? local : `${prefix}:${local}`;
};
const declare = (form: Prefixes): string =>
  Object.entries(form)
    .map(([space, prefix]) =>
      prefix === "" ? `xmlns="DAV:"` : `xmlns:${prefix}="${namespaces[space as Space]}"`,
    )
    .join(" ");
const propsOf = (form: Prefixes, names: readonly string[]): string => {
  const prop = tag(form, "dav prop");
  return `<${prop}>${names.map((name) => `<${tag(form, name)}/>`).join("")}</${prop}>`;
};
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const propfind = (form: Prefixes, names: readonly string[]): string => {
  const root = tag(form, "dav propfind");
  return `${head}<${root} ${declare(form)}>${propsOf(form, names)}</${root}>`;
};

let world: Devices;
let owner: Owner;
beforeAll(async () => {
  world = await startDevices();
  owner = await world.person();
}, 60_000);
afterAll(() => world.close());

const home = (): string => `/caldav/calendars/${owner.id}/`;
const principal = (): string => `/caldav/principals/${owner.id}/`;
const ask = (
  method: string,
  path: string,
  { body, depth = "0" }: { readonly body: string; readonly depth?: string },
) =>
  owner.dav(method, path, {
    body,
    headers: { depth, "content-type": "text/xml; charset=utf-8" },
  });

/** The local names that an answer has under this status, for the first resource in it. */
function namesWith(text: string, status: number): string[] {
  const first = /<\w+:response>.*?<\/\w+:response>/s.exec(text)?.[0] ?? "";
  const parts = first.match(/<\w+:propstat>.*?<\/\w+:propstat>/gs) ?? [];
  const part = parts.find((each) => each.includes(` ${status} `)) ?? "";
  return [...part.matchAll(/<(?:\w+:)?([\w-]+)/g)].map(([, name = ""]) => name);
}

interface Recorded {
  readonly who: string;
  readonly form: Prefixes;
  readonly path: () => string;
  readonly depth: string;
  readonly names: readonly string[];
  /** What the program can't do without. */
  readonly needs: readonly string[];
}

const recorded: readonly Recorded[] = [
  {
    who: "iOS, looking for the principal",
    form: forms.apple,
    path: () => "/caldav/",
    depth: "0",
    names: ["dav current-user-principal", "dav principal-URL", "dav resourcetype"],
    needs: ["current-user-principal", "resourcetype"],
  },
  {
    who: "iOS, reading the principal",
    form: forms.apple,
    path: principal,
    depth: "0",
    names: [
      "dav principal-collection-set",
      "cal calendar-home-set",
      "cal calendar-user-address-set",
      "cal schedule-inbox-URL",
      "cal schedule-outbox-URL",
      "server dropbox-home-URL",
      "server email-address-set",
      "server notification-URL",
      "dav displayname",
      "me user-state",
      "dav principal-URL",
      "dav resource-id",
      "dav supported-report-set",
    ],
    needs: ["calendar-home-set", "principal-URL"],
  },
  {
    who: "iOS, listing the collections",
    form: forms.apple,
    path: home,
    depth: "1",
    names: [
      "dav add-member",
      "server allowed-sharing-modes",
      "mobile bulk-requests",
      "apple calendar-color",
      "cal calendar-description",
      "cal calendar-free-busy-set",
      "apple calendar-order",
      "cal calendar-timezone",
      "dav current-user-privilege-set",
      "cal default-alarm-vevent-date",
      "cal default-alarm-vevent-datetime",
      "dav displayname",
      "server getctag",
      "apple language-code",
      "apple location-code",
      "dav owner",
      "server pre-publish-url",
      "server publish-url",
      "server push-transports",
      "server pushkey",
      "dav quota-available-bytes",
      "dav quota-used-bytes",
      "apple refreshrate",
      "dav resource-id",
      "dav resourcetype",
      "cal schedule-calendar-transp",
      "cal schedule-default-calendar-URL",
      "server source",
      "server subscribed-strip-alarms",
      "server subscribed-strip-attachments",
      "server subscribed-strip-todos",
      "cal supported-calendar-component-set",
      "cal supported-calendar-component-sets",
      "dav supported-report-set",
      "dav sync-token",
    ],
    needs: ["resourcetype"],
  },
  {
    who: "DAVx⁵, looking for the principal",
    form: forms.davx5,
    path: () => "/caldav/",
    depth: "0",
    names: ["dav current-user-principal"],
    needs: ["current-user-principal"],
  },
  {
    who: "DAVx⁵, reading a collection",
    form: forms.davx5,
    path: () => `${home()}events/`,
    depth: "0",
    names: [
      "cal calendar-home-set",
      "cal supported-calendar-component-set",
      "dav resourcetype",
      "dav displayname",
      "apple calendar-color",
      "cal calendar-description",
      "cal calendar-timezone",
      "dav current-user-privilege-set",
      "dav current-user-principal",
      "card addressbook-home-set",
      "server getctag",
      "dav sync-token",
    ],
    needs: [
      "supported-calendar-component-set",
      "resourcetype",
      "displayname",
      "current-user-privilege-set",
      "current-user-principal",
      "getctag",
      "sync-token",
    ],
  },
  {
    who: "Thunderbird, adding a calendar",
    form: forms.thunderbird,
    path: () => `${home()}events/`,
    depth: "0",
    names: [
      "dav resourcetype",
      "dav owner",
      "dav current-user-principal",
      "dav current-user-privilege-set",
      "dav supported-report-set",
      "cal supported-calendar-component-set",
      "server getctag",
      "dav displayname",
      "apple calendar-color",
    ],
    needs: [
      "resourcetype",
      "current-user-principal",
      "current-user-privilege-set",
      "supported-report-set",
      "supported-calendar-component-set",
      "getctag",
    ],
  },
];

describe("what calendar programs ask for", () => {
  it.each(recorded)(
    "$who: every property is answered once, and those it needs are there",
    async (of) => {
      const { status, text } = await ask("PROPFIND", of.path(), {
        body: propfind(of.form, of.names),
        depth: of.depth,
      });
      expect(status).toBe(207);
      const found = namesWith(text, 200);
      const missing = namesWith(text, 404);
      for (const name of of.needs) expect(found, name).toContain(name);
      for (const name of of.names.map((each) => each.split(" ")[1] ?? ""))
        expect(found.includes(name) !== missing.includes(name), name).toBe(true);
    },
  );
});

/** With everything that Thunderbird adds to a file of its own. */
const mozilla = file("VEVENT", [
  "CREATED:20981225T180011Z",
  "LAST-MODIFIED:20981225T180151Z",
  "DTSTAMP:20981225T180151Z",
  "UID:moz-1",
  "SUMMARY:Choir",
  "RRULE:FREQ=DAILY;UNTIL=20990226T190000Z;INTERVAL=3",
  "CATEGORIES:Business",
  "DTSTART;TZID=Europe/Stockholm:20990109T200000",
  "DTEND;TZID=Europe/Stockholm:20990109T215500",
  "TRANSP:OPAQUE",
  "LOCATION:Hall",
  "X-MOZ-SEND-INVITATIONS:TRUE",
  "X-MOZ-GENERATION:1",
  "X-MOZ-LASTACK:20981225T180151Z",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "TRIGGER;VALUE=DATE-TIME:20990109T180000Z",
  "DESCRIPTION:Default Mozilla Description",
  "END:VALARM",
]);

describe("what calendar programs do with a collection", () => {
  it("a file of Thunderbird's is made, found by DAVx⁵'s query, read by its multiget and kept by iOS's synchronization", async () => {
    const events = `${home()}events/`;
    const made = await owner.dav("PUT", "moz-1.ics", {
      body: mozilla,
      headers: { "if-none-match": "*" },
    });
    expect(made.status).toBe(201);
    const query = `${head}<CAL:calendar-query ${declare(forms.davx5)}><prop><getetag/></prop><CAL:filter><CAL:comp-filter name="VCALENDAR"><CAL:comp-filter name="VEVENT"><CAL:time-range start="20981201T000000Z"/></CAL:comp-filter></CAL:comp-filter></CAL:filter></CAL:calendar-query>`;
    const listed = await ask("REPORT", events, { body: query, depth: "1" });
    expect([listed.status, listed.text]).toEqual([207, expect.stringContaining("moz-1.ics")]);
    const multiget = `${head}<CAL:calendar-multiget ${declare(forms.davx5)}><prop><getcontenttype/><getetag/><CAL:calendar-data/></prop><href>${events}moz-1.ics</href><href>${events}gone.ics</href></CAL:calendar-multiget>`;
    const read = await ask("REPORT", events, { body: multiget });
    expect(read.status).toBe(207);
    for (const kept of ["X-MOZ-SEND-INVITATIONS:TRUE", "LOCATION:Hall", "CATEGORIES:Business"])
      expect(read.text).toContain(kept);
    expect(read.text).toMatch(/gone\.ics<\/\w+:href>\s*<\w+:status>HTTP\/1\.1 404/);
    const sync = (token: string): string =>
      `${head}<A:sync-collection xmlns:A="DAV:"><A:sync-token>${token}</A:sync-token><A:sync-level>1</A:sync-level><A:prop><A:getetag/><A:getcontenttype/></A:prop></A:sync-collection>`;
    const first = await ask("REPORT", events, { body: sync(""), depth: "1" });
    expect(first.text).toContain("moz-1.ics");
    const token = /<\w+:sync-token>([^<]*)</.exec(first.text)?.[1] ?? "";
    const second = await ask("REPORT", events, { body: sync(token), depth: "1" });
    expect([second.status, second.text.includes("moz-1.ics")]).toEqual([207, false]);
  });

  it("iOS sets colour and order of a calendar, and is answered in the form of its protocol", async () => {
    const body = `${head}<A:propertyupdate xmlns:A="DAV:"><A:set><A:prop><D:calendar-color xmlns:D="http://apple.com/ns/ical/" symbolic-color="custom">#1BADF8FF</D:calendar-color><D:calendar-order xmlns:D="http://apple.com/ns/ical/">2</D:calendar-order></A:prop></A:set></A:propertyupdate>`;
    const { status, text } = await ask("PROPPATCH", `${home()}events/`, { body });
    expect(status).toBe(207);
    expect(text).toMatch(/calendar-color/);
  });
});
