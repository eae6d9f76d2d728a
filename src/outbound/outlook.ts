import type { Channel } from "../domain/channel.ts";
import type { DeliveryOutlook, Outlook } from "../domain/ports/delivery-outlook.ts";
import { engine } from "../domain/principal.ts";
import type {
  ReminderPlace,
  ReminderRoute,
  ReminderRoutes,
} from "../domain/ports/reminder-routes.ts";
import type { Database, Sql } from "../store/database/database.ts";
import { readWays } from "./reminder-routes.ts";
import { readWindow } from "./window.ts";

export interface OutlookDeps {
  readonly db: Database;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly routes: ReminderRoutes;
}

const toClosed = (reason: "not_connected" | "nowhere"): Outlook => ({
  kind: "closed",
  reason,
  windowEndsAt: null,
});

/**
 * The vendors' own rules, applied ahead of time to the current ledger: of the first way, and of the
 * others that a reminder takes when that one is closed.
 */
export function openOutlook(on: OutlookDeps): DeliveryOutlook {
  return {
    async placeFor(to) {
      const route = await on.routes.routeFor(to);
      if (route === undefined)
        return { channel: null, deliverableAt: () => Promise.resolve(toClosed("nowhere")) };
      const rule = await on.db.transaction(engine, (sql) => readRule(on, sql, route));
      return { channel: route.channel, deliverableAt: (at) => askAll(on, { to, rule, at }) };
    },
  };
}

async function askAll(
  on: OutlookDeps,
  of: { readonly to: ReminderPlace; readonly rule: Rule; readonly at: string },
): Promise<Outlook> {
  const at = Date.parse(of.at);
  const first = await of.rule(at);
  if (first.kind === "open") return first;
  const others = await on.db.transaction(engine, async (sql) => {
    const ways = await readWays(sql, of.to.accountId);
    const rules: Rule[] = [];
    for (const way of ways) rules.push(await readRule(on, sql, way));
    return rules;
  });
  for (const rule of others) if ((await rule(at)).kind === "open") return { kind: "open" };
  return first;
}

/** Whether a way could carry a reminder at a moment, if the person does not write before it. */
export type Rule = (at: number) => Promise<Outlook>;

export async function readRule(
  on: Pick<OutlookDeps, "channels">,
  sql: Sql,
  route: ReminderRoute,
): Promise<Rule> {
  const { channelAccount, scope, peer, conversationId: id } = route;
  const channel = on.channels.get(route.channel);
  const isConnected =
    channel?.ready(channelAccount) === true ||
    (channel?.hasOneHolder?.(channelAccount) === true && (await isConnectedElsewhere(sql, route)));
  const window = await readWindow(sql, id);
  const person = { channelAccount, peer, lastInboundAt: window.lastInboundAt };
  if (channel === undefined || !isConnected || channel.readyFor?.(person) === false)
    return () => Promise.resolve(toClosed("not_connected"));
  return async (at) =>
    (await channel.outlook?.({ channelAccount, scope, window, source: "reminder", at })) ?? {
      kind: "open",
    };
}

/** The state as reported by the process that holds the connection. */
async function isConnectedElsewhere(sql: Sql, route: ReminderRoute): Promise<boolean> {
  const rows = await sql.rows(
    `select 1 from channel where provider_type = $1 and channel_account = $2 and lifecycle = 'active'
       and connection_state = 'connected'`,
    [route.channel, route.channelAccount],
  );
  return rows.length > 0;
}
