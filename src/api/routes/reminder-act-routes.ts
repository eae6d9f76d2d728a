import { z } from "@hono/zod-openapi";
import type { ReminderAct, RemindersApi } from "../../domain/views/reminders.ts";
import { id, type Route, route } from "../http/route.ts";
import { answer, minutes, one, rule, when, zone } from "./reminder-shapes.ts";

/** Operations on one reminder. */
export function reminderActRoutes(reminders: RemindersApi): Route[] {
  const nothing = z.object({
    version: z.number().int().optional(),
    owner_account_id: id.optional(),
  });
  const act = <B extends typeof nothing>(
    name: string,
    summary: string,
    how: { readonly body: B; of(body: z.output<B>): ReminderAct },
  ): Route =>
    route({
      method: "post",
      path: `/api/reminders/{id}/${name}`,
      auth: "account",
      scope: "reminders:write",
      summary,
      params: one,
      body: how.body,
      answers: answer,
      handle: async ({ accountId, params, body }) => {
        const given = body as z.output<B>;
        return {
          status: 200,
          json: await reminders.act(
            accountId,
            { id: params.id, version: given.version },
            how.of(given),
          ),
        };
      },
    });
  return [
    act("complete", "Mark it done. For a series: today's occurrence.", {
      body: nothing,
      of: () => ({ kind: "complete" }),
    }),
    act("delete", "Cancel it. For a series: all of it.", {
      body: nothing,
      of: () => ({ kind: "delete" }),
    }),
    act("restore", "Restore it after it was cancelled or done.", {
      body: nothing,
      of: () => ({ kind: "restore" }),
    }),
    act("clear-trigger-time", "Make it a to-do without a time.", {
      body: nothing,
      of: () => ({ kind: "clear_time" }),
    }),
    act("schedule-unscheduled", "Give a to-do a time.", {
      body: nothing.extend({
        trigger_time: when,
        captured_timezone: zone.optional(),
        recurrence_rule: rule.optional(),
        duration_minutes: minutes.nullish(),
      }),
      of: ({ trigger_time, captured_timezone, recurrence_rule, duration_minutes }) => ({
        kind: "change",
        change: { trigger_time, captured_timezone, recurrence_rule, duration_minutes },
      }),
    }),
    act("snooze", "Once more, later.", {
      body: nothing.extend({ minutes }),
      of: (body) => ({ kind: "snooze", minutes: body.minutes }),
    }),
    act("skip", "Skip one occurrence of a series.", {
      body: nothing.extend({ occurrence: when }),
      of: (body) => ({ kind: "skip", occurrence: body.occurrence }),
    }),
    act("unskip", "Restore a skipped occurrence.", {
      body: nothing.extend({ occurrence: when }),
      of: (body) => ({ kind: "unskip", occurrence: body.occurrence }),
    }),
  ];
}
