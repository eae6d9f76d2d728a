import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseXml } from "../../src/caldav/xml.ts";
import { runs } from "../support/runs.ts";
import { type Devices, file, type Owner, startDevices } from "./devices.ts";

let world: Devices;
let owner: Owner;

beforeAll(async () => {
  world = await startDevices();
  owner = await world.person();
}, 60_000);
afterAll(() => world.close());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("hostile XML", () => {
  it.each([
    ["an entity of its own", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`],
    ["a file of the server", `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`],
    ["an unknown entity", "<a>&nbsp;</a>"],
    ["an open ampersand", "<a>& </a>"],
    ["a processing instruction", "<a><?php echo 1 ?></a>"],
    ["an element that is not closed", "<a><b></a>"],
    ["two roots", "<a/><b/>"],
    ["text outside", "<a/>x"],
    ["an unknown prefix", "<x:a/>"],
    ["an attribute twice", `<a b="1" b="2"/>`],
    ["a character that is none", "<a>&#0;</a>"],
    ["nesting without end", "<a>".repeat(100) + "</a>".repeat(100)],
    ["too many elements", `<a>${"<b/>".repeat(60_000)}</a>`],
    ["nothing", ""],
  ])("XML is refused with %s", (_, text) => {
    expect(() => parseXml(bytes(text))).toThrow();
  });

  it("namespaces, comments, character data and references are read", () => {
    const root = parseXml(
      bytes(
        `<?xml version="1.0"?><!-- x --><D:a xmlns:D="DAV:" xmlns="urn:y" z="&lt;1&#x41;"><b><![CDATA[<&]]></b>&amp;&#228;</D:a>`,
      ),
    );
    expect([root.ns, root.name, root.text, root.attributes.get("z")]).toEqual([
      "DAV:",
      "a",
      "&ä",
      "<1A",
    ]);
    expect(root.children.map(({ ns, name, text }) => [ns, name, text])).toEqual([
      ["urn:y", "b", "<&"],
    ]);
  });
});

const words = [
  "BEGIN:VEVENT",
  "END:VEVENT",
  "BEGIN:VTODO",
  "END:VTODO",
  "BEGIN:VALARM",
  "END:VALARM",
  "UID:f",
  "UID:",
  "DTSTART:20990101T000000Z",
  "DTSTART;VALUE=DATE:20990101",
  "DTSTART:99999999T999999Z",
  "DTEND:20980101T000000Z",
  "DURATION:PT99999H",
  "DURATION:-P1D",
  "RRULE:FREQ=SECONDLY",
  "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "RRULE:;;=",
  "EXDATE:20990101T000000Z,x",
  "RDATE:20990102T000000Z",
  "RECURRENCE-ID:20990101T000000Z",
  "RECURRENCE-ID;RANGE=THISANDFUTURE:20990101T000000Z",
  "SUMMARY:\u0000x",
  "STATUS:COMPLETED",
  "STATUS:CANCELLED",
  "METHOD:REQUEST",
  "DUE:20990101T000000Z",
  "TRIGGER;VALUE=DATE-TIME:99999999T999999Z",
  "X:" + "y".repeat(3_000),
  "BEGIN:VTIMEZONE",
  "END:VTIMEZONE",
  "BEGIN:VCALENDAR",
  "END:VCALENDAR",
  ";;;",
  "\ud800",
];

const xmlPieces = [
  `<d:propfind xmlns:d="DAV:">`,
  "</d:propfind>",
  "<d:prop>",
  "</d:prop>",
  "<d:getetag/>",
  `<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:">`,
  "</c:calendar-query>",
  `<c:filter>`,
  "</c:filter>",
  `<c:comp-filter name="VCALENDAR">`,
  "</c:comp-filter>",
  `<c:time-range start="x"/>`,
  `<c:time-range start="20990101T000000Z" end="20980101T000000Z"/>`,
  `<d:sync-collection xmlns:d="DAV:"><d:sync-token/>`,
  "</d:sync-collection>",
  "<d:limit><d:nresults>-1</d:nresults></d:limit>",
  "<d:href>/caldav/../x</d:href>",
  "<d:href>%ff</d:href>",
  `<c:free-busy-query xmlns:c="urn:ietf:params:xml:ns:caldav">`,
  "</c:free-busy-query>",
  "&",
  "<",
  "]]>",
];

describe("anything at all", () => {
  it(
    "nonsense in any method at any address is refused in the protocol's own form, writes all or nothing and never fails",
    { timeout: 120_000 },
    async () => {
      const base = `/caldav/calendars/${owner.id}/`;
      const paths = [
        "/caldav/",
        `/caldav/principals/${owner.id}/`,
        base,
        `${base}events/`,
        `${base}tasks/`,
        `${base}events/f.ics`,
        `${base}tasks/%F0%9F%A6%8A.ics`,
        `${base}nowhere/`,
        `${base}events/a/b`,
        `${base}events/%FF`,
      ];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom("GET", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "REPORT", "OPTIONS"),
          fc.constantFrom(...paths),
          fc.oneof(
            fc
              .array(fc.constantFrom(...words), { maxLength: 12 })
              .map((lines) => file("VEVENT", lines)),
            fc
              .array(fc.constantFrom(...words), { maxLength: 12 })
              .map((lines) => file("VTODO", lines)),
            fc
              .array(fc.constantFrom(...xmlPieces), { maxLength: 10 })
              .map((pieces) => pieces.join("")),
            fc.string({ maxLength: 50 }),
          ),
          async (method, path, body) => {
            const depth = ["0", "1", "infinity", "x"][body.length % 4] ?? "0";
            const hasBody = method !== "GET" && method !== "OPTIONS";
            const answer = await owner.dav(method, path, {
              body: hasBody ? body : undefined,
              headers: { depth },
            });
            expect(answer.status, `${method} ${path} ${body}`).toBeLessThan(500);
            if (answer.status >= 400) expect(answer.text).toContain("<D:error");
          },
        ),
        { numRuns: runs(150, 3_000) },
      );
      // What was taken is still readable, all of it.
      const all = await owner.dav("REPORT", `${base}events/`, {
        body: `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`,
      });
      expect(all.status).toBe(207);
    },
  );
});
