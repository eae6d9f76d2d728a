import { z } from "@hono/zod-openapi";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import { knownAccountSchema } from "../views/account-view.ts";
import { actorOf } from "../http/audit-trail.ts";
import { type AnswerDoc, id, type Route, route } from "../http/route.ts";

export interface AccountAdminDeps {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** Days after which a backup is deleted; undefined without backups. */
  readonly backupDays: (() => Promise<number | undefined>) | undefined;
}

const noSuch: AnswerDoc = { description: "There is no such account." };
const unproven: AnswerDoc = {
  description: "A session has not proven its identity again: `proof_required`.",
};
const kept: AnswerDoc = {
  description: "It is the operator's own account: `operator_account_kept`.",
};

const erasedSchema = z.object({
  erased: z.literal(true),
  events: z.number().int(),
  files: z.number().int(),
  backups_until: z.string().nullable(),
});

export type ErasedAccount = z.output<typeof erasedSchema>;

/** Operations on an account as a whole. */
export function accountAdminRoutes(on: AccountAdminDeps): Route[] {
  return [
    lifecycleRoute(
      on,
      "disable",
      "Disable an account: its credentials end, its messages are refused, its reminders wait.",
    ),
    lifecycleRoute(on, "enable", "Enable a disabled account. Credentials that ended stay ended."),
    route({
      method: "post",
      path: "/api/accounts/{id}/erase",
      auth: "operator",
      audited: true,
      proof: true,
      summary:
        "Erase an account permanently and at once: its text is removed from the log, its rows and files are deleted. `name` is its name, or its id if it has none. Earlier backups are deleted by `backups_until`.",
      params: z.object({ id }),
      body: z.object({ name: z.string().max(200) }),
      answers: {
        200: {
          description:
            "Erased. `backups_until` is when the last backup with its data is deleted; null if there is none.",
          schema: erasedSchema,
        },
        400: { description: "The name does not match: `confirmation_mismatch`." },
        403: unproven,
        404: noSuch,
        409: {
          description: "`operator_account_kept`, or something is still being sent: `account_busy`.",
        },
      },
      handle: async ({ params, body, ...ask }) => ({
        status: 200,
        json: {
          erased: true,
          ...(await on.accounts.erase(params.id, body.name, actorOf(ask))),
          backups_until: await backupsUntil(on),
        },
      }),
    }),
  ];
}

/**
 * Last night's backup is deleted once it is older than that, together with the next backup made.
 */
async function backupsUntil({ clock, backupDays }: AccountAdminDeps): Promise<string | null> {
  const days = await backupDays?.();
  return days === undefined ? null : iso(clock.now() + (days + 1) * dayMs);
}

const dayMs = 86_400_000;

function lifecycleRoute(on: AccountAdminDeps, what: "disable" | "enable", summary: string): Route {
  return route({
    method: "post",
    path: `/api/accounts/{id}/${what}`,
    auth: "operator",
    audited: true,
    proof: true,
    summary,
    params: z.object({ id }),
    body: z.object({}),
    answers: {
      200: { description: "The updated account.", schema: knownAccountSchema },
      403: unproven,
      404: noSuch,
      409: kept,
    },
    handle: async ({ params, ...ask }) => ({
      status: 200,
      json: await on.accounts.setActive(params.id, what === "enable", actorOf(ask)),
    }),
  });
}
