import { page } from "../domain/page.ts";
import { engine } from "../domain/principal.ts";
import type {
  ReminderPlace,
  ReminderRoute,
  ReminderRoutes,
} from "../domain/ports/reminder-routes.ts";
import type { Database, Sql } from "../store/database/database.ts";

const columns = `c.id as "conversationId", c.provider_type as channel, c.channel_account as "channelAccount", c.scope, c.peer`;

/**
 * Only conversations that are the person's own: on the page, with a person bound to the account, or
 * through a login that the account has linked. A group is not one of them, unless the reminder was
 * made there. The account's order decides, then the chat app that was there first. Never the chat
 * of the latest message. A disabled account has none.
 */
const ownPlaces = (
  most: "all" | 1,
) => `select w.account_id, own.* from unnest($1::text[]) as w(account_id) cross join lateral (
  select ${columns}, a.reminder_channels ? c.provider_type as "isListed" from conversation c join account a on a.id = w.account_id and a.lifecycle = 'active'
  where c.account_id = w.account_id and c.scope <> 'retired:' || c.id and (
    c.provider_type = '${page.channel}'
    or exists (select from channel_identity i where i.account_id = w.account_id and i.lifecycle = 'active'
      and i.provider_type = c.provider_type and i.channel_account = c.channel_account and i.provider_subject = c.peer)
    or exists (select from channel ch where ch.account_id = w.account_id and ch.lifecycle = 'active'
      and ch.provider_type = c.provider_type and ch.channel_account = c.channel_account))
  order by array_position(array(select jsonb_array_elements_text(a.reminder_channels)), c.provider_type) nulls last,
    c.provider_type = '${page.channel}', c.created_at, c.id
  limit ${most}) own`;

export function openReminderRoutes(db: Database): ReminderRoutes {
  return {
    routeFor: (place) => db.transaction(engine, async (sql) => (await readRoutes(sql, [place]))[0]),
  };
}

/** Many at once, in order: the conversation each was made in, or else one of the person's own. */
export async function readRoutes(
  sql: Sql,
  places: readonly ReminderPlace[],
): Promise<(ReminderRoute | undefined)[]> {
  const wanted = [...new Set(places.flatMap(({ conversationId }) => conversationId ?? []))];
  const made = await sql.rows<ReminderRoute>(
    `select ${columns} from conversation c where c.id = any($1) and c.scope <> 'retired:' || c.id
       and not exists (select from account a where a.id = c.account_id and a.lifecycle = 'disabled')`,
    [wanted],
  );
  const madeIn = new Map(made.map((route) => [route.conversationId, route]));
  const routeThere = ({ conversationId }: ReminderPlace): ReminderRoute | undefined =>
    conversationId === null ? undefined : madeIn.get(conversationId);
  const elsewhere = places
    .filter((place) => routeThere(place) === undefined)
    .map(({ accountId }) => accountId);
  const own =
    elsewhere.length === 0
      ? new Map<string, ReminderRoute>()
      : await readOwn(sql, [...new Set(elsewhere)]);
  const routes: (ReminderRoute | undefined)[] = [];
  for (const place of places) {
    const first = routeThere(place) ?? own.get(place.accountId);
    routes.push(first === undefined ? undefined : await stepOn(sql, place, first));
  }
  return routes;
}

/** The way so many steps after the first one. */
async function stepOn(
  sql: Sql,
  { accountId, way = 0 }: ReminderPlace,
  first: ReminderRoute,
): Promise<ReminderRoute> {
  if (way === 0) return first;
  const others = (await readWays(sql, accountId)).filter((each) => wayOf(each) !== wayOf(first));
  return [first, ...others][way % (others.length + 1)] ?? first;
}

async function readOwn(sql: Sql, accounts: readonly string[]): Promise<Map<string, ReminderRoute>> {
  const rows = await sql.rows<OwnRow>(ownPlaces(1), [accounts]);
  return new Map(rows.map((row) => [row.account_id, routeIn(row)]));
}

interface OwnRow extends ReminderRoute {
  readonly account_id: string;
  /** The account's own order names its channel. */
  readonly isListed: boolean;
}

const routeIn = ({
  conversationId,
  channel,
  channelAccount,
  scope,
  peer,
}: OwnRow): ReminderRoute => ({
  conversationId,
  channel,
  channelAccount,
  scope,
  peer,
});

/** A way by which a person is reached: a chat of theirs, at one of our accounts. */
export const wayOf = ({
  channel,
  channelAccount,
}: Pick<ReminderRoute, "channel" | "channelAccount">) => `${channel}:${channelAccount}`;

/**
 * Every way to this person, in their order. The page is one only where they say so: what is shown
 * there is not seen before it is opened.
 */
export async function readWays(sql: Sql, accountId: string): Promise<readonly ReminderRoute[]> {
  const rows = await sql.rows<OwnRow>(ownPlaces("all"), [[accountId]]);
  const ways = new Map<string, ReminderRoute>();
  for (const row of rows)
    if ((row.channel !== page.channel || row.isListed) && !ways.has(wayOf(row)))
      ways.set(wayOf(row), routeIn(row));
  return [...ways.values()];
}
