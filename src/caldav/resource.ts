import { Refusal } from "../domain/errors.ts";
import { canonicalId } from "../domain/ids.ts";
import type { CalendarComponent } from "../domain/views/calendar-objects.ts";

export const rootPath = "/caldav/";

/** What an address of the calendar server stands for. */
export type Resource =
  | { readonly kind: "root"; readonly path: string }
  | { readonly kind: "principal"; readonly path: string }
  | { readonly kind: "home"; readonly path: string }
  | { readonly kind: "collection"; readonly path: string; readonly component: CalendarComponent }
  | {
      readonly kind: "object";
      readonly path: string;
      readonly component: CalendarComponent;
      readonly name: string;
    };

const collections: Readonly<Record<string, CalendarComponent>> = {
  events: "VEVENT",
  tasks: "VTODO",
};

export const principalPath = (accountId: string): string => `${rootPath}principals/${accountId}/`;
export const homePath = (accountId: string): string => `${rootPath}calendars/${accountId}/`;
export const collectionPath = (accountId: string, component: CalendarComponent): string =>
  `${homePath(accountId)}${component === "VEVENT" ? "events" : "tasks"}/`;

const longestName = 255;

/** Another account's address is answered like one that does not exist. */
export function findResource(path: string, accountId: string): Resource {
  const parts = decode(path)
    .slice(rootPath.length - 1)
    .split("/")
    .filter((part) => part !== "");
  const [place, owner, collection, name, ...more] = parts;
  if (place === undefined) return { kind: "root", path: rootPath };
  const isOwn = owner !== undefined && canonicalId(owner) === accountId;
  if (place === "principals" && isOwn && collection === undefined)
    return { kind: "principal", path: principalPath(accountId) };
  if (place !== "calendars" || !isOwn || more.length > 0) throw new Refusal("not_found");
  if (collection === undefined) return { kind: "home", path: homePath(accountId) };
  const component = Object.hasOwn(collections, collection) ? collections[collection] : undefined;
  if (component === undefined) throw new Refusal("not_found");
  const at = collectionPath(accountId, component);
  if (name === undefined) return { kind: "collection", path: at, component };
  if (name.length > longestName || /\p{Cc}/u.test(name))
    throw new Refusal("invalid_request", { field: "path" });
  return { kind: "object", path: `${at}${name}`, component, name };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) throw new Refusal("invalid_request", { field: "path" });
    throw error;
  }
}

/** The name of a file of this collection that an href stands for, as a path or a whole address. */
export function nameInHref(
  href: string,
  at: { readonly accountId: string; readonly component: CalendarComponent },
): string | undefined {
  const path = href.trim().replace(/^https?:\/\/[^/]*/i, "");
  if (!path.startsWith(rootPath)) return undefined;
  try {
    const found = findResource(path, at.accountId);
    return found.kind === "object" && found.component === at.component ? found.name : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
