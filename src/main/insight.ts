import type { Language } from "../domain/language.ts";
import { join } from "node:path";
import type { ChannelList } from "../channels/kit/descriptor.ts";
import type { Config } from "../config.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import { startMetricHistory } from "../api/metrics/metric-history.ts";
import type { PrometheusMetrics } from "../api/metrics/metrics.ts";
import type { InsightDeps } from "../api/routes/insight-routes.ts";
import type { Doctor, DoctorReport } from "../domain/views/insight.ts";
import type { Log } from "../domain/ports/log.ts";
import { openMetricSamples } from "../store/metric-samples.ts";
import { openSpending } from "../store/quotas/spending.ts";
import type { Database } from "../store/database/database.ts";
import { openSmokeReports } from "../smoke/stored-reports.ts";

/** Where runs of the smoke test are kept for operators to see. */
export const smokeDirectory = (dataDir: string): string => join(dataDir, "smoke");

/** The doctor asks vendors and the model, so a repeated request gets the cached answer. */
const freshMs = 10_000;

export interface InsightParts {
  /** The settings of the moment. */
  readonly config: () => Config;
  readonly channelList: ChannelList;
  readonly metrics: PrometheusMetrics;
  readonly db: Database;
  /** Names this process in its rows. */
  readonly process: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** `meanwhile doctor` in the running process. Its modules are loaded at the first request. */
function openDoctor({ config, channelList, clock }: InsightParts): Doctor {
  const last = new Map<string, { readonly at: number; readonly report: Promise<DoctorReport> }>();
  const look = async (language: Language): Promise<DoctorReport> => {
    const { examine } = await import("../cli/doctor/examine.ts");
    const { ok, findings } = await examine(config(), language, channelList);
    return {
      ok,
      at: iso(clock.now()),
      checks: findings.map(({ fix, ...found }) => ({ ...found, fix: fix ?? null })),
    };
  };
  return (language) => {
    const known = last.get(language);
    if (known !== undefined && clock.now() - known.at < freshMs) return known.report;
    const report = look(language);
    last.set(language, { at: clock.now(), report });
    report.catch(() => last.delete(language));
    return report;
  };
}

/** The state of this server, for its operators. */
export function openInsight(on: InsightParts): InsightDeps & { close(): Promise<void> } {
  const { default_timezone: zone, retention } = on.config();
  const { db, clock, log, metrics } = on;
  const samples = openMetricSamples(db, on.process);
  const keepDays = retention.metrics_days;
  const history = startMetricHistory({ metrics, samples, clock, log, zone, keepDays });
  return {
    history,
    spending: openSpending({ db, clock, zone }),
    doctor: openDoctor(on),
    smoke: openSmokeReports(smokeDirectory(on.config().data_dir)),
    close: () => history.close(),
  };
}
