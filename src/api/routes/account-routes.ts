import { z } from "@hono/zod-openapi";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { PayloadOf } from "../../domain/events/catalogue.ts";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import type { RemindersApi } from "../../domain/views/reminders.ts";
import type { Actor } from "../../domain/views/audit.ts";
import type { Access } from "../../accounts/access.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import { noteAudit } from "../../store/audit/audit.ts";
import type { Database } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import { record } from "../../store/log/record.ts";
import {
  accountFields,
  type AccountRow,
  accountSchema,
  knownAccountSchema,
  readAccount,
} from "../views/account-view.ts";
import { actorOf } from "../http/audit-trail.ts";
import { id, type Route, route } from "../http/route.ts";

export interface AccountDeps {
  readonly access: Pick<Access, "createAccount">;
  readonly accounts: Accounts;
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly defaultTimezone: string;
  readonly reminders?:
    | Pick<RemindersApi, "setMorning" | "previewZone" | "moveIntoZone" | "takeDeviceZone">
    | undefined;
}

const changes = z.object(accountFields).openapi("AccountChange");
const ownChanges = changes
  .extend({
    is_welcomed: z.literal(true).optional().openapi({
      description: "The page has asked the person who they are.",
    }),
    /** What reminders by the clock do in another zone: ring at the same hour there, or at the same moment. */
    keep: z.enum(["hour", "moment"]).optional().openapi({
      description:
        "With `default_timezone`: whether reminders keep their hour in the new zone, or their moment. Without it, their moment.",
    }),
    device_timezone: accountFields.default_timezone.openapi({
      description:
        "The zone of the person's device. It is taken where the account's zone was not chosen and no reminder depends on it.",
    }),
  })
  .openapi("OwnAccountChange");
const accountPageSchema = z.object({
  accounts: z.array(knownAccountSchema),
  next: z.string().nullable(),
});

export type AccountChange = z.input<typeof ownChanges>;
export type AccountPage = z.output<typeof accountPageSchema>;

export function accountRoutes(on: AccountDeps): Route[] {
  return [
    route({
      method: "patch",
      path: "/api/account",
      auth: "account",
      scope: "account:write",
      summary:
        "Change your name, language, time zone, mornings or order of channels for reminders.",
      body: ownChanges,
      answers: { 200: { description: "The updated account.", schema: accountSchema } },
      handle: async ({ accountId, body: { device_timezone: device, ...body } }) => {
        if (device !== undefined) await on.reminders?.takeDeviceZone(accountId, device);
        return { status: 200, json: await changeAccount(on, accountId, body) };
      },
    }),
    zonePreviewRoute(on),
    route({
      method: "get",
      path: "/api/accounts",
      auth: "operator",
      summary: "Accounts, newest first.",
      query: z.object({
        /** Part of a name, of an id, or of a person's id in a chat app. */
        search: z.string().trim().min(1).max(100).optional(),
        lifecycle: z.enum(["active", "disabled"]).optional(),
        after: id.optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
      answers: {
        200: {
          description: "Accounts. `next` goes into `after` for the next page.",
          schema: accountPageSchema,
        },
      },
      handle: async ({ query }) => {
        const accounts = await on.accounts.list(query);
        const next = accounts.length < query.limit ? null : (accounts.at(-1)?.id ?? null);
        return { status: 200, json: { accounts, next } };
      },
    }),
    route({
      method: "post",
      path: "/api/accounts",
      auth: "operator",
      audited: true,
      summary: "Create an account.",
      body: changes,
      answers: { 201: { description: "The new account.", schema: accountSchema } },
      handle: async ({ body, ...ask }) => {
        const person = {
          displayName: body.display_name ?? null,
          language: body.language ?? null,
          timezone: body.default_timezone ?? on.defaultTimezone,
          zoneIsChosen: body.default_timezone !== undefined,
        };
        const made = await on.access.createAccount(person, actorOf(ask));
        return {
          status: 201,
          json: await changeAccount(on, made, {
            reminder_channels: body.reminder_channels,
            morning: body.morning,
          }),
        };
      },
    }),
    route({
      method: "patch",
      path: "/api/accounts/{id}",
      auth: "operator",
      audited: true,
      summary: "Change an account's name, language, time zone or order of channels for reminders.",
      params: z.object({ id }),
      body: changes,
      answers: {
        200: { description: "The updated account.", schema: accountSchema },
        404: { description: "There is no such account." },
      },
      handle: async ({ params, body, ...ask }) => {
        const json = await changeAccount(on, params.id, body);
        await noteChange(on, { accountId: params.id, fields: Object.keys(body), by: actorOf(ask) });
        return { status: 200, json };
      },
    }),
  ];
}

function zonePreviewRoute(on: AccountDeps): Route {
  const answer = z
    .object({
      reminders: z.number().int().openapi({ description: "How many go by the clock." }),
      first: z
        .object({ content: z.string(), at: z.string(), at_there: z.string() })
        .nullable()
        .openapi({
          description: "The soonest: its wall time now, and that of the same moment there.",
        }),
    })
    .openapi("ZoneChange");
  return route({
    method: "get",
    path: "/api/account/zone-change",
    auth: "account",
    scope: "account:write",
    summary: "What another time zone would mean for your reminders. Nothing is written.",
    query: z.object({ to: accountFields.default_timezone.unwrap() }),
    answers: { 200: { description: "Reminders that go by the clock.", schema: answer } },
    handle: async ({ accountId, query }) => ({
      status: 200,
      json: (await on.reminders?.previewZone(accountId, query.to)) ?? { reminders: 0, first: null },
    }),
  });
}

async function changeAccount(
  on: AccountDeps,
  accountId: string,
  { morning, keep, ...body }: Omit<z.output<typeof ownChanges>, "device_timezone">,
): Promise<AccountRow> {
  if (morning !== undefined) await on.reminders?.setMorning(accountId, morning);
  const { default_timezone: zone } = body;
  const isMoved = keep === "hour" && zone !== undefined && on.reminders !== undefined;
  if (isMoved) await on.reminders?.moveIntoZone(accountId, zone);
  const asked = isMoved ? { ...body, default_timezone: undefined } : body;
  return on.db.transaction(asAccount(accountId), async (sql) => {
    await readAccount(sql, accountId);
    const payload: PayloadOf<"account_updated"> = { id: accountId, ...asked };
    if (Object.entries(payload).some(([field, value]) => field !== "id" && value !== undefined)) {
      await record(sql, on.projector, [
        {
          stream: `account:${accountId}`,
          kind: "account_updated",
          at: iso(on.clock.now()),
          accountId,
          payload,
        },
      ]);
    }
    return readAccount(sql, accountId);
  });
}

/** Records which fields changed, not their values. */
function noteChange(
  on: AccountDeps,
  { accountId, fields, by }: { accountId: string; fields: string[]; by: Actor },
): Promise<void> {
  return on.db.transaction(asEngine, (sql) =>
    noteAudit(sql, on.clock, { action: "account_changed", by, accountId, details: { fields } }),
  );
}
