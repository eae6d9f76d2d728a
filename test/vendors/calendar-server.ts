import { bodyOf, type LoopbackServers } from "../support/loopback-server.ts";

/** Another server with a calendar: as a file for everyone who knows its address, and by CalDAV with a password. */
export interface CalendarServer {
  /** Of the file. */
  readonly url: string;
  /** Of the collection. */
  readonly collection: string;
  /** The entries, each from its BEGIN to its END. */
  entries: string[];
  /** What is answered instead. */
  status: number | undefined;
  readonly violations: string[];
  looks: number;
}

export const owner = { user: "ada", password: "calendar-password-4711" };

const wrap = (inner: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Elsewhere//EN\r\n${inner}END:VCALENDAR\r\n`;

export async function startCalendarServer(servers: LoopbackServers): Promise<CalendarServer> {
  const expected = `Basic ${Buffer.from(`${owner.user}:${owner.password}`).toString("base64")}`;
  const origin = await servers.serve((request, response) => {
    void bodyOf(request).then((body) => {
      server.looks += 1;
      if (server.status !== undefined) {
        response.writeHead(server.status, { location: "https://elsewhere.example.org/" }).end();
        return;
      }
      if (request.url === "/calendar.ics" && request.method === "GET") {
        response.writeHead(200, { "content-type": "text/calendar; charset=utf-8" });
        response.end(wrap(server.entries.join("")));
        return;
      }
      if (request.url !== "/dav/work/" || request.method !== "REPORT") {
        response.writeHead(404).end("<html>nothing here</html>");
        return;
      }
      if (request.headers.authorization !== expected) {
        response.writeHead(401, { "www-authenticate": "Basic" }).end();
        return;
      }
      if (request.headers["depth"] !== "1" || !/xml/.test(request.headers["content-type"] ?? ""))
        server.violations.push("a report without its headers");
      if (!/<C:time-range start="\d{8}T\d{6}Z"\/>/.test(body))
        server.violations.push("a query without a time");
      const answers = server.entries.map(
        (entry, nth) =>
          `<d:response><d:href>/dav/work/${nth}.ics</d:href><d:propstat><d:prop><c:calendar-data>${wrap(entry).replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
      );
      response.writeHead(207, { "content-type": "application/xml; charset=utf-8" });
      response.end(
        `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${answers.join("")}</d:multistatus>`,
      );
    });
  });
  const server: CalendarServer = {
    url: `${origin}/calendar.ics`,
    collection: `${origin}/dav/work/`,
    entries: [],
    status: undefined,
    violations: [],
    looks: 0,
  };
  return server;
}
