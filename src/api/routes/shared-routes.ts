import { z } from "@hono/zod-openapi";
import type { FriendsApi, SharedAct } from "../../domain/views/friends.ts";
import { zoneName } from "../../domain/zone.ts";
import { cutPage, nextPage, pageQuery } from "../http/list-page.ts";
import { id, type Route, route } from "../http/route.ts";
import { delivery } from "./reminder-shapes.ts";

const zone = z
  .string()
  .max(64)
  .refine((text) => zoneName(text) !== undefined, "not an IANA time zone")
  .openapi({ type: "string", example: "Asia/Shanghai" });
const when = z.string().max(40).openapi({ example: "2026-06-11T15:00:00" });
const minutes = z.number().int().min(1).max(44_640);
const rule = z
  .union([z.string().max(500), z.record(z.string(), z.unknown())])
  .nullish()
  .openapi({ type: "string", example: "FREQ=WEEKLY;BYDAY=FR" });
const people = z.array(id).min(1).max(20);

const sharedSchema = z
  .object({
    id: z.string(),
    creator_account_id: z.string(),
    title: z.string(),
    local_trigger_at: z.string(),
    captured_timezone: z.string(),
    rrule: z.string().nullable(),
    exdates: z.array(z.string()),
    duration_minutes: z.number().nullable(),
    all_day: z.boolean(),
    status: z.string(),
    own_reminder_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    projections: z.array(
      z.object({
        account_id: z.string(),
        lifecycle: z.string(),
        completion_status: z.string(),
        notice: z.enum(["waiting", "told", "muted"]).nullable().openapi({
          description:
            "The message about the caller's last change: `waiting` for a chat to be sent in, `told`, or `muted` by this friend.",
        }),
        told_at: z.string().nullable().openapi({ description: "When that message was written." }),
        reached_at: z.string().nullable().openapi({ description: "When that message arrived." }),
      }),
    ),
  })
  .openapi("SharedReminder");

const resultSchema = z
  .object({
    status: z.enum([
      "created",
      "duplicate_active",
      "blocked",
      "rescheduled",
      "unchanged",
      "cancelled",
      "already_cancelled",
      "completed",
      "declined",
      "accepted",
      "added",
      "skipped",
      "unskipped",
    ]),
    shared_reminder: z.union([sharedSchema, z.null()]),
    breakdown: z.object({
      conflicting: z.array(z.string()),
      refusing: z.array(z.string()),
      available: z.array(z.string()),
    }),
    suggested_times: z.array(z.string()),
    unreachable: z.array(z.string()).openapi({
      description:
        "Notified friends who cannot be reached yet. They get the message as soon as they can.",
    }),
    delivery: z.union([delivery, z.null()]),
  })
  .openapi("SharedReminderResult");

const owner = z.object({ account_id: id.optional(), owner_account_id: id.optional() });

/** Reminders that several people share. People who do not take part cannot find them. */
export function sharingRoutes(on: { readonly friends: FriendsApi }): Route[] {
  return [
    createRoute(on.friends),
    ownRoute(on.friends),
    ...lookRoutes(on.friends),
    ...acts(on.friends),
    availabilityRoute(on.friends),
  ];
}

function createRoute(friends: FriendsApi): Route {
  return route({
    method: "post",
    path: "/api/shared-reminders",
    auth: "account",
    scope: "friends:write",
    summary:
      "Share a reminder with friends. If one of them has no time, nothing is written and common free times are suggested.",
    body: z.object({
      creator_account_id: id.optional(),
      receiver_account_ids: people,
      title: z.string().trim().min(1).max(500),
      local_trigger_at: when,
      captured_timezone: zone.optional(),
      duration_minutes: minutes.nullish(),
      all_day: z.boolean().optional(),
      recurrence_rule: rule,
      context: z.unknown().optional(),
    }),
    answers: {
      200: { description: "Nothing new was written: `status` says why.", schema: resultSchema },
      201: { description: "Shared.", schema: resultSchema },
      404: { description: "One of the people is not a friend." },
    },
    handle: async ({ accountId, body }) => {
      const result = await friends.share(accountId, body);
      return { status: result.status === "created" ? 201 : 200, json: result };
    },
  });
}

function ownRoute(friends: FriendsApi): Route {
  return route({
    method: "post",
    path: "/api/reminders/{id}/share",
    auth: "account",
    scope: "friends:write",
    summary:
      "Share one of your own reminders with friends, who are notified. It stays the same reminder.",
    params: z.object({ id }),
    body: owner.extend({ receiver_account_ids: people }),
    answers: {
      200: { description: "Nothing was written: `status` says why.", schema: resultSchema },
      201: { description: "Shared.", schema: resultSchema },
      404: { description: "There is no such reminder, or one of the people is not a friend." },
    },
    handle: async ({ accountId, params, body }) => {
      const result = await friends.shareOwn(accountId, params.id, body.receiver_account_ids);
      return { status: result.status === "created" ? 201 : 200, json: result };
    },
  });
}

function lookRoutes(friends: FriendsApi): Route[] {
  return [
    route({
      method: "get",
      path: "/api/shared-reminders",
      auth: "account",
      scope: "friends:read",
      summary: "The shared reminders you take or took part in, newest first.",
      query: owner.extend(pageQuery),
      answers: {
        200: {
          description: "A page of shared reminders.",
          schema: z.object({ shared_reminders: z.array(sharedSchema), next: nextPage }),
        },
      },
      handle: async ({ accountId, query }) => {
        const { rows, next } = cutPage(await friends.shared(accountId), query, (each) => each.id);
        return { status: 200, json: { shared_reminders: rows, next } };
      },
    }),
    route({
      method: "get",
      path: "/api/shared-reminders/{id}",
      auth: "account",
      scope: "friends:read",
      summary: "One shared reminder.",
      params: z.object({ id }),
      query: owner,
      answers: { 200: { description: "The shared reminder.", schema: sharedSchema } },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await friends.oneShared(accountId, params.id),
      }),
    }),
  ];
}

function acts(friends: FriendsApi): Route[] {
  const change = z.object({
    local_trigger_at: when.optional(),
    captured_timezone: zone.optional(),
    duration_minutes: minutes.nullish(),
    all_day: z.boolean().optional(),
    recurrence_rule: rule,
    title: z.string().trim().min(1).max(500).optional(),
  });
  const oneDay = owner.extend({ occurrence: when });
  const act = <B extends typeof owner>(
    name: string,
    summary: string,
    how: { readonly body: B; of(body: z.output<B>): SharedAct },
  ): Route =>
    route({
      method: "post",
      path: `/api/shared-reminders/{id}/${name}`,
      auth: "account",
      scope: "friends:write",
      summary,
      params: z.object({ id }),
      body: how.body,
      answers: { 200: { description: "The result.", schema: resultSchema } },
      handle: async ({ accountId, params, body }) => ({
        status: 200,
        json: await friends.actOnShared(accountId, params.id, how.of(body as z.output<B>)),
      }),
    });
  return [
    act("cancel", "Cancel it for everyone; the others are notified.", {
      body: owner,
      of: () => ({ kind: "cancel" }),
    }),
    act("complete-own-projection", "Mark your own part done.", {
      body: owner,
      of: () => ({ kind: "complete" }),
    }),
    act(
      "participants",
      "Invite more friends; they and the others are notified. Only its creator can do this.",
      {
        body: owner.extend({ receiver_account_ids: people }),
        of: ({ receiver_account_ids }) => ({ kind: "add", receiver_account_ids }),
      },
    ),
    act("skip", "Skip one occurrence of a series for everyone; the others are notified.", {
      body: oneDay,
      of: ({ occurrence }) => ({ kind: "skip", occurrence }),
    }),
    act("unskip", "Restore a skipped occurrence; the others are notified.", {
      body: oneDay,
      of: ({ occurrence }) => ({ kind: "unskip", occurrence }),
    }),
    act("accept", "Accept what a friend wants to share; its creator is notified.", {
      body: owner,
      of: () => ({ kind: "accept" }),
    }),
    act("decline", "Decline or leave it; its creator is notified.", {
      body: owner,
      of: () => ({ kind: "decline" }),
    }),
    act("reschedule", "Change time, duration or title for everyone; the others are notified.", {
      body: owner.extend(change.shape),
      of: (asked) => ({ kind: "reschedule", ...change.parse(asked) }),
    }),
  ];
}

function availabilityRoute(friends: FriendsApi): Route {
  return route({
    method: "post",
    path: "/api/shared-reminders/availability",
    auth: "account",
    scope: "friends:read",
    summary: "When friends are busy and when they are free, and nothing else.",
    body: z.object({
      requester_account_id: id.optional(),
      friend_account_ids: people,
      local_start: when,
      local_end: when,
      requester_timezone: zone.optional(),
    }),
    answers: {
      200: {
        description: "Busy and free times, in alternation.",
        schema: z.object({
          friends: z.array(
            z.object({
              account_id: z.string(),
              shown: z.boolean(),
              windows: z.array(
                z.object({
                  state: z.enum(["busy", "free"]),
                  start: z.string(),
                  end: z.string(),
                }),
              ),
            }),
          ),
        }),
      },
    },
    handle: async ({ accountId, body }) => ({
      status: 200,
      json: { friends: await friends.availability(accountId, body) },
    }),
  });
}
