import type { MetricSeries } from "../../domain/views/insight.ts";

interface Source {
  readonly name: string;
  /** The metric behind it; all matching series are added up. */
  readonly from: string;
  readonly fits?: (labels: Readonly<Record<string, string | undefined>>) => boolean;
}

export interface Plot extends Source {
  readonly unit: MetricSeries["unit"];
}

/** Metrics that get a chart. For more, let Prometheus read `/metrics`. */
export const plots: readonly Plot[] = [
  { name: "messages", unit: "per_minute", from: "meanwhile_inbound_total" },
  { name: "turns", unit: "per_minute", from: "meanwhile_turns_total" },
  { name: "failed_turns", unit: "per_minute", from: "meanwhile_turn_ends_total" },
  { name: "deliveries", unit: "per_minute", from: "meanwhile_deliveries_total" },
  {
    name: "outbox",
    unit: "count",
    from: "meanwhile_outbox",
    fits: ({ status }) => status === "pending" || status === "sending",
  },
  {
    name: "stuck",
    unit: "count",
    from: "meanwhile_outbox",
    fits: ({ status }) => status !== "pending" && status !== "sending",
  },
  { name: "inbox_lag", unit: "seconds", from: "meanwhile_inbox_lag_seconds" },
  {
    name: "reminders",
    unit: "per_minute",
    from: "meanwhile_timers_fired_total",
    fits: ({ kind }) => kind === "reminder",
  },
  { name: "timers_overdue", unit: "seconds", from: "meanwhile_timers_overdue_seconds" },
  {
    name: "model_calls",
    unit: "per_minute",
    from: "meanwhile_model_calls_total",
    fits: ({ source }) => source === "model",
  },
  { name: "model_tokens", unit: "per_minute", from: "meanwhile_model_tokens_total" },
  { name: "requests", unit: "per_minute", from: "meanwhile_http_requests_total" },
  {
    name: "failed_requests",
    unit: "per_minute",
    from: "meanwhile_http_requests_total",
    fits: ({ status }) => status?.startsWith("5") === true,
  },
  { name: "memory", unit: "bytes", from: "process_resident_memory_bytes" },
  { name: "event_loop", unit: "seconds", from: "nodejs_eventloop_lag_p99_seconds" },
];

/** How long things take, as percentiles. */
export const timings: readonly Source[] = [
  { name: "answer", from: "meanwhile_answer_seconds" },
  { name: "first_token", from: "meanwhile_model_first_token_seconds" },
  { name: "model_call", from: "meanwhile_model_call_seconds" },
  { name: "delivery", from: "meanwhile_delivery_seconds" },
  {
    name: "reminder_late",
    from: "meanwhile_timer_late_seconds",
    fits: ({ kind }) => kind === "reminder",
  },
];
