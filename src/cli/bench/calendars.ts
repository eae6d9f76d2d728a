import { tmpdir } from "node:os";
import { asOwner } from "../../store/database/owner.ts";
import type { Store } from "../../store/open-store.ts";
import { startChild } from "./child.ts";
import { childEnvironment, operatorToken } from "./fresh-store.ts";
import { type Timed, timeInTurn } from "./in-turn.ts";
import { row, spread } from "./table.ts";

/** How many files a program asks for at once. */
const atOnce = 100;

interface CalendarTimes {
  readonly listMs: number;
  readonly filesMs: number;
  /** All of them by the plain route, page by page. */
  readonly pagesMs: number;
  readonly nothing: Timed<"caldav" | "plain">;
}

interface Page {
  readonly reminders: readonly unknown[];
  readonly next: string | null;
}

/** A device that begins, and one that asks whether anything is new. */
async function measureCalendars(store: Store, entries: number): Promise<CalendarTimes> {
  const server = startChild("full-app.ts", { args: [], env: childEnvironment(store, tmpdir()) });
  try {
    const { url } = await server.line<{ url: string }>();
    const root = await send(`${url}/caldav/`, { method: "PROPFIND" });
    const account = /principals\/([^/]+)\//.exec(root)?.[1] ?? "";
    await fill(store, account, entries);
    const at = `/caldav/calendars/${account}/events/`;
    const report = (body: string): Promise<string> =>
      send(`${url}${at}`, { method: "REPORT", body });
    const began = performance.now();
    const listed = await report(syncFrom(""));
    const listMs = performance.now() - began;
    const names = [...listed.matchAll(/<D:href>([^<]+\.ics)<\/D:href>/g)].map(([, href]) => href);
    if (names.length !== entries) throw new Error(`${names.length} files instead of ${entries}`);
    for (let from = 0; from < names.length; from += atOnce)
      await report(multiget(names.slice(from, from + atOnce)));
    const filesMs = performance.now() - began - listMs;
    const read = performance.now();
    const count = await readPages(url);
    const pagesMs = performance.now() - read;
    if (count !== entries) throw new Error(`${count} entries instead of ${entries}`);
    const token = /<D:sync-token>([^<]*)</.exec(listed)?.[1] ?? "";
    return {
      listMs,
      filesMs,
      pagesMs,
      nothing: await timeInTurn(times, {
        caldav: () => report(syncFrom(token)),
        plain: () => send(`${url}/api/reminders?limit=1`, {}),
      }),
    };
  } finally {
    await server.end();
  }
}

/** How many reminders the plain route has, read page by page. */
async function readPages(url: string): Promise<number> {
  let count = 0;
  for (let after: string | null = ""; after !== null;) {
    const page: Page = JSON.parse(await send(`${url}/api/reminders?limit=${atOnce}${after}`, {}));
    count += page.reminders.length;
    after = page.next === null ? null : `&after=${page.next}`;
  }
  return count;
}

const fill = (store: Store, account: string, entries: number): Promise<unknown> =>
  asOwner(store.connection, (sql) =>
    sql.rows(
      `insert into reminder (id, owner_account_id, content, content_hash, kind, local_start, captured_timezone, next_fire_at, duration_minutes, source,
         version, created_at, updated_at)
       select gen_random_uuid()::text, $2, 'something to do ' || n, n, 'timed', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), 'Europe/Berlin', at, 30, 'api',
         1, now(), now()
       from generate_series(1, $1::int) n, lateral (select date_trunc('second', now() + interval '1 day' + n * interval '31 minute') as at)`,
      [entries, account],
    ),
  );

const syncFrom = (token: string): string =>
  `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;

const multiget = (hrefs: readonly (string | undefined)[]): string =>
  `<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>${hrefs
    .map((href) => `<d:href>${href}</d:href>`)
    .join("")}</c:calendar-multiget>`;

const times = 100;

async function send(url: string, how: { method?: string; body?: string }): Promise<string> {
  const response = await fetch(url, {
    headers: {
      Authorization: `Bearer ${operatorToken}`,
      ...(how.body?.startsWith("{") === true ? { "Content-Type": "application/json" } : {}),
    },
    ...how,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${text.slice(0, 300)}`);
  return text;
}

export async function showCalendars(
  out: (line: string) => void,
  on: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
  entries: number,
): Promise<boolean> {
  const seen = await on((store) => measureCalendars(store, entries));
  const s = (ms: number): string => (ms / 1_000).toFixed(2);
  out(
    row(
      `CalDAV, first synchronization of ${entries} entries, s`,
      `${s(seen.listMs + seen.filesMs)} (tags ${s(seen.listMs)}, files by ${atOnce} ${s(seen.filesMs)})`,
      `route, by ${atOnce}: ${s(seen.pagesMs)}`,
    ),
  );
  const { caldav, plain } = seen.nothing;
  out(row("CalDAV, empty synchronization, ms", spread(caldav), `route ${spread(plain)}`));
  return true;
}
