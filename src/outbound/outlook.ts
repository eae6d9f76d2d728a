import type { Channel } from "../domain/channel.ts";
import type { DeliveryOutlook, Outlook } from "../domain/ports/delivery-outlook.ts";
import { engine } from "../domain/principal.ts";
import type { ReminderRoutes } from "../domain/ports/reminder-routes.ts";
import type { Database } from "../store/database/database.ts";
import { readWindows, unknownWindow } from "./window.ts";

export interface OutlookDeps {
  readonly db: Database;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly routes: ReminderRoutes;
}

const notConnected: Outlook = { kind: "closed", reason: "not_connected", windowEndsAt: null };

/** The vendor's own rule, asked ahead of time with what the ledger knows today. */
export function openOutlook(on: OutlookDeps): DeliveryOutlook {
  return {
    async deliverableAt(to, at) {
      const route = await on.routes.routeFor(to);
      if (route === undefined) return { kind: "closed", reason: "nowhere", windowEndsAt: null };
      const rule = on.channels.get(route.channel);
      if (rule?.ready(route.channelAccount) !== true) return notConnected;
      if (rule.outlook === undefined && rule.readyFor === undefined) return { kind: "open" };
      const { conversationId: id, channelAccount, scope, peer } = route;
      const window =
        (await on.db.transaction(engine, (sql) => readWindows(sql, [id]))).get(id) ?? unknownWindow;
      if (rule.readyFor?.({ channelAccount, peer, lastInboundAt: window.lastInboundAt }) === false)
        return notConnected;
      if (rule.outlook === undefined) return { kind: "open" };
      return rule.outlook({
        channelAccount,
        scope,
        window,
        source: "reminder",
        at: Date.parse(at),
      });
    },
  };
}
