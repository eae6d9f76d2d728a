import { Refusal } from "../domain/errors.ts";
import type {
  CalendarComponent,
  CalendarObject,
  CalendarObjects,
  ObjectName,
  Span,
} from "../domain/views/calendar-objects.ts";
import { type DavAnswer, multistatus, writeFound, writeGone } from "./answer.ts";
import { parseExpand, parseFilter, refuseFilter, spanIn } from "./filter.ts";
import { cal, childOf, dav, is, nameOf, type PropertyName } from "./names.ts";
import { collectionPath, nameInHref } from "./resource.ts";
import { escapeXml, type XmlElement } from "./xml.ts";

export interface Reporting {
  readonly objects: CalendarObjects;
  readonly accountId: string;
  readonly component: CalendarComponent;
}

const etagName: PropertyName = `${dav} getetag`;
const typeName: PropertyName = `${dav} getcontenttype`;
const dataName: PropertyName = `${cal} calendar-data`;

/** The answer to a report on a collection. */
export function runReport(on: Reporting, ask: XmlElement): Promise<DavAnswer> {
  if (is(ask, cal, "calendar-query")) return query(on, ask);
  if (is(ask, cal, "calendar-multiget")) return multiget(on, ask);
  if (is(ask, cal, "free-busy-query")) return freeBusy(on, ask);
  if (is(ask, dav, "sync-collection")) return sync(on, ask);
  throw refuseReport();
}

export const refuseReport = (): Refusal =>
  new Refusal(
    "calendar_entry_refused",
    { precondition: "supported-report" },
    "There is no such report of this address.",
  );

/** More than any program asks for: the answer names each of them for every file. */
const mostProperties = 100;

/** The properties that are asked for, each once. */
export function namesIn(prop: XmlElement): readonly PropertyName[] {
  const names = [...new Set(prop.children.map(nameOf))];
  if (names.length > mostProperties)
    throw new Refusal("invalid_request", { field: "prop", limit: mostProperties });
  return names;
}

function parseWanted(ask: XmlElement): readonly PropertyName[] {
  const prop = childOf(ask, dav, "prop");
  return prop === undefined ? [etagName] : namesIn(prop);
}

/** A file of a report: its tag, and its text where that is asked for. */
export function describeObject(
  { accountId, component }: Pick<Reporting, "accountId" | "component">,
  object: ObjectName & Partial<CalendarObject>,
  wanted: readonly PropertyName[] | "all",
): string {
  const known = new Map<PropertyName, string>([
    [etagName, escapeXml(object.etag)],
    [typeName, `text/calendar; charset=utf-8; component=${component}`],
    [`${dav} resourcetype`, ""],
    ...(object.text === undefined ? [] : [[dataName, escapeXml(object.text)] as const]),
  ]);
  const names = wanted === "all" ? [...known.keys()] : wanted;
  return writeFound({
    path: `${collectionPath(accountId, component)}${object.name}`,
    found: new Map(
      names.flatMap((name) => (known.has(name) ? [[name, known.get(name) ?? ""]] : [])),
    ),
    missing: names.filter((name) => !known.has(name)),
  });
}

async function query(on: Reporting, ask: XmlElement): Promise<DavAnswer> {
  const filter = parseFilter(ask);
  const wanted = parseWanted(ask);
  const expand = parseExpand(ask);
  const found = await on.objects.query(on.accountId, on.component, { filter, expand });
  return multistatus(found.map((object) => describeObject(on, object, wanted)));
}

const mostNames = 10_000;

async function multiget(on: Reporting, ask: XmlElement): Promise<DavAnswer> {
  const wanted = parseWanted(ask);
  const elements = ask.children.filter((child) => is(child, dav, "href"));
  const hrefs = [...new Set(elements.map(({ text }) => text.trim()))];
  if (hrefs.length > mostNames) throw tooMany();
  const named = hrefs.map((href) => ({ href, name: nameInHref(href, on) }));
  const names = [...new Set(named.flatMap(({ name }) => name ?? []))];
  const found = new Map(
    (await on.objects.read(on.accountId, on.component, { names, expand: parseExpand(ask) })).map(
      (each) => [each.name, each],
    ),
  );
  const isText = wanted.includes(dataName);
  return multistatus(
    named.map(({ href, name }) => {
      const object = found.get(name ?? "");
      if (object === undefined) return writeMissing(href);
      return describeObject(on, isText ? object : { name: object.name, etag: object.etag }, wanted);
    }),
  );
}

/** As the program wrote it: it may be no address of ours at all. */
const writeMissing = (href: string): string =>
  `<D:response><D:href>${escapeXml(href.slice(0, 2_000))}</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>`;

const tooMany = (): Refusal =>
  new Refusal(
    "quota_reached",
    { precondition: "number-of-matches-within-limits" },
    "These are too many at once.",
  );

async function sync(on: Reporting, ask: XmlElement): Promise<DavAnswer> {
  const { accountId, component } = on;
  const token = childOf(ask, dav, "sync-token")?.text.trim();
  const level = childOf(ask, dav, "sync-level")?.text.trim();
  if (token === undefined || (level !== undefined && level !== "1" && level !== "infinite"))
    throw new Refusal("invalid_request", { field: "sync-level" });
  const changes = await on.objects.changes(accountId, component, token === "" ? null : token);
  if (changes === undefined)
    throw new Refusal(
      "calendar_entry_refused",
      { precondition: "valid-sync-token" },
      "The token is not one of this calendar. Begin again without one.",
    );
  const { changed, gone } = changes;
  const limit = Number(childOf(childOf(ask, dav, "limit"), dav, "nresults")?.text ?? Infinity);
  if (changed.length + gone.length > limit) throw tooMany();
  const wanted = parseWanted(ask);
  const isText = wanted.includes(dataName);
  const objects = isText
    ? await on.objects.read(accountId, component, {
        names: changed.map(({ name }) => name),
        expand: parseExpand(ask),
      })
    : changed;
  return multistatus(
    [
      ...objects.map((object) => describeObject(on, object, wanted)),
      ...gone.map((name) => writeGone(`${collectionPath(accountId, component)}${name}`)),
    ],
    `<D:sync-token>${escapeXml(changes.token)}</D:sync-token>`,
  );
}

async function freeBusy(on: Reporting, ask: XmlElement): Promise<DavAnswer> {
  const span = spanIn(ask);
  if (span === undefined) throw refuseFilter("valid-filter");
  const busy = await on.objects.busy(on.accountId, span);
  return { status: 200, type: "text/calendar; charset=utf-8", body: writeFreeBusy(span, busy) };
}

const utc = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** When, and never what. */
const writeFreeBusy = (span: Span, busy: readonly Span[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Meanwhile//Reminders//EN",
    "BEGIN:VFREEBUSY",
    `DTSTAMP:${utc(span.from)}`,
    `DTSTART:${utc(span.from)}`,
    `DTEND:${utc(span.to)}`,
    ...busy.map(({ from, to }) => `FREEBUSY;FBTYPE=BUSY:${utc(from)}/${utc(to)}`),
    "END:VFREEBUSY",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
