import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { DeliveryOutlook, Outlook } from "../../../domain/ports/delivery-outlook.ts";
import type { DeliveryForecast } from "../../../domain/views/reminders.ts";
import { outlookOf, placeOf } from "../firing/outlook.ts";
import type { ReminderRow } from "../rows.ts";

export interface ForecastDeps {
  readonly decisions: Decisions;
  /** Whether the person can be reached by then. Without it there are no forecasts. */
  readonly outlook?: DeliveryOutlook | undefined;
}

/**
 * For rows that were just written: asked after their commit, since a vendor's rule reads tables of
 * its own.
 */
export async function forecastsOf(
  on: ForecastDeps,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DeliveryForecast>> {
  const { outlook } = on;
  const found = new Map<string, DeliveryForecast>();
  if (outlook === undefined || ids.length === 0) return found;
  const rows = await on.decisions.run(accountId, async ({ read }) => ({
    events: [],
    result: await read.rows<ReminderRow>(
      `select * from reminder where owner_account_id = $1 and id = any($2)
         and lifecycle = 'active' and next_fire_at is not null`,
      [accountId, ids],
    ),
  }));
  for (const some of Map.groupBy(rows, ({ conversation_id: id }) => id).values()) {
    const place = await outlook.placeFor(placeOf(some[0] as ReminderRow));
    for (const row of some) found.set(row.id, forecast(place.channel, await outlookOf(place, row)));
  }
  return found;
}

export const forecastOf = async (
  on: ForecastDeps,
  accountId: string,
  id: string | null | undefined,
): Promise<DeliveryForecast | null> =>
  id === null || id === undefined
    ? null
    : ((await forecastsOf(on, accountId, [id])).get(id) ?? null);

const forecast = (channel: string | null, outlook: Outlook): DeliveryForecast =>
  outlook.kind === "open"
    ? { on_time: true, reason: null, channel, window_ends_at: null }
    : { on_time: false, reason: outlook.reason, channel, window_ends_at: outlook.windowEndsAt };
