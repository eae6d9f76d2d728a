import type { IncomingMessage } from "node:http";
import { writeError, preconditionOf, xmlType, type DavAnswer } from "../../caldav/answer.ts";
import { answerDav, davHeader } from "../../caldav/endpoint.ts";
import { rootPath } from "../../caldav/resource.ts";
import { Refusal } from "../../domain/errors.ts";
import { asAccount } from "../../domain/principal.ts";
import type { CalendarObjects } from "../../domain/views/calendar-objects.ts";
import type { Database } from "../../store/database/database.ts";
import { assertNotForeign } from "../http/credential.ts";
import type { Failure } from "../http/failure.ts";
import { isChange } from "../http/roles.ts";
import type { Answer, ProtocolFailure, RawAsk, Route } from "../http/route.ts";
import { readAccount } from "../views/account-view.ts";

export interface CaldavDeps {
  readonly db: Database;
  readonly objects: CalendarObjects;
}

const methods = ["options", "get", "put", "delete", "propfind", "proppatch", "report"] as const;
const wellKnown = "/.well-known/caldav";
const largestBody = 2_000_000;
const noDocs = { params: undefined, query: undefined, body: undefined, answers: {} } as const;

/** CalDAV for calendars of phones and computers, and the address at which they look for it. */
export const caldavRoutes = (on: CaldavDeps): Route[] => [
  ...methods.map((method): Route => ({
    method,
    path: `${rootPath}*`,
    auth: "account",
    scope: isChange({ method }) ? "caldav:write" : "caldav:read",
    isCalendar: true,
    summary: "Your calendar for calendar programs (CalDAV).",
    body: "raw",
    maxBytes: largestBody,
    docs: noDocs,
    toFailure: toProtocolFailure,
    run: (ask) => serve(on, ask),
  })),
  ...(
    [
      ["get", wellKnown],
      ["propfind", wellKnown],
      ["options", wellKnown],
      // Some programs ask at the address that the person entered, and nowhere else.
      ["propfind", "/"],
    ] as const
  ).map(([method, path]): Route => ({
    method,
    path,
    auth: "public",
    isCalendar: true,
    summary: "Where the calendar server is (RFC 6764).",
    body: "none",
    docs: noDocs,
    run: async () => ({ status: 301, headers: { Location: rootPath } }),
  })),
];

async function serve(on: CaldavDeps, ask: RawAsk): Promise<Answer> {
  const { caller, accountId, incoming, peer } = ask;
  // A browser's session has no business here: calendars have passwords of their own.
  if (caller === undefined || accountId !== caller.accountId || caller.kind === "session")
    throw new Refusal("unauthorized");
  assertNotForeign(incoming, peer);
  const account = await on.db.transaction(asAccount(accountId), (sql) =>
    readAccount(sql, accountId),
  );
  const { scopes } = caller;
  const answer = await answerDav(on.objects, {
    method: incoming.method ?? "",
    path: (incoming.url ?? "").split("?")[0] ?? "",
    headers: headersOf(incoming),
    body: ask.bytes,
    person: {
      accountId,
      name: account.display_name,
      language: account.language,
      mayWrite: scopes.includes("*") || scopes.includes("caldav:write"),
    },
  });
  return toAnswer(answer);
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    ["depth", "prefer", "if-match", "if-none-match", "content-type"].map((name) => {
      const value = headers[name];
      return [name, typeof value === "string" ? value : undefined];
    }),
  );

function toAnswer({ status, body, type = xmlType, headers }: DavAnswer): Answer {
  const all = { DAV: davHeader, ...headers };
  return body === undefined
    ? { status: status as 204, headers: all }
    : { status, bytes: body, type, headers: all };
}

function toProtocolFailure({ status, body }: Failure): ProtocolFailure {
  const { error } = JSON.parse(body) as {
    readonly error: { readonly message: string; readonly fact?: Refusal["fact"] };
  };
  const named = preconditionOf(error.fact);
  return {
    body: writeError(named ?? (status === 403 ? "DAV: need-privileges" : undefined), error.message),
    headers: {
      "Content-Type": xmlType,
      DAV: davHeader,
      ...(status === 401 ? { "WWW-Authenticate": 'Basic realm="Meanwhile", charset="UTF-8"' } : {}),
    },
  };
}
