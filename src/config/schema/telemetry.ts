import { z } from "zod";
import { httpUrl, positive, secret } from "../../fields.ts";

const exporter = z.enum(["otlp", "none"]).default("otlp");

/** The names of OpenTelemetry's environment variables, which set the same. */
export const telemetry = z.strictObject({
  disabled: z.boolean().default(false).describe("Sends nothing, whatever else is set."),
  endpoint: httpUrl
    .optional()
    .describe(
      "Address of an OpenTelemetry collector that speaks OTLP over HTTP, such as http://127.0.0.1:4318. Off when not set.",
    ),
  traces_endpoint: httpUrl
    .optional()
    .describe("Whole address for traces, instead of `endpoint` with /v1/traces."),
  metrics_endpoint: httpUrl
    .optional()
    .describe("Whole address for metrics, instead of `endpoint` with /v1/metrics."),
  headers: secret
    .optional()
    .describe("Headers of every call, such as a token: name=value, several with commas."),
  timeout_ms: positive.max(60_000).default(10_000).describe("Time limit of one call."),
  traces: exporter.describe("`none` sends no traces."),
  metrics: exporter.describe("`none` sends no metrics."),
  metrics_interval_ms: positive
    .min(1_000)
    .default(60_000)
    .describe("How often metrics are sent, in milliseconds."),
  service_name: z.string().min(1).default("meanwhile").describe("The name of this service."),
  resource_attributes: z
    .string()
    .default("")
    .describe("More about this process: name=value, several with commas."),
  sampler: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on")
    .describe("Which messages are traced."),
  sampler_arg: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Part of all messages that a sampler with `ratio` traces, from 0 to 1."),
});
