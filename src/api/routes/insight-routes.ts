import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import type { Doctor, MetricHistory, SmokeReports } from "../../domain/views/insight.ts";
import { type Route, route } from "../http/route.ts";
import { parseAcceptLanguage } from "../http/refusal-words.ts";

export interface InsightDeps {
  readonly history: MetricHistory;
  readonly doctor: Doctor;
  readonly smoke: SmokeReports;
}

const both = z.object({ en: z.string(), zh: z.string() });

const windowSchema = z
  .object({
    step_seconds: z.number(),
    since: z.string(),
    at: z.array(z.string()),
    series: z.array(
      z.object({
        name: z.string(),
        unit: z.enum(["per_minute", "count", "bytes", "seconds"]),
        values: z.array(z.number().nullable()),
      }),
    ),
  })
  .openapi("MetricWindow");

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
        "Metrics of this process over the last hour, for small charts. They start over when the server restarts.",
      answers: { 200: { description: "Figures.", schema: windowSchema } },
      handle: () => ({ status: 200, json: on.history.read() }),
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
