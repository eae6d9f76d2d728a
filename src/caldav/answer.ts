import type { Refusal } from "../domain/errors.ts";
import { cal, dav, declared, type PropertyName, write } from "./names.ts";
import { escapeXml } from "./xml.ts";

export interface DavAnswer {
  readonly status: number;
  readonly body?: string | undefined;
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export const xmlType = "application/xml; charset=utf-8";
const head = `<?xml version="1.0" encoding="utf-8"?>\n`;

/** Names of a path as they stand in an address. */
const toHref = (path: string): string =>
  escapeXml(
    path
      .split("/")
      .map((part) => encodeURIComponent(part).replaceAll("%40", "@").replaceAll("%3A", ":"))
      .join("/"),
  );

export const writeHref = (path: string): string => `<D:href>${toHref(path)}</D:href>`;

/** One resource of a multistatus: what was found of it, and what is missing. */
export interface Found {
  readonly path: string;
  readonly found: ReadonlyMap<PropertyName, string>;
  readonly missing: readonly PropertyName[];
}

export function writeFound({ path, found, missing }: Found): string {
  const there = [...found].map(([name, content]) => write(name, content)).join("");
  const parts = [
    ...(found.size > 0 || missing.length === 0 ? [propstat(there, "200 OK")] : []),
    ...(missing.length > 0
      ? [propstat(missing.map((name) => write(name)).join(""), "404 Not Found")]
      : []),
  ];
  return `<D:response>${writeHref(path)}${parts.join("")}</D:response>`;
}

export const propstat = (properties: string, status: string, error = ""): string =>
  `<D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 ${status}</D:status>${error}</D:propstat>`;

export const writeGone = (path: string): string =>
  `<D:response>${writeHref(path)}<D:status>HTTP/1.1 404 Not Found</D:status></D:response>`;

export const multistatus = (responses: readonly string[], rest = ""): DavAnswer => ({
  status: 207,
  type: xmlType,
  body: `${head}<D:multistatus ${declared}>${responses.join("")}${rest}</D:multistatus>`,
});

/** An error in the protocol's own form: which precondition failed, and words for people. */
export const writeError = (precondition: PropertyName | undefined, words: string): string =>
  `${head}<D:error ${declared}>${precondition === undefined ? "" : write(precondition)}${
    words === "" ? "" : `<D:responsedescription>${escapeXml(words)}</D:responsedescription>`
  }</D:error>`;

const inDav = new Set([
  "need-privileges",
  "valid-sync-token",
  "number-of-matches-within-limits",
  "supported-report",
  "cannot-modify-protected-property",
  "resource-must-be-null",
]);

/** The precondition that a refusal names. */
export function preconditionOf(fact: Refusal["fact"]): PropertyName | undefined {
  const name = fact?.["precondition"];
  if (typeof name !== "string" || !/^[a-z-]{1,60}$/.test(name)) return undefined;
  return `${inDav.has(name) ? dav : cal} ${name}`;
}
