import type { Limits } from "../domain/quotas.ts";
import { startMeasuring } from "../store/quotas/measure-usage.ts";
import { createUsageMeter, type UsageMeter } from "../store/quotas/usage-meter.ts";
import type { Base } from "./base.ts";
import { quotaLimits } from "./settings.ts";

export interface Usage {
  readonly limits: Limits;
  readonly meter: UsageMeter;
}

/** Limits and usage of accounts and of the server. */
export function openUsage({ config, store: { db }, clock, log, closers }: Base): Usage {
  const limits = quotaLimits(config);
  const meter = createUsageMeter({ clock, limits, defaultZone: config.default_timezone });
  const measuring = startMeasuring({ db, clock, log, meter });
  closers.push(() => measuring.close());
  return { limits, meter };
}
