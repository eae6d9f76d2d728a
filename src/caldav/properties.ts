import type { CollectionState } from "../domain/views/calendar-objects.ts";
import { writeHref } from "./answer.ts";
import { apple, cal, cs, dav, type PropertyName, write } from "./names.ts";
import { collectionPath, homePath, principalPath, type Resource, rootPath } from "./resource.ts";
import { escapeXml } from "./xml.ts";

export interface Person {
  readonly accountId: string;
  readonly name: string | null;
  readonly language: "zh" | "en" | null;
  readonly mayWrite: boolean;
}

const inDav = (name: string): PropertyName => `${dav} ${name}`;
const inCal = (name: string): PropertyName => `${cal} ${name}`;

/** Properties that a program may set on a collection. */
export const settable: ReadonlySet<PropertyName> = new Set<PropertyName>([
  inDav("displayname"),
  inCal("calendar-description"),
  `${apple} calendar-color`,
  `${apple} calendar-order`,
]);

export const largestObject = 256 * 1024;

type Properties = Map<PropertyName, string>;

/** The properties that every resource has. */
const ofEvery = (person: Person): [PropertyName, string][] => [
  [inDav("current-user-principal"), writeHref(principalPath(person.accountId))],
  [inDav("owner"), writeHref(principalPath(person.accountId))],
  [inDav("principal-collection-set"), writeHref(`${rootPath}principals/`)],
  [
    inDav("current-user-privilege-set"),
    [
      "read",
      ...(person.mayWrite ? ["write", "write-content", "write-properties", "bind", "unbind"] : []),
    ]
      .map((name) => `<D:privilege>${write(inDav(name))}</D:privilege>`)
      .join(""),
  ],
];

/** Everything that is known of a resource, except the files in it. */
export function propertiesOf(
  resource: Exclude<Resource, { kind: "object" }>,
  person: Person,
  state?: CollectionState,
): Properties {
  const own: Properties = new Map(ofEvery(person));
  const collection = write(inDav("collection"));
  switch (resource.kind) {
    case "root":
      return own.set(inDav("resourcetype"), collection);
    case "home":
      return own
        .set(inDav("resourcetype"), collection)
        .set(inDav("displayname"), escapeXml(person.name ?? "Meanwhile"));
    case "principal":
      return new Map([...own, ...ofPrincipal(person)]);
    case "collection":
      return new Map([...own, ...ofCollection(resource, person, state)]);
    default:
      return resource satisfies never;
  }
}

const ofPrincipal = ({ accountId, name }: Person): [PropertyName, string][] => [
  [inDav("resourcetype"), write(inDav("principal"))],
  [inDav("displayname"), escapeXml(name ?? "Meanwhile")],
  [inDav("principal-URL"), writeHref(principalPath(accountId))],
  [inCal("calendar-home-set"), writeHref(homePath(accountId))],
  [inCal("calendar-user-address-set"), `<D:href>urn:uuid:${accountId}</D:href>`],
];

const titles = {
  VEVENT: { en: "Meanwhile", zh: "Meanwhile" },
  VTODO: { en: "Meanwhile to-dos", zh: "Meanwhile 待办" },
} as const;

const reports = ["calendar-query", "calendar-multiget", "free-busy-query"] as const;

function ofCollection(
  { component }: Extract<Resource, { kind: "collection" }>,
  { language }: Person,
  state: CollectionState = { token: "", properties: {} },
): [PropertyName, string][] {
  const report = (name: PropertyName): string =>
    `<D:supported-report><D:report>${write(name)}</D:report></D:supported-report>`;
  const set = Object.entries(state.properties)
    .filter((each): each is [PropertyName, string] => settable.has(each[0] as PropertyName))
    .map(([name, text]): [PropertyName, string] => [name, escapeXml(text)]);
  return [
    [inDav("resourcetype"), `${write(inDav("collection"))}${write(inCal("calendar"))}`],
    [inDav("displayname"), titles[component][language ?? "en"]],
    [inDav("sync-token"), escapeXml(state.token)],
    [`${cs} getctag`, escapeXml(state.token)],
    [
      inDav("supported-report-set"),
      [...reports.map(inCal), inDav("sync-collection")].map(report).join(""),
    ],
    [inCal("supported-calendar-component-set"), `<C:comp name="${component}"/>`],
    [
      inCal("supported-calendar-data"),
      `<C:calendar-data content-type="text/calendar" version="2.0"/>`,
    ],
    [
      inCal("supported-collation-set"),
      ["i;ascii-casemap", "i;octet", "i;unicode-casemap"]
        .map((name) => write(inCal("supported-collation"), name))
        .join(""),
    ],
    [inCal("max-resource-size"), String(largestObject)],
    ...set,
  ];
}

/** The resources directly inside of one. */
export const membersOf = (
  resource: Resource,
  { accountId }: Person,
): Exclude<Resource, { kind: "object" }>[] =>
  resource.kind === "home"
    ? (["VEVENT", "VTODO"] as const).map((component) => ({
        kind: "collection",
        path: collectionPath(accountId, component),
        component,
      }))
    : resource.kind === "root"
      ? [
          { kind: "principal", path: principalPath(accountId) },
          { kind: "home", path: homePath(accountId) },
        ]
      : [];
