import { join } from "node:path";
import type { Config } from "../config.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import { startMetricHistory } from "../api/metrics/metric-history.ts";
import type { PrometheusMetrics } from "../api/metrics/metrics.ts";
import type { InsightDeps } from "../api/routes/insight-routes.ts";
import type { Doctor, DoctorReport } from "../domain/views/insight.ts";
import type { Log } from "../domain/ports/log.ts";
import { openSmokeReports } from "../smoke/kept-reports.ts";

/** Where runs of the smoke test are kept for operators to see. */
export const smokeDirectory = (dataDir: string): string => join(dataDir, "smoke");

/** The doctor asks vendors and the model, so whoever asks again at once gets the same answer. */
const freshMs = 10_000;

/** `meanwhile doctor` in the running process. Its rooms are loaded when it is first asked for. */
function openDoctor(config: Config, clock: Pick<Clock, "now">): Doctor {
  const last = new Map<string, { readonly at: number; readonly report: Promise<DoctorReport> }>();
  const look = async (language: "en" | "zh"): Promise<DoctorReport> => {
    const { examine } = await import("../cli/doctor/examine.ts");
    const { ok, findings } = await examine(config, language);
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

/** How this server is doing, for its operators. */
export function openInsight(on: {
  readonly config: Config;
  readonly metrics: PrometheusMetrics;
  readonly clock: Clock;
  readonly log: Log;
}): InsightDeps & { close(): Promise<void> } {
  const history = startMetricHistory(on);
  return {
    history,
    doctor: openDoctor(on.config, on.clock),
    smoke: openSmokeReports(smokeDirectory(on.config.data_dir)),
    close: () => history.close(),
  };
}
