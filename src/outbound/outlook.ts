import type { Channel } from "../domain/channel.ts";
import type { DeliveryOutlook, Outlook, OutlookPlace } from "../domain/ports/delivery-outlook.ts";
import { engine } from "../domain/principal.ts";
import type { ReminderRoute, ReminderRoutes } from "../domain/ports/reminder-routes.ts";
import type { Database, Sql } from "../store/database/database.ts";
import { readWindows, unknownWindow } from "./window.ts";

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

/** The vendor's own rule, applied ahead of time to the current ledger. */
export function openOutlook(on: OutlookDeps): DeliveryOutlook {
  return {
    async placeFor(to) {
      const route = await on.routes.routeFor(to);
      return route === undefined
        ? { channel: null, deliverableAt: () => Promise.resolve(toClosed("nowhere")) }
        : { channel: route.channel, deliverableAt: await ruleAt(on, route) };
    },
  };
}

async function ruleAt(
  on: OutlookDeps,
  route: ReminderRoute,
): Promise<OutlookPlace["deliverableAt"]> {
  const { channelAccount, scope, peer, conversationId: id } = route;
  const rule = on.channels.get(route.channel);
  const { isConnected, window } = await on.db.transaction(engine, async (sql) => ({
    isConnected:
      rule?.ready(channelAccount) === true ||
      (rule?.hasOneHolder?.(channelAccount) === true && (await isConnectedElsewhere(sql, route))),
    window: (await readWindows(sql, [id])).get(id) ?? unknownWindow,
  }));
  const person = { channelAccount, peer, lastInboundAt: window.lastInboundAt };
  if (rule === undefined || !isConnected || rule.readyFor?.(person) === false)
    return () => Promise.resolve(toClosed("not_connected"));
  return async (at) =>
    (await rule.outlook?.({
      channelAccount,
      scope,
      window,
      source: "reminder",
      at: Date.parse(at),
    })) ?? { kind: "open" };
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
