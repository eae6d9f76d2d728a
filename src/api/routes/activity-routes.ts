import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import { deliveryStatuses } from "../../domain/delivery.ts";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import type { Database, Sql } from "../../store/database/database.ts";
import type { RowFilter } from "../views/activity-rows.ts";
import { activitySchema, readActivity } from "../views/activity-view.ts";
import type { Engine } from "../http/ports.ts";
import { timeCursor } from "../http/cursor.ts";
import { type Answer, id, type Route, route } from "../http/route.ts";
import { logSchema, logStates, readMessageLog } from "../views/message-log.ts";
import { nothingSealed, readSealedMessages, unseenQuery } from "../views/sealed-messages.ts";
import { readTurn, turnSchema } from "../views/turn-report.ts";

export interface ActivityDeps {
  readonly db: Database;
  readonly engine: Pick<Engine, "outbox">;
}

const status = z
  .string()
  .max(200)
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(deliveryStatuses)).min(1))
  .optional()
  .openapi({ type: "string", example: "failed,unknown" });

/**
 * Traffic in and out: a person sees their own with its text, an operator sees all accounts' without
 * text.
 */
export function activityRoutes(on: ActivityDeps): Route[] {
  return [...ownRoutes(on), ...allAccountsRoutes(on)];
}

const activityAnswers = { 200: { description: "Current activity.", schema: activitySchema } };
const turnAnswers = {
  200: { description: "The turn.", schema: turnSchema },
  404: { description: "There is no such turn." },
};

function ownRoutes(on: ActivityDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/activity",
      auth: "account",
      scope: "chat:read",
      summary:
        "Your messages, turns and deliveries: what is waiting, what is running and how it ended. Newest first.",
      query: z.object({ status, unseen: unseenQuery }),
      answers: activityAnswers,
      handle: async ({ accountId, query }) => ({
        status: 200,
        json: await on.db.transaction(asAccount(accountId), async (sql) =>
          readActivity(sql, await showOwn(sql, accountId, query.unseen), query.status),
        ),
      }),
    }),
    logRoute(on),
    route({
      method: "get",
      path: "/api/turns/{id}",
      auth: "account",
      scope: "chat:read",
      summary:
        "One of your turns: its input, what it did, the model calls it made, and the state of its answer.",
      params: z.object({ id }),
      query: z.object({ unseen: unseenQuery }),
      answers: turnAnswers,
      handle: ({ accountId, params, query }) =>
        on.db.transaction(asAccount(accountId), async (sql) =>
          showTurn(sql, await showOwn(sql, accountId, query.unseen), params.id),
        ),
    }),
    decisionOnOwn(
      on,
      "resend",
      "Resend one of your own parts that failed, expired, is parked or may not have arrived.",
    ),
    decisionOnOwn(on, "discard", "Discard one of your own parts."),
  ];
}

const moment = z.iso.datetime({ offset: true }).optional();

const logRoute = (on: ActivityDeps): Route =>
  route({
    method: "get",
    path: "/api/messages/log",
    auth: "account",
    scope: "chat:read",
    summary:
      "Your messages in both directions and in all apps, with how they ended, newest first: by words, app, state and time.",
    query: z.object({
      q: z.string().trim().min(1).max(200).optional(),
      channel: z.string().max(40).optional(),
      state: z.enum(logStates).default("any").openapi({
        description: "`waiting` is not over yet; `trouble` did not arrive or was not answered.",
      }),
      from: moment,
      to: moment,
      before: timeCursor.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      unseen: unseenQuery,
    }),
    answers: { 200: { description: "A page of the log.", schema: logSchema } },
    handle: async ({ accountId, query: { unseen, ...query } }) => ({
      status: 200,
      json: await on.db.transaction(asAccount(accountId), async (sql) => {
        const { sealed } = await showOwn(sql, accountId, unseen);
        return readMessageLog(sql, { ...query, accountId, sealed });
      }),
    }),
  });

function allAccountsRoutes(on: ActivityDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/operator/activity",
      auth: "operator",
      summary: "Messages, turns and deliveries of all accounts, without their text. Newest first.",
      query: z.object({ status }),
      answers: activityAnswers,
      handle: async ({ query }) => {
        return {
          status: 200,
          json: await on.db.transaction(asEngine, (sql) =>
            readActivity(sql, withoutWords, query.status),
          ),
        };
      },
    }),
    route({
      method: "get",
      path: "/api/operator/turns/{id}",
      auth: "operator",
      summary: "A turn of any account, without its text.",
      params: z.object({ id }),
      answers: turnAnswers,
      handle: ({ params }) =>
        on.db.transaction(asEngine, (sql) => showTurn(sql, withoutWords, params.id)),
    }),
  ];
}

const withoutWords: RowFilter = { accountId: null, words: false, sealed: nothingSealed };

const showOwn = async (
  sql: Sql,
  accountId: string,
  unseen: "show" | "hide",
): Promise<RowFilter> => ({
  accountId,
  words: true,
  sealed: unseen === "show" ? nothingSealed : await readSealedMessages(sql, accountId),
});

async function showTurn(sql: Sql, who: RowFilter, turnId: string): Promise<Answer> {
  const found = await readTurn(sql, who, turnId);
  if (found === undefined) throw new Refusal("not_found");
  return { status: 200, json: found };
}

function decisionOnOwn(on: ActivityDeps, what: "resend" | "discard", summary: string): Route {
  return route({
    method: "post",
    path: `/api/activity/deliveries/{id}/${what}`,
    auth: "account",
    scope: "chat:write",
    summary,
    params: z.object({ id }),
    body: z.object({}),
    answers: {
      200: { description: "Done.", schema: z.object({ ok: z.literal(true) }) },
      404: { description: "You have no such delivery." },
      409: { description: "Not in this state." },
    },
    handle: async ({ accountId, params }) => {
      const [own] = await on.db.transaction(asAccount(accountId), (sql) =>
        sql.rows("select 1 from delivery_attempt where id = $1 and account_id = $2", [
          params.id,
          accountId,
        ]),
      );
      if (own === undefined) throw new Refusal("not_found");
      await on.engine.outbox[what](params.id);
      return { status: 200, json: { ok: true } };
    },
  });
}
