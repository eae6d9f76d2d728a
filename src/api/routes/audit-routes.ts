import { z } from "@hono/zod-openapi";
import { engine as asEngine } from "../../domain/principal.ts";
import { chainProblems } from "../../domain/views/audit.ts";
import { roles } from "../../domain/role.ts";
import { listAudit } from "../../store/audit/audit.ts";
import type { Database } from "../../store/database/database.ts";
import { verifyChain } from "../../store/audit/verify-chain.ts";
import { id, type Route, route } from "../http/route.ts";

const entrySchema = z
  .object({
    id: z.number().int(),
    at: z.string(),
    action: z.string(),
    outcome: z.enum(["done", "refused"]),
    actor: z.string(),
    actor_account_id: z.string().nullable(),
    role: z.enum(roles).nullable(),
    account_id: z.string().nullable(),
    subject: z.string().nullable(),
    network: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    hash: z.string(),
  })
  .openapi("AuditEntry");

const auditPageSchema = z.object({
  entries: z.array(entrySchema),
  next: z.number().int().nullable(),
});

export type AuditPage = z.output<typeof auditPageSchema>;

const chainSchema = z
  .object({
    ok: z.boolean(),
    entries: z.number().int(),
    last_hash: z.string(),
    broken_at: z.number().int().nullable(),
    problem: z.enum(chainProblems).nullable(),
    sealed_from: z.number().int().nullable(),
    anchors: z.number().int(),
  })
  .openapi("AuditChain");

/** What operators did, and whether the record of it is intact. */
export function auditRoutes(on: { readonly db: Database }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/audit",
      auth: "operator",
      summary:
        "What operators did and what was refused, newest first. Ids and codes only, no text.",
      query: z.object({
        before: z.coerce.number().int().min(1).optional(),
        action: z
          .string()
          .regex(/^[a-z_]{1,40}$/)
          .optional(),
        outcome: z.enum(["done", "refused"]).optional(),
        account: id.optional(),
        limit: z.coerce.number().int().min(1).max(500).default(50),
      }),
      answers: {
        200: {
          description: "Entries. `next` goes into `before` for the next page.",
          schema: auditPageSchema,
        },
      },
      handle: async ({ query: { account, ...query } }) => {
        const entries = await on.db.transaction(asEngine, (sql) =>
          listAudit(sql, { ...query, accountId: account }),
        );
        const next = entries.length < query.limit ? null : (entries.at(-1)?.id ?? null);
        return { status: 200, json: { entries, next } };
      },
    }),
    route({
      method: "get",
      path: "/api/audit/chain",
      auth: "operator",
      summary: "Verifies the whole chain and names the first row that was altered.",
      answers: { 200: { description: "The result.", schema: chainSchema } },
      handle: async () => ({ status: 200, json: await on.db.transaction(asEngine, verifyChain) }),
    }),
  ];
}
