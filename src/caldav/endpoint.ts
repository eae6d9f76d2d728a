import { Refusal } from "../domain/errors.ts";
import { unfoldLines } from "../domain/unfold-lines.ts";
import type { CalendarObjects, ObjectTarget } from "../domain/views/calendar-objects.ts";
import {
  type DavAnswer,
  multistatus,
  propstat,
  writeError,
  writeFound,
  writeHref,
  xmlType,
} from "./answer.ts";
import { childOf, dav, is, nameOf, type PropertyName, write } from "./names.ts";
import { largestObject, membersOf, type Person, propertiesOf, settable } from "./properties.ts";
import { describeObject, namesIn, refuseReport, runReport } from "./reports.ts";
import { findResource, type Resource } from "./resource.ts";
import { parseXml, type XmlElement } from "./xml.ts";

export interface DavRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly person: Person;
}

export const davHeader = "1, 3, calendar-access";
const allowed = "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT";

/** CalDAV (RFC 4791) with synchronization (RFC 6578), over a person's entries. */
export async function answerDav(objects: CalendarObjects, ask: DavRequest): Promise<DavAnswer> {
  const resource = findResource(ask.path, ask.person.accountId);
  switch (ask.method) {
    case "OPTIONS":
      return { status: 200, headers: { DAV: davHeader, Allow: allowed } };
    case "PROPFIND":
      return propfind(objects, ask, resource);
    case "PROPPATCH":
      return proppatch(objects, ask, resource);
    case "REPORT":
      return report(objects, ask, resource);
    case "PUT":
      return put(objects, ask, resource);
    case "DELETE":
      return remove(objects, ask, resource);
    default:
      return get(objects, ask, resource);
  }
}

type Wanted = readonly PropertyName[] | "all" | "names";

/** What a request asks for. Without a body it is everything. */
function parseWanted(body: Uint8Array): Wanted {
  if (body.length === 0) return "all";
  const root = parseXml(body);
  if (!is(root, dav, "propfind")) throw new Refusal("invalid_request", { field: "body" });
  if (childOf(root, dav, "propname") !== undefined) return "names";
  const prop = childOf(root, dav, "prop");
  return prop === undefined ? "all" : namesIn(prop);
}

async function propfind(
  objects: CalendarObjects,
  { headers, body, person }: DavRequest,
  resource: Resource,
): Promise<DavAnswer> {
  const depth = headers["depth"]?.trim().toLowerCase() ?? "0";
  if (depth !== "0" && depth !== "1")
    return { status: 403, type: xmlType, body: writeError(`${dav} propfind-finite-depth`, "") };
  const wanted = parseWanted(body);
  const isMinimal = headers["prefer"]?.toLowerCase().includes("return=minimal") === true;
  const how = { wanted, isMinimal, person };
  if (resource.kind === "object") {
    const [found] = await objects.read(person.accountId, resource.component, {
      names: [resource.name],
    });
    if (found === undefined) throw new Refusal("not_found");
    const { name, etag } = found;
    const at = { accountId: person.accountId, component: resource.component };
    return multistatus([describeObject(at, { name, etag }, toList(wanted))]);
  }
  const near = depth === "1" ? membersOf(resource, person) : [];
  const shown = await Promise.all(
    [resource, ...near].map((each) => describeResource(objects, each, how)),
  );
  const files =
    depth === "1" && resource.kind === "collection"
      ? (await objects.list(person.accountId, resource.component)).map((object) =>
          describeObject(
            { accountId: person.accountId, component: resource.component },
            object,
            toList(wanted),
          ),
        )
      : [];
  return multistatus([...shown, ...files]);
}

const toList = (wanted: Wanted): readonly PropertyName[] | "all" =>
  wanted === "names" ? "all" : wanted;

async function describeResource(
  objects: CalendarObjects,
  resource: Exclude<Resource, { kind: "object" }>,
  how: { readonly wanted: Wanted; readonly isMinimal: boolean; readonly person: Person },
): Promise<string> {
  const { wanted, person } = how;
  const state =
    resource.kind === "collection"
      ? await objects.state(person.accountId, resource.component)
      : undefined;
  const known = propertiesOf(resource, person, state);
  if (typeof wanted === "string") {
    const found = wanted === "all" ? known : new Map([...known.keys()].map((name) => [name, ""]));
    return writeFound({ path: resource.path, found, missing: [] });
  }
  return writeFound({
    path: resource.path,
    found: new Map(
      wanted.flatMap((name) => (known.has(name) ? [[name, known.get(name) ?? ""] as const] : [])),
    ),
    missing: how.isMinimal ? [] : wanted.filter((name) => !known.has(name)),
  });
}

const longestProperty = 500;

/** All properties are set, or none. */
async function proppatch(
  objects: CalendarObjects,
  { body, person }: DavRequest,
  resource: Resource,
): Promise<DavAnswer> {
  const root = parseXml(body);
  if (!is(root, dav, "propertyupdate")) throw new Refusal("invalid_request", { field: "body" });
  const asked = root.children.flatMap((step) =>
    (childOf(step, dav, "prop")?.children ?? []).map((property) => ({
      name: nameOf(property),
      value: is(step, dav, "remove") ? null : property.text.trim(),
    })),
  );
  const isFine = ({ name, value }: (typeof asked)[number]): boolean =>
    resource.kind === "collection" && settable.has(name) && (value?.length ?? 0) <= longestProperty;
  const refused = asked.filter((each) => !isFine(each));
  if (refused.length === 0 && resource.kind === "collection")
    await objects.setProperties(
      person.accountId,
      resource.component,
      Object.fromEntries(asked.map(({ name, value }) => [name, value])),
    );
  const names = (some: typeof asked): string => some.map(({ name }) => write(name)).join("");
  const fine = asked.filter(isFine);
  const error = `<D:error>${write(`${dav} cannot-modify-protected-property`)}</D:error>`;
  const parts =
    refused.length === 0
      ? propstat(names(fine), "200 OK")
      : `${propstat(names(refused), "403 Forbidden", error)}${
          fine.length === 0 ? "" : propstat(names(fine), "424 Failed Dependency")
        }`;
  return multistatus([`<D:response>${writeHref(resource.path)}${parts}</D:response>`]);
}

async function report(
  objects: CalendarObjects,
  { body, person }: DavRequest,
  resource: Resource,
): Promise<DavAnswer> {
  const ask: XmlElement = parseXml(body);
  if (resource.kind !== "collection") throw refuseReport();
  const { accountId } = person;
  return runReport({ objects, accountId, component: resource.component }, ask);
}

const noFile = (): Refusal => new Refusal("method_not_allowed");

async function get(
  objects: CalendarObjects,
  { headers, person }: DavRequest,
  resource: Resource,
): Promise<DavAnswer> {
  if (resource.kind !== "object") throw noFile();
  const [found] = await objects.read(person.accountId, resource.component, {
    names: [resource.name],
  });
  if (found === undefined) throw new Refusal("not_found");
  const isNamed = (tags: readonly string[] = []): boolean =>
    tags.includes("*") || tags.includes(found.etag);
  const { ifMatch, ifNoneMatch } = targetOf(headers, resource);
  if (ifMatch !== undefined && !isNamed(ifMatch))
    throw new Refusal("precondition_failed", { etag: found.etag });
  if (isNamed(ifNoneMatch)) return { status: 304, headers: { ETag: found.etag } };
  return {
    status: 200,
    type: `text/calendar; charset=utf-8; component=${resource.component}`,
    body: found.text,
    headers: { ETag: found.etag },
  };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

async function put(
  objects: CalendarObjects,
  { headers, body, person }: DavRequest,
  resource: Resource,
): Promise<DavAnswer> {
  if (resource.kind !== "object") throw noFile();
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "text/calendar")
    throw new Refusal(
      "calendar_entry_refused",
      { precondition: "supported-calendar-data" },
      "A calendar has files of the type text/calendar.",
    );
  if (body.length > largestObject)
    throw new Refusal(
      "calendar_entry_refused",
      { precondition: "max-resource-size" },
      "The entry is too large.",
    );
  const target = targetOf(headers, resource);
  const how = await objects.write(person.accountId, target, decode(body));
  // The stored bytes are not those that were sent, so no tag is given: the program reads them back.
  return { status: how === "created" ? 201 : 204 };
}

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(unfoldLines(body));
  } catch (error) {
    if (error instanceof TypeError)
      throw new Refusal(
        "calendar_entry_refused",
        { precondition: "valid-calendar-data" },
        "The file is not UTF-8.",
      );
    throw error;
  }
}

const targetOf = (
  headers: DavRequest["headers"],
  { component, name }: Extract<Resource, { kind: "object" }>,
): ObjectTarget => ({
  component,
  name,
  ifMatch: headers["if-match"]?.split(",").map((tag) => tag.trim()),
  // Only the strong comparison minds the mark of a weak tag.
  ifNoneMatch: headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")),
});

async function remove(
  objects: CalendarObjects,
  { headers, person }: DavRequest,
  resource: Resource,
): Promise<DavAnswer> {
  // The collections are the person's entries themselves.
  if (resource.kind !== "object")
    throw new Refusal(
      "calendar_entry_refused",
      { precondition: "need-privileges" },
      "Only entries can be deleted here.",
    );
  await objects.remove(person.accountId, targetOf(headers, resource));
  return { status: 204 };
}
