import { z } from "@hono/zod-openapi";
import { closedReasons } from "../../domain/ports/delivery-outlook.ts";
import { entryColors, furthestAlert, mostAlerts } from "../../domain/views/entry-details.ts";
import { zoneName } from "../../domain/zone.ts";
import { id } from "../http/route.ts";

export const zone = z
  .string()
  .max(64)
  .refine((text) => zoneName(text) !== undefined, "not an IANA time zone")
  .openapi({ type: "string", example: "Asia/Shanghai" });
export const minutes = z.number().int().min(1).max(44_640);
export const rule = z.union([z.string().max(300), z.record(z.string(), z.unknown())]).nullable();
export const when = z.string().max(40).openapi({ example: "2026-06-10T18:00:00+08:00" });

const asksInsistence = z
  .object({
    every_minutes: z.number().int().min(1).max(1_440).optional(),
    times: z.number().int().min(1).max(100).optional(),
    until: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
      .nullish()
      .openapi({ example: "18:00" }),
    important: z.boolean().optional(),
  })
  .openapi({
    description:
      "Repeats until it is done: every 10 minutes, 24 times at most, unless said otherwise. `until` is a clock time in its zone. " +
      "`important`: unanswered, it takes the person's other chat apps.",
  });

const insistence = z
  .object({
    every_minutes: z.number(),
    times: z.number(),
    until: z.string().nullable(),
    important: z.boolean(),
  })
  .openapi("Insistence");

/** Notes, place, link, colour, order and alerts, as they are asked for. */
const askedDetails = {
  notes: z.string().max(4_000).nullish(),
  place: z.string().max(300).nullish(),
  link: z
    .string()
    .max(1_000)
    .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s"<>]+$/, "not an address of the web")
    .nullish(),
  color: z.enum(entryColors).nullish(),
  order: z.number().int().min(-1e12).max(1e12).nullish().openapi({
    description: "Where a to-do stands among the others: the lowest comes first.",
  }),
  is_to_do: z.boolean().optional().openapi({
    description: "Whether it stays on the list of to-dos until it is done, also with a date.",
  }),
  alerts: z
    .array(z.number().int().min(1).max(furthestAlert))
    .max(mostAlerts)
    .optional()
    .openapi({ description: "Minutes before its time at which it is announced as well." }),
};

const details = {
  notes: z.string().nullable(),
  place: z.string().nullable(),
  link: z.string().nullable(),
  color: z.enum(entryColors).nullable(),
  order: z.number(),
  is_to_do: z.boolean(),
  alerts: z.array(z.number()),
};

export const item = z
  .object({
    operation: z.enum(["create", "update", "delete", "complete"]),
    reminder_id: id.optional(),
    content: z.string().max(2_000).optional(),
    raw_text: z.string().max(4_000).optional(),
    trigger_time: when.nullish(),
    // An unknown zone is reported for its item only: the others are still done.
    captured_timezone: z.string().max(64).optional().openapi({ example: "Asia/Shanghai" }),
    recurrence_rule: rule.optional(),
    duration_minutes: minutes.nullish(),
    all_day: z.boolean().optional().openapi({
      description:
        "Whole days: `trigger_time` names the first one and the length is 1440 for each of several.",
    }),
    kind: z.enum(["timed", "recurring", "no_trigger_time"]).optional(),
    late_policy: z.enum(["fire", "skip"]).optional(),
    insist: asksInsistence.nullish(),
    ...askedDetails,
    entry_point: z.string().max(60).optional(),
  })
  .openapi("ReminderBatchItem");

export const delivery = z
  .object({
    on_time: z.boolean().openapi({
      description: "False: it may have to wait. It is kept and sent as soon as possible.",
    }),
    reason: z
      .enum(closedReasons)
      .nullable()
      .openapi({
        description:
          "Why it may have to wait. `window_closed`: by then the person's last message is too old for the vendor. " +
          "`quota_used`: the vendor accepts no more until the person writes. `never_wrote`: the person has not written there yet. " +
          "`not_connected`: the chat app is logged out or disabled. `nowhere`: there is no chat to send it to.",
      }),
    channel: z.string().nullable().openapi({ description: "The chat app it is sent to." }),
    window_ends_at: z.string().nullable().openapi({
      description: "Until when the vendor accepts messages to the person, unless they write again.",
    }),
  })
  .openapi("DeliveryForecast", {
    description:
      "Whether a reminder can be delivered on time, by what is known at the time of the request. Show it to the person while they can act on it.",
  });

export const result = z
  .object({
    state: z.enum(["succeeded", "failed", "needs_follow_up"]),
    reminder_id: z.string().nullable(),
    reason: z.string().nullable(),
    time_state: z.enum(["future", "past", "none"]).nullable(),
    fact: z.record(z.string(), z.unknown()),
    delivery: z.union([delivery, z.null()]).openapi({
      description: "Null if nothing is upcoming: it ended, has no time, or was not written.",
    }),
  })
  .openapi("ReminderBatchResult");

export const reminder = z
  .object({
    id: z.string(),
    content: z.string(),
    kind: z.string(),
    lifecycle: z.string(),
    completion: z.string().nullable(),
    local_start: z.string().nullable(),
    captured_timezone: z.string(),
    rrule: z.string().nullable(),
    workdays: z.string().nullable(),
    exdates: z.array(z.string()),
    duration_minutes: z.number().nullable(),
    all_day: z.boolean(),
    next_fire_at: z.string().nullable(),
    last_fired_at: z.string().nullable(),
    late_policy: z.enum(["fire", "skip"]),
    insist: z.union([insistence, z.null()]),
    nag_at: z.string().nullable().openapi({ description: "Its next repeat until it is done." }),
    nags: z.number(),
    ...details,
    series_id: z.string().nullable(),
    occurrence: z.string().nullable(),
    shared_reminder_id: z.string().nullable(),
    conversation_id: z.string().nullable(),
    source: z.string(),
    version: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
    overlaps: z
      .object({ reminder_id: z.string(), content: z.string(), next_fire_at: z.string().nullable() })
      .optional()
      .openapi({
        description:
          "After a change of its time: another reminder of the person's that it overlaps.",
      }),
    delivery: delivery.optional(),
  })
  .openapi("Reminder");

export const calendarEntry = z
  .object({
    entry_type: z
      .enum(["occurrence", "fired", "unscheduled", "done", "cancelled", "outside"])
      .openapi({ description: "`outside`: of a calendar elsewhere, which can only be looked at." }),
    reminder_id: z.string(),
    content: z.string(),
    kind: z.string(),
    display_start: z
      .string()
      .nullable()
      .openapi({ description: "Wall time in the zone that was asked for." }),
    display_end: z.string().nullable(),
    starts_at: z.string().nullable(),
    occurrence: z.string().nullable().openapi({
      description: "Wall time in the reminder's own zone: names the occurrence when it is changed.",
    }),
    is_recurring: z.boolean(),
    rule_words: z
      .object({ en: z.string(), zh: z.string() })
      .nullable()
      .openapi({ description: "How often, in words." }),
    series_id: z.string().nullable(),
    duration_minutes: z.number().nullable(),
    all_day: z.boolean(),
    fired_at: z.string().nullable(),
    fire_state: z.enum(["waiting", "completed", "skipped", "dismissed"]).nullable().openapi({
      description:
        "Of what has gone off: `waiting` has not reached the person, `skipped` was left out as too late.",
    }),
    shared_reminder_id: z.string().nullable(),
    place: details.place,
    color: details.color,
    order: details.order,
    is_to_do: details.is_to_do,
  })
  .openapi("CalendarEntry");

export const change = z
  .object({
    content: z.string().max(2_000).optional(),
    trigger_time: when.nullish(),
    captured_timezone: zone.optional(),
    recurrence_rule: rule.optional(),
    duration_minutes: minutes.nullish(),
    all_day: z.boolean().optional(),
    /** For a series: the occurrence that is meant. */
    occurrence: when.optional(),
    late_policy: z.enum(["fire", "skip"]).optional(),
    insist: asksInsistence.nullish(),
    ...askedDetails,
    version: z.number().int().optional(),
  })
  .openapi("ReminderChange");

export const one = z.object({ id });
export const answer = { 200: { description: "The updated reminder.", schema: reminder } };
