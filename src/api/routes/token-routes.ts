import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import type { Actor } from "../../domain/views/audit.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import { asAccount } from "../../domain/principal.ts";
import { roles } from "../../domain/role.ts";
import { cleanText } from "../../domain/text.ts";
import { tokenScopes } from "../../domain/token-scope.ts";
import type { Access } from "../../accounts/access.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import { tokenDays, type TokenGrant } from "../../accounts/access-sessions.ts";
import type { Database } from "../../store/database/database.ts";
import { readAccount } from "../views/account-view.ts";
import { toGrant } from "../http/acting-account.ts";
import { actorOf } from "../http/audit-trail.ts";
import { cutPage, nextPage, pageQuery } from "../http/list-page.ts";
import { type Answer, id, type Route, route } from "../http/route.ts";

export interface TokenDeps {
  readonly access: Access;
  readonly db: Database;
  readonly clock: Clock;
}

const tokenSchema = z
  .object({
    id: z.string(),
    account_id: z.string(),
    account_name: z.string().nullable(),
    kind: z.enum(["account", "service"]),
    role: z.enum(roles),
    label: z.string().nullable(),
    scopes: z.array(z.string()),
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .openapi("Token");

export const openSessionSchema = z
  .object({
    id: z.string(),
    account_id: z.string(),
    account_name: z.string().nullable(),
    role: z.enum(roles),
    expires_at: z.string(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    opened_with: z.enum([
      "account",
      "link",
      "operator_token",
      "pairing",
      "passkey",
      "single_sign_on",
    ]),
    token_label: z.string().nullable(),
    /** The session that asks. */
    is_this: z.boolean(),
  })
  .openapi("OpenSession");

const newToken = z.object({
  account_id: id.optional(),
  /** For a service token: the accounts it may act for. */
  accounts: z.array(id).min(1).max(100).optional(),
  /**
   * The role of its bearer. An auditor sees how the server runs and what operators did, and changes
   * nothing.
   */
  role: z.enum(roles).default("account"),
  label: z.string().trim().min(1).max(100).optional(),
  scopes: z.array(z.enum(tokenScopes)).min(1).max(20).default(["*"]),
  /** One year by default; a token without an end must be requested explicitly. */
  expires_in_days: z.number().int().min(1).max(3650).or(z.literal("never")).default(tokenDays),
});

const madeTokenSchema = z.object({
  id: z.string(),
  token: z.string(),
  expires_at: z.string().nullable(),
});

export type TokenRow = z.output<typeof tokenSchema>;
export type OpenSessionRow = z.output<typeof openSessionSchema>;
export type NewToken = z.input<typeof newToken>;
export type MadeToken = z.output<typeof madeTokenSchema>;

/** Tokens and open sessions, for operators. */
export function tokenRoutes(on: TokenDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/tokens",
      auth: "operator",
      summary: "Account and service tokens. Their secrets are never shown.",
      query: z.object(pageQuery),
      answers: {
        200: {
          description: "A page of tokens, newest first.",
          schema: z.object({ tokens: z.array(tokenSchema), next: nextPage }),
        },
      },
      handle: async ({ query }) => {
        const { rows, next } = cutPage(await on.access.list(), query, ({ id: each }) => each);
        return { status: 200, json: { tokens: rows, next } };
      },
    }),
    route({
      method: "get",
      path: "/api/sessions",
      auth: "operator",
      summary:
        "Who is signed in on the page, latest first. End a session with `DELETE /api/tokens/{id}` and its id.",
      query: z.object(pageQuery),
      answers: {
        200: {
          description: "A page of open sessions.",
          schema: z.object({ sessions: z.array(openSessionSchema), next: nextPage }),
        },
      },
      handle: async ({ caller, query }) => {
        const { rows, next } = cutPage(await on.access.listSessions(), query, (each) => each.id);
        const sessions = rows.map((session) => ({
          ...session,
          is_this: session.id === caller.tokenId,
        }));
        return { status: 200, json: { sessions, next } };
      },
    }),
    route({
      method: "post",
      path: "/api/tokens",
      auth: "operator",
      audited: true,
      proof: true,
      summary:
        "Create a token for one account (`account_id`), or a service token for several (`accounts`). The secret is shown only once.",
      body: newToken,
      answers: {
        201: { description: "The token.", schema: madeTokenSchema },
        403: { description: "A session has not proven its identity again: `proof_required`." },
        404: { description: "There is no such account." },
      },
      handle: ({ body, ...ask }) => issueToken(on, body, { caller: ask.caller, by: actorOf(ask) }),
    }),
    route({
      method: "delete",
      path: "/api/tokens/{id}",
      auth: "operator",
      audited: true,
      summary: "Revoke a token. Sessions and streams that were opened with it end.",
      params: z.object({ id }),
      answers: {
        204: { description: "Revoked." },
        404: { description: "There is no such token, or it was already revoked." },
      },
      handle: async ({ params, ...ask }) => {
        if (!(await on.access.revoke(params.id, actorOf(ask)))) throw new Refusal("not_found");
        return { status: 204 };
      },
    }),
  ];
}

async function issueToken(
  on: TokenDeps,
  asked: z.output<typeof newToken>,
  { caller, by }: { caller: Caller; by: Actor },
): Promise<Answer> {
  const { account_id: accountId, accounts, role } = asked;
  // A service acts for people, one at a time: it has no rights of its own.
  if (accounts !== undefined && role !== "account")
    throw new Refusal("invalid_request", { field: "role" });
  if ((accountId === undefined) === (accounts === undefined)) throw new Refusal("account_required");
  for (const known of accounts ?? [accountId ?? ""])
    await on.db.transaction(asAccount(known), (sql) => readAccount(sql, known));
  const grant: TokenGrant = {
    kind: accounts === undefined ? "account" : "service",
    role,
    // A service token belongs to the operator; the accounts it acts for are part of its grant.
    accountId: accountId ?? caller.accountId,
    label: asked.label === undefined ? null : cleanText(asked.label, 100),
    scopes: [...asked.scopes, ...(accounts ?? []).map(toGrant)],
    expiresAt:
      asked.expires_in_days === "never"
        ? null
        : on.clock.now() + asked.expires_in_days * 86_400_000,
    madeIn: caller.kind === "session" ? caller.tokenId : undefined,
  };
  const issued = await on.access.issueToken(grant, by);
  return {
    status: 201,
    json: { id: issued.id, token: issued.secret, expires_at: issued.expiresAt },
  };
}
