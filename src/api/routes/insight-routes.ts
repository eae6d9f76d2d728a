import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import {
  type Doctor,
  type MetricHistory,
  metricRanges,
  type SmokeReports,
  type Spending,
} from "../../domain/views/insight.ts";
import { type Route, route } from "../http/route.ts";
import { parseAcceptLanguage } from "../http/accept-language.ts";

export interface InsightDeps {
  readonly history: MetricHistory;
  readonly spending: Spending;
  readonly doctor: Doctor;
  readonly smoke: SmokeReports;
}

const both = z.object({ en: z.string(), zh: z.string() });

const points = z.array(z.number().nullable());

const windowSchema = z
  .object({
    step_seconds: z.number(),
    at: z.array(z.string()),
    series: z.array(
      z.object({
        name: z.string(),
        unit: z.enum(["per_minute", "count", "bytes", "seconds"]),
        values: points,
      }),
    ),
    timings: z.array(z.object({ name: z.string(), p50: points, p95: points, p99: points })),
  })
  .openapi("MetricWindow");

const spent = {
  calls: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  costs: z.array(z.object({ currency: z.string().nullable(), micros: z.number() })),
};

const spendingSchema = z
  .object({
    days: z.array(z.object({ day: z.string(), ...spent })),
    accounts: z.array(
      z.object({ account_id: z.string(), display_name: z.string().nullable(), ...spent }),
    ),
    more_accounts: z.number().int(),
  })
  .openapi("Spending");

const doctorSchema = z
  .object({
    ok: z.boolean(),
    at: z.string(),
    checks: z.array(
      z.object({
        name: z.string(),
        status: z.enum(["ok", "warn", "fail"]),
        says: both,
        fix: both.nullable(),
      }),
    ),
  })
  .openapi("DoctorReport");

const run = {
  run: z.string(),
  stack: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  passed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
};

const reportSchema = z
  .object({
    ...run,
    cases: z.array(
      z.object({
        case: z.string(),
        group: z.string(),
        gist: z.string().nullable(),
        status: z.enum(["passed", "failed", "skipped"]),
        reason: z.string().nullable(),
        took_ms: z.number(),
        steps: z.array(
          z.object({
            said: z.string(),
            replies: z.array(z.string()),
            findings: z.array(
              z.object({ what: z.string(), expected: z.string(), found: z.string() }),
            ),
          }),
        ),
      }),
    ),
  })
  .openapi("SmokeReport");

/** How this server is doing. */
export function insightRoutes(on: InsightDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/metrics",
      auth: "operator",
      summary:
        "Metrics of all processes over a range, for charts. `timings` are seconds; null where nothing ran or nothing happened.",
      query: z.object({ range: z.enum(metricRanges).default("hour") }),
      answers: { 200: { description: "Points.", schema: windowSchema } },
      handle: async ({ query }) => ({ status: 200, json: await on.history.read(query.range) }),
    }),
    route({
      method: "get",
      path: "/api/metrics/spending",
      auth: "operator",
      summary:
        "Tokens and costs of the language model by day of the server's time zone, and by account. `account_id` shows the days of one account.",
      query: z.object({
        days: z.coerce.number().int().min(1).max(90).default(30),
        account_id: z.string().max(64).optional(),
      }),
      answers: { 200: { description: "Tokens and costs.", schema: spendingSchema } },
      handle: async ({ query }) => ({
        status: 200,
        json: await on.spending({ days: query.days, accountId: query.account_id }),
      }),
    }),
    route({
      method: "get",
      path: "/api/doctor",
      auth: "operator",
      summary: "Checks the whole installation, like `meanwhile doctor`.",
      answers: { 200: { description: "The results.", schema: doctorSchema } },
      handle: async ({ incoming }) => ({
        status: 200,
        json: await on.doctor(parseAcceptLanguage(incoming.headers["accept-language"])),
      }),
    }),
    route({
      method: "get",
      path: "/api/smoke-reports",
      auth: "operator",
      summary: "Stored runs of the smoke test, newest first.",
      answers: {
        200: {
          description: "Runs.",
          schema: z.object({ reports: z.array(z.object(run).openapi("SmokeRun")) }),
        },
      },
      handle: async () => ({ status: 200, json: { reports: await on.smoke.list() } }),
    }),
    route({
      method: "get",
      path: "/api/smoke-reports/{run}",
      auth: "operator",
      summary: "One run, case by case.",
      params: z.object({ run: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
      answers: {
        200: { description: "The run.", schema: reportSchema },
        404: { description: "There is no such run." },
      },
      handle: async ({ params }) => {
        const report = await on.smoke.read(params.run);
        if (report === undefined) throw new Refusal("not_found");
        return { status: 200, json: report };
      },
    }),
  ];
}
