import { z } from "@hono/zod-openapi";
import type { Clock } from "../../domain/clock.ts";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import { roles } from "../../domain/role.ts";
import type { Access } from "../../inbound/access.ts";
import type { Session } from "../../inbound/access-sessions.ts";
import { noteAudit } from "../../store/audit.ts";
import type { Caller } from "../../inbound/access-rows.ts";
import type { Database } from "../../store/database.ts";
import { type AccountRow, accountSchema, readAccount } from "../account-view.ts";
import { actorOf, type AuditTrail } from "../audit-trail.ts";
import { endedCookie, sessionCookie } from "../credential.ts";
import { rateLimited, refuse } from "../failure.ts";
import { networkOf, type Peer } from "../peer.ts";
import type { Engine } from "../ports.ts";
import type { RateLimit } from "../../inbound/rate-limit.ts";
import { type Answer, type Route, route } from "../route.ts";

export interface SessionDeps {
  readonly access: Access;
  readonly db: Database;
  readonly clock: Clock;
  readonly engine: Pick<Engine, "modelInfo">;
  readonly limits: { readonly signIn: RateLimit };
  readonly audit: AuditTrail;
}

const sessionSchema = z
  .object({
    account: accountSchema,
    role: z.enum(roles),
    model: z.object({ kind: z.enum(["offline", "provider", "scripted"]), name: z.string() }),
  })
  .openapi("Session");

/** One of the three. `null`, lists and numbers are no code: a comparison that lets them through once opened a peer's door. */
const secret = z.string().min(1).max(512);
const signInSchema = z
  .object({ code: secret })
  .or(z.object({ token: secret }))
  .or(z.object({ pairing: secret }));

export function sessionRoutes(on: SessionDeps): Route[] {
  return [
    route({
      method: "post",
      path: "/api/session",
      auth: "session",
      summary: "Sign in with a one-time link's code, a token or a pairing code. Sets the session cookie.",
      body: signInSchema,
      answers: {
        200: { description: "Signed in.", schema: sessionSchema },
        400: { description: "The code is unknown, used or expired: `code_not_valid`." },
        401: { description: "The token is wrong." },
        429: { description: "Too many failed attempts from this address." },
      },
      handle: async ({ body, peer }) => {
        const session = await signIn(on, body, peer);
        await note(on, { action: "signed_in", caller: session.caller, peer });
        const seconds = Math.floor(((session.caller.expiresAt ?? 0) - on.clock.now()) / 1_000);
        return shown(on, session.caller, { "Set-Cookie": sessionCookie(peer, session.secret, seconds) });
      },
    }),
    route({
      method: "get",
      path: "/api/session",
      auth: "account",
      summary: "Who is signed in.",
      answers: { 200: { description: "The account behind the credential.", schema: sessionSchema } },
      handle: ({ caller, accountId }) => shown(on, { accountId, role: caller.role }),
    }),
    route({
      method: "delete",
      path: "/api/session",
      auth: "account",
      roles,
      summary: "Sign out. The session ends everywhere, open streams included.",
      answers: { 204: { description: "Signed out." } },
      handle: async ({ caller, peer }) => {
        if (caller.kind !== "session") throw refuse("invalid_request", { field: "session" });
        await on.access.revoke(caller.tokenId);
        await note(on, { action: "signed_out", caller, peer });
        return { status: 204, headers: { "Set-Cookie": endedCookie(peer) } };
      },
    }),
  ];
}

/** An attempt is paid for before it is tried and given back if it was honest: parallel guesses gain nothing. */
async function signIn(on: SessionDeps, asked: z.output<typeof signInSchema>, peer: Peer): Promise<Session> {
  const network = networkOf(peer.ip);
  const wait = on.limits.signIn.take(network);
  if (wait > 0) throw rateLimited(wait);
  const session = await opened(on, asked);
  if (session === undefined) {
    const code = "token" in asked ? "unauthorized" : "code_not_valid";
    await on.audit.refused({ action: "sign_in_refused", path: "/api/session", code, peer });
    throw refuse(code);
  }
  on.limits.signIn.giveBack(network);
  return session;
}

const note = (on: SessionDeps, { action, ...ask }: { action: string; caller: Caller; peer: Peer }): Promise<void> =>
  on.db.transaction(asEngine, (sql) => noteAudit(sql, on.clock, { action, by: actorOf(ask), accountId: ask.caller.accountId }));

function opened({ access }: SessionDeps, asked: z.output<typeof signInSchema>): Promise<Session | undefined> {
  if ("code" in asked) return access.redeemLink(asked.code);
  return "token" in asked ? access.openSession(asked.token) : access.redeemPairing({ text: asked.pairing, channel: "web" });
}

async function shown(
  on: SessionDeps,
  who: { readonly accountId: string; readonly role: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const account: AccountRow = await on.db.transaction(asAccount(who.accountId), (sql) => readAccount(sql, who.accountId));
  return { status: 200, json: { account, role: who.role, model: on.engine.modelInfo }, headers };
}
