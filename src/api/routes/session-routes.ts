import { Refusal } from "../../domain/errors.ts";
import { page } from "../../domain/page.ts";
import { z } from "@hono/zod-openapi";
import type { Clock } from "../../domain/ports/clock.ts";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import { roles } from "../../domain/role.ts";
import type { Access } from "../../accounts/access.ts";
import type { Session } from "../../accounts/access-sessions.ts";
import { noteAudit } from "../../store/audit/audit.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import type { Database } from "../../store/database/database.ts";
import { type AccountRow, accountSchema, readAccount } from "../views/account-view.ts";
import { actorOf, type AuditTrail } from "../http/audit-trail.ts";
import { clearCookie, sessionCookie } from "../http/credential.ts";
import { countFailure, chargeThenTry } from "../http/failed-attempts.ts";
import type { Peer } from "../http/peer.ts";
import type { Engine } from "../http/ports.ts";
import type { RateLimit } from "../../accounts/rate-limit.ts";
import { type Route, route } from "../http/route.ts";

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

const signedInSchema = sessionSchema
  .extend({
    page_key: z.string().openapi({
      description:
        "Send it in the header `X-Meanwhile` with every call that uses the cookie. Shown only once.",
    }),
  })
  .openapi("SignedIn");

export type SessionView = z.output<typeof sessionSchema>;
export type SignedInView = z.output<typeof signedInSchema>;

/**
 * Exactly one of the three. `null`, lists and numbers are refused, so that a loose comparison can
 * never accept them.
 */
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
      summary:
        "Sign in with a one-time link's code, a token or a pairing code. Sets the session cookie and returns the page's key: calls with the cookie send it as `X-Meanwhile`.",
      body: signInSchema,
      answers: {
        200: { description: "Signed in.", schema: signedInSchema },
        400: { description: "The code is unknown, used or expired: `code_not_valid`." },
        401: { description: "The token is wrong." },
        429: {
          description:
            "Too many wrong attempts from this address, or for this credential. A correct one is still accepted.",
        },
      },
      handle: async ({ body, peer }) => {
        const session = await signIn(on, body, peer);
        await note(on, { action: "signed_in", caller: session.caller, peer });
        const seconds = Math.floor(((session.caller.expiresAt ?? 0) - on.clock.now()) / 1_000);
        const json = { ...(await sessionOf(on, session.caller)), page_key: session.pageKey };
        return {
          status: 200,
          json,
          headers: { "Set-Cookie": sessionCookie(peer, session.secret, seconds) },
        };
      },
    }),
    route({
      method: "get",
      path: "/api/session",
      auth: "account",
      summary: "Who is signed in.",
      answers: {
        200: { description: "The account of the credential.", schema: sessionSchema },
      },
      handle: async ({ caller, accountId }) => ({
        status: 200,
        json: await sessionOf(on, { accountId, role: caller.role }),
      }),
    }),
    route({
      method: "delete",
      path: "/api/session",
      auth: "account",
      roles,
      summary: "Sign out. The session ends everywhere, including open streams.",
      answers: { 204: { description: "Signed out." } },
      handle: async ({ caller, peer }) => {
        if (caller.kind !== "session") throw new Refusal("invalid_request", { field: "session" });
        await on.access.revoke(caller.tokenId);
        await note(on, { action: "signed_out", caller, peer });
        return { status: 204, headers: { "Set-Cookie": clearCookie(peer) } };
      },
    }),
  ];
}

async function signIn(
  on: SessionDeps,
  asked: z.output<typeof signInSchema>,
  peer: Peer,
): Promise<Session> {
  const session = await openSession(on, asked, peer);
  if (session !== undefined) return session;
  const code = "token" in asked ? "unauthorized" : "code_not_valid";
  await on.audit.recordRefused({ action: "sign_in_refused", path: "/api/session", code, peer });
  if (!("pairing" in asked))
    countFailure(on.limits.signIn, { peer, secret: "token" in asked ? asked.token : asked.code });
  throw new Refusal(code);
}

const note = (
  on: SessionDeps,
  { action, ...ask }: { action: string; caller: Caller; peer: Peer },
): Promise<void> =>
  on.db.transaction(asEngine, (sql) =>
    noteAudit(sql, on.clock, { action, by: actorOf(ask), accountId: ask.caller.accountId }),
  );

function openSession(
  { access, limits }: SessionDeps,
  asked: z.output<typeof signInSchema>,
  peer: Peer,
): Promise<Session | undefined> {
  if ("code" in asked) return access.redeemLink(asked.code);
  if ("token" in asked) return access.openSession(asked.token);
  return chargeThenTry(limits.signIn, peer, () =>
    access.redeemPairing({ text: asked.pairing, channel: page.channel }),
  );
}

async function sessionOf(
  on: SessionDeps,
  who: { readonly accountId: string; readonly role: string },
) {
  const account: AccountRow = await on.db.transaction(asAccount(who.accountId), (sql) =>
    readAccount(sql, who.accountId),
  );
  return { account, role: who.role, model: on.engine.modelInfo };
}
