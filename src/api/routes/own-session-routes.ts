import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import type { Actor } from "../../domain/views/audit.ts";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import { engine as asEngine } from "../../domain/principal.ts";
import { roles } from "../../domain/role.ts";
import type { Access } from "../../accounts/access.ts";
import { proofLifeMs } from "../../accounts/fresh-proof.ts";
import { noteAudit } from "../../store/audit/audit.ts";
import type { Database } from "../../store/database/database.ts";
import { assertProof, type ProvenDeps } from "../http/assert-proof.ts";
import { actorOf } from "../http/audit-trail.ts";
import { id, type Route, route } from "../http/route.ts";
import { openSessionSchema } from "./token-routes.ts";

export interface OwnSessionDeps extends ProvenDeps {
  readonly access: Access;
  readonly db: Database;
  readonly clock: Clock;
}

/** Where a person is signed in, and how a session proves its identity again. */
export function ownSessionRoutes(on: OwnSessionDeps): Route[] {
  return [
    route({
      method: "post",
      path: "/api/session/proof",
      auth: "account",
      summary:
        "Prove your identity again, with the token you signed in with or the code of a new sign-in link. For ten minutes this session may then do what requires it.",
      body: z.object({ proof: z.string().trim().min(1).max(512) }),
      answers: {
        200: { description: "Proven.", schema: z.object({ until: z.string() }) },
        400: {
          description:
            "The proof is unknown, used, expired, younger than the session or of another account: `code_not_valid`.",
        },
        429: { description: "Too many wrong attempts." },
      },
      handle: async ({ body, caller, peer }) => {
        if (caller.kind !== "session") throw new Refusal("invalid_request", { field: "session" });
        await assertProof(on, { caller, peer, path: "/api/session/proof", proof: body.proof });
        return { status: 200, json: { until: iso(on.clock.now() + proofLifeMs) } };
      },
    }),
    route({
      method: "get",
      path: "/api/account/sessions",
      auth: "account",
      // Only tokens with full access, and the page.
      scope: "account:sessions",
      summary: "Where you are signed in, latest first.",
      answers: {
        200: {
          description: "Your open sessions.",
          schema: z.object({ sessions: z.array(openSessionSchema) }),
        },
      },
      handle: async ({ accountId, caller }) => {
        const open = await on.access.listSessions(accountId);
        return {
          status: 200,
          json: {
            sessions: open.map((session) => ({
              ...session,
              is_this: session.id === caller.tokenId,
            })),
          },
        };
      },
    }),
    route({
      method: "post",
      path: "/api/account/sessions/end-others",
      auth: "account",
      roles,
      scope: "account:sessions",
      summary: "Sign out everywhere else. Open pages there are disconnected at once.",
      body: z.object({}),
      answers: {
        200: {
          description: "How many sessions ended.",
          schema: z.object({ ended: z.number().int() }),
        },
      },
      handle: async ({ accountId, ...ask }) => {
        const ended = await on.access.endSessions(accountId, { allBut: ask.caller.tokenId });
        if (ended > 0) await note(on, { accountId, by: actorOf(ask), details: { ended } });
        return { status: 200, json: { ended } };
      },
    }),
    route({
      method: "delete",
      path: "/api/account/sessions/{id}",
      auth: "account",
      roles,
      scope: "account:sessions",
      summary: "Sign out one of your sessions.",
      params: z.object({ id }),
      answers: {
        204: { description: "Ended." },
        404: { description: "You have no such session." },
      },
      handle: async ({ accountId, params, ...ask }) => {
        if ((await on.access.endSessions(accountId, { only: params.id })) === 0)
          throw new Refusal("not_found");
        await note(on, { accountId, by: actorOf(ask), subject: params.id });
        return { status: 204 };
      },
    }),
  ];
}

type Note = {
  readonly accountId: string;
  readonly by: Actor;
  readonly subject?: string;
  readonly details?: { readonly ended: number };
};

const note = (on: OwnSessionDeps, what: Note): Promise<void> =>
  on.db.transaction(asEngine, (sql) =>
    noteAudit(sql, on.clock, { action: "sessions_ended", ...what }),
  );
