import { hostname } from "node:os";
import type { Config } from "../config.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import { startTelemetry, type TelemetrySettings } from "../telemetry/export.ts";
import type { FirstMessages } from "../telemetry/place-spans.ts";
import type { Base } from "./base.ts";
import { readVersion } from "./version.ts";

/** Traces and metrics for the collector that the settings name, if they do. */
export function openTelemetry(base: Base): void {
  const settings = telemetrySettings(base.config);
  if (settings.tracesUrl === undefined && settings.metricsUrl === undefined) return;
  const http = safeHttp({ clock: base.clock });
  const telemetry = startTelemetry({
    settings,
    http,
    clock: base.clock,
    log: base.log,
    readMetrics: () => base.metrics.points(),
    firstMessages: firstMessagesOf(base),
  });
  base.spans.sendTo(telemetry.add);
  base.closers.push(async () => {
    await telemetry.close();
    await http.close();
  });
}

function telemetrySettings({ telemetry, roles }: Config): TelemetrySettings {
  const { traces_endpoint: tracesUrl, metrics_endpoint: metricsUrl } = telemetry;
  const at = (path: string): string | undefined =>
    telemetry.endpoint === undefined
      ? undefined
      : `${telemetry.endpoint.replace(/\/$/, "")}/v1/${path}`;
  const isOn = (exporter: "otlp" | "none"): boolean => exporter === "otlp" && !telemetry.disabled;
  return {
    tracesUrl: isOn(telemetry.traces) ? (tracesUrl ?? at("traces")) : undefined,
    metricsUrl: isOn(telemetry.metrics) ? (metricsUrl ?? at("metrics")) : undefined,
    headers: pairsIn(telemetry.headers ?? ""),
    resource: {
      "service.version": readVersion(),
      "service.instance.id": `${hostname()}:${process.pid}`,
      "meanwhile.roles": roles.join(","),
      ...pairsIn(telemetry.resource_attributes),
      "service.name": telemetry.service_name,
    },
    timeoutMs: telemetry.timeout_ms,
    metricsEveryMs: telemetry.metrics_interval_ms,
    ratio: ratioOf(telemetry),
  };
}

function ratioOf(telemetry: Config["telemetry"]): number {
  const { sampler, sampler_arg: part } = telemetry;
  if (sampler.endsWith("always_off")) return 0;
  return sampler.endsWith("ratio") ? part : 1;
}

/** As W3C baggage writes them: `name=value,other=value`, values percent-encoded. */
const pairsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]];
    }),
  );

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

const firstMessagesOf =
  ({ store }: Base): FirstMessages =>
  async (turnIds) => {
    const rows = await store.db.rows<{ turn: string; message: string }>(
      `select t.id as turn, m.id as message from turn t join message m
         on m.conversation_id = t.conversation_id and m.seq = t.input_from_seq and m.direction = 'inbound'
       where t.id = any(array(select unnest($1::text[])))`,
      [turnIds],
    );
    return new Map(rows.map(({ turn, message }) => [turn, message]));
  };
