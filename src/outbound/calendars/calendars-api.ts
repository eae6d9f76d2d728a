import { Refusal, refuseField } from "../../domain/errors.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { Decisions } from "../../domain/ports/decisions.ts";
import { asAccount, engine } from "../../domain/principal.ts";
import { cleanText } from "../../domain/text.ts";
import type {
  AskedOutsideCalendar,
  CalendarFollower,
  FollowOutcome,
  OutsideCalendarsApi,
  OutsideCalendarView,
} from "../../domain/views/outside-calendars.ts";
import { dropSecret, putSecret, readSealed } from "../../store/channel-secrets.ts";
import type { Keys } from "../../store/secrets.ts";
import { parseAllowedHost } from "../allowed-hosts.ts";
import { keepEntries, lookAt, type LookDeps, noteLook, type SealedAddress } from "./look.ts";

export interface OutsideCalendarDeps extends LookDeps {
  readonly decisions: Decisions;
  readonly keys: Keys;
}

const mostCalendars = 10;
const secretName = (id: string): string => `outside calendar ${id}`;

/** Calendars elsewhere, for the routes. */
export function createOutsideCalendars(on: OutsideCalendarDeps): OutsideCalendarsApi {
  const find = async (
    { accountId }: CalendarFollower,
    id: string,
  ): Promise<OutsideCalendarView> => {
    const [found] = await listViews(on, accountId, id);
    if (found === undefined) throw new Refusal("not_found");
    return found;
  };
  return {
    list: ({ accountId }) => listViews(on, accountId),
    follow: (who, asked) => follow(on, who, asked),
    async look(who, id) {
      await find(who, id);
      await lookAgain(on, id);
      return find(who, id);
    },
    async leave({ accountId }, id) {
      await find({ accountId, isOperator: false }, id);
      await on.decisions.run(accountId, async ({ now }) => ({
        events: [
          {
            stream: streamOf(id),
            at: iso(now),
            accountId,
            kind: "outside_calendar_left",
            payload: { id, account_id: accountId },
          },
        ],
        result: undefined,
      }));
      await forget(on, id, accountId);
    },
  };
}

const streamOf = (id: string): string => `outside_calendar:${id}`;

async function follow(
  on: OutsideCalendarDeps,
  who: CalendarFollower,
  asked: AskedOutsideCalendar,
): Promise<FollowOutcome> {
  const { accountId, isOperator } = who;
  const url = parseAddress(asked.url);
  if ((await listViews(on, accountId)).length >= mostCalendars)
    throw new Refusal("quota_reached", { limit: mostCalendars });
  const address: SealedAddress = { url: url.href, user: asked.user, password: asked.password };
  const looked = await lookAt(on, { ...address, accountId, byOperator: isOperator });
  if (typeof looked === "string") return { calendar: null, problem: looked };
  const id = await on.decisions.run(accountId, async ({ now, newId }) => {
    const made = newId();
    const name = cleanText(asked.name, 80);
    return {
      events: [
        {
          stream: streamOf(made),
          at: iso(now),
          accountId,
          kind: "outside_calendar_followed",
          payload: {
            id: made,
            account_id: accountId,
            name,
            host: url.host,
            by_operator: isOperator,
          },
        },
      ],
      result: made,
    };
  });
  await on.db.transaction(engine, (sql) =>
    putSecret(sql, { keyring: on.keys(), clock: on.clock, owner: accountId }, [
      secretName(id),
      JSON.stringify(address),
    ]),
  );
  await keepEntries(on, { id, accountId }, looked);
  const [calendar] = await listViews(on, accountId, id);
  if (calendar === undefined) throw new Refusal("not_found");
  return { calendar, problem: null };
}

/** The address as it is called. iCloud and others write `webcal` for `https`. */
function parseAddress(text: string): URL {
  const url = URL.parse(text.trim().replace(/^webcals?:/i, "https:"));
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw refuseField("url", "is not an http or https address");
  if (url.username + url.password !== "")
    throw refuseField("url", "has a user name or a password; they have fields of their own");
  return url;
}

/** A person's calendar is on a public server; an operator's may be in the operator's network. */
export function reachOf(url: string, byOperator: boolean): readonly string[] {
  const { origin, host, protocol } = new URL(url);
  if (!byOperator) return protocol === "https:" ? [host] : [];
  try {
    parseAllowedHost(origin);
    return [origin];
  } catch {
    return [];
  }
}

interface CalendarRow {
  readonly id: string;
  readonly account_id: string;
  readonly by_operator: boolean;
}

/** Looks at a calendar that is followed already. */
export async function lookAgain(on: OutsideCalendarDeps, id: string): Promise<void> {
  const [row] = await on.db.rows<CalendarRow>("select * from outside_calendar where id = $1", [id]);
  if (row === undefined) return;
  const { account_id: accountId, by_operator: byOperator } = row;
  const sealed = await readSealed(on.db, secretName(id), accountId);
  const looked =
    sealed === undefined
      ? "secret_missing"
      : await lookAt(on, {
          ...(JSON.parse(on.keys().open(sealed, secretName(id))) as SealedAddress),
          accountId,
          byOperator,
        });
  if (typeof looked === "string")
    await noteLook(on.db, { id, now: on.clock.now(), problem: looked });
  else await keepEntries(on, { id, accountId }, looked);
}

const forget = (on: OutsideCalendarDeps, id: string, accountId: string): Promise<void> =>
  on.db.transaction(engine, async (sql) => {
    await sql.rows("delete from outside_entry where calendar_id = $1", [id]);
    await dropSecret(sql, secretName(id), accountId);
  });

const listViews = (
  { db }: OutsideCalendarDeps,
  accountId: string,
  id: string | null = null,
): Promise<OutsideCalendarView[]> =>
  db.ask<OutsideCalendarView>(
    asAccount(accountId),
    `select c.id, c.name, c.host, c.created_at, c.looked_at, c.error_code as problem, c.skipped,
       (select count(*)::int from outside_entry e where e.calendar_id = c.id) as entries
     from outside_calendar c where c.account_id = $1 and ($2::text is null or c.id = $2) order by c.created_at, c.id`,
    [accountId, id],
  );
