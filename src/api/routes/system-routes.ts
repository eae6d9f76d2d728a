import { z } from "@hono/zod-openapi";
import { docsPage, docsStyle } from "../http/docs-page.ts";
import type { Engine, MetricsPage } from "../http/ports.ts";
import { type Route, route } from "../http/route.ts";

export interface SystemDeps {
  readonly engine: Pick<Engine, "ready">;
  readonly metrics: MetricsPage;
  /** The OpenAPI document, generated on first request. */
  readonly document: () => Readonly<Record<string, unknown>>;
}

const readiness = z.object({
  ok: z.boolean(),
  degraded: z.boolean(),
  checks: z.record(z.string(), z.string()),
});

export function systemRoutes(on: SystemDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/healthz",
      auth: "public",
      summary: "The process is alive.",
      answers: { 200: { description: "Alive.", schema: z.object({ ok: z.literal(true) }) } },
      handle: () => ({ status: 200, json: { ok: true } }),
    }),
    route({
      method: "get",
      path: "/readyz",
      auth: "public",
      summary: "The process can do its work.",
      answers: {
        200: {
          description: "Ready. `degraded`: a check in `checks` needs attention.",
          schema: readiness,
        },
        503: { description: "Not ready; `checks` says what is missing.", schema: readiness },
      },
      handle: async () => {
        const ready = await on.engine.ready();
        const degraded = Object.values(ready.checks).some((word) => word !== "ok");
        return {
          status: ready.ok ? 200 : 503,
          json: { ok: ready.ok, degraded, checks: ready.checks },
        };
      },
    }),
    route({
      method: "get",
      path: "/metrics",
      auth: "operator",
      summary: "Metrics for Prometheus.",
      answers: { 200: { description: "Figures.", type: "text/plain" } },
      handle: async () => ({
        status: 200,
        bytes: await on.metrics.render(),
        type: "text/plain; version=0.0.4; charset=utf-8",
      }),
    }),
    route({
      method: "get",
      path: "/openapi.json",
      auth: "public",
      summary: "This description, for programs.",
      answers: { 200: { description: "An OpenAPI document." } },
      handle: () => ({ status: 200, json: on.document() }),
    }),
    route({
      method: "get",
      path: "/docs",
      auth: "public",
      summary: "This description, for people.",
      answers: { 200: { description: "A page.", type: "text/html" } },
      handle: () => ({
        status: 200,
        bytes: docsPage(on.document()),
        type: "text/html; charset=utf-8",
      }),
    }),
    route({
      method: "get",
      path: "/docs.css",
      auth: "public",
      summary: "The style sheet of the documentation page.",
      answers: { 200: { description: "A style sheet.", type: "text/css" } },
      handle: () => ({ status: 200, bytes: docsStyle, type: "text/css; charset=utf-8" }),
    }),
  ];
}
