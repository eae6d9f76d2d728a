import { type OutboundAnswer, OutboundFailure, type OutboundHttp } from "../domain/ports/http.ts";
import type { OutsideCalendarProblem } from "../domain/views/outside-calendars.ts";
import { Refusal } from "../domain/errors.ts";
import { cal, dav, is } from "./names.ts";
import { parseXml, type XmlElement } from "./xml.ts";

export interface CalendarAddress {
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Hosts that may be reached. */
  readonly allowedHosts: readonly string[];
}

export class CalendarFailure extends Error {
  override readonly name = "CalendarFailure";
  readonly problem: OutsideCalendarProblem;

  constructor(problem: OutsideCalendarProblem) {
    super(problem);
    this.problem = problem;
  }
}

const timeoutMs = 30_000;
const maxBytes = 10 * 1024 * 1024;
const utc = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/**
 * The text of a calendar elsewhere: an .ics file by its address, or with a password all events of a
 * CalDAV collection since a moment, as one file.
 */
export async function fetchCalendar(
  http: OutboundHttp,
  of: CalendarAddress,
  since: number,
): Promise<Uint8Array> {
  const isCollection = of.user !== undefined && of.password !== undefined;
  const answer = await http
    .request({
      method: isCollection ? "REPORT" : "GET",
      url: of.url,
      headers: {
        accept: isCollection ? "application/xml, text/xml" : "text/calendar, text/plain;q=0.5",
        "user-agent": "Meanwhile",
        ...(isCollection ? reportHeaders(of) : {}),
      },
      ...(isCollection ? { body: queryOf(since) } : {}),
      timeoutMs,
      maxBytes,
      allowedHosts: of.allowedHosts,
    })
    .catch((error: unknown) => {
      throw new CalendarFailure(problemOf(error));
    });
  assertGood(answer);
  return isCollection ? joinFiles(answer.body) : answer.body;
}

const reportHeaders = ({ user = "", password = "" }: CalendarAddress): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
  "content-type": "application/xml; charset=utf-8",
  depth: "1",
});

const queryOf = (since: number): string =>
  `<?xml version="1.0" encoding="utf-8"?><C:calendar-query xmlns:D="${dav}" xmlns:C="${cal}"><D:prop><C:calendar-data/></D:prop>` +
  `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${utc(since)}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;

const failures: Partial<Record<OutboundFailure["code"], OutsideCalendarProblem>> = {
  blocked: "address_forbidden",
  timeout: "too_slow",
  too_large: "too_large",
  redirect: "redirected",
};

function problemOf(error: unknown): OutsideCalendarProblem {
  if (!(error instanceof OutboundFailure)) throw error;
  return failures[error.code] ?? "unreachable";
}

function assertGood({ status }: OutboundAnswer): void {
  if (status === 401 || status === 403) throw new CalendarFailure("password_refused");
  if (status >= 300 && status < 400) throw new CalendarFailure("redirected");
  if (status >= 500 || status === 429) throw new CalendarFailure("unreachable");
  if (status !== 200 && status !== 207) throw new CalendarFailure("not_a_calendar");
}

function* elementsIn(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* elementsIn(child);
}

/** Each file is a calendar with one entry: what is between its first and last line is put together. */
function joinFiles(body: Uint8Array): Uint8Array {
  const root = readAnswer(body);
  const texts = [...elementsIn(root)]
    .filter((element) => is(element, cal, "calendar-data"))
    .map(({ text }) =>
      text
        .trim()
        .replace(/^BEGIN:VCALENDAR\r?\n/i, "")
        .replace(/END:VCALENDAR$/i, ""),
    );
  return new TextEncoder().encode(
    ["BEGIN:VCALENDAR\r\n", ...texts.map((text) => `${text.trim()}\r\n`), "END:VCALENDAR\r\n"].join(
      "",
    ),
  );
}

function readAnswer(body: Uint8Array): XmlElement {
  try {
    const root = parseXml(body);
    if (is(root, dav, "multistatus")) return root;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw new CalendarFailure("not_a_calendar");
}
