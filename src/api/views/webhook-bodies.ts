import { z } from "@hono/zod-openapi";
import type { WebhookBody, WebhookType } from "../../domain/views/webhooks.ts";

const reminder = z
  .object({ id: z.string(), content: z.string(), due_at: z.string().nullable() })
  .openapi("WebhookReminder");

const ofDelivery = <Status extends string>(statuses: readonly [Status, ...Status[]]) =>
  z.object({
    reminders: z.array(reminder),
    delivery: z.object({
      id: z.string(),
      channel: z.string(),
      status: z.enum(statuses),
      code: z.string().nullable(),
    }),
  });

const call = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: z.string(), data });

/** What is sent to people's webhooks, by its type. */
export const webhookBodies = {
  "reminder.fired": {
    summary: "A reminder went off.",
    schema: call(
      "reminder.fired",
      z.object({ reminder, is_late: z.boolean(), repeat: z.number().int() }),
    ),
  },
  "reminder.delivered": {
    summary:
      "A chat app took a reminder (`sent`), or reported that it arrived (`delivered`) or was seen (`read`).",
    schema: call("reminder.delivered", ofDelivery(["sent", "delivered", "read"])),
  },
  "reminder.waiting": {
    summary: "A reminder can't be sent before the person writes: the chat app does not allow it.",
    schema: call("reminder.waiting", ofDelivery(["waiting_for_user"])),
  },
  "reminder.failed": {
    summary:
      "A reminder was refused (`failed`), was too late (`expired`), or may or may not have arrived (`unknown`). `code` says why.",
    schema: call("reminder.failed", ofDelivery(["unknown", "failed", "expired"])),
  },
  "reminder.done": {
    summary: "A reminder was ticked off; of a series, one `occurrence`.",
    schema: call("reminder.done", z.object({ reminder, occurrence: z.string().nullable() })),
  },
  "story.digest": {
    summary: "A scene without the person ended. `noticed` is what they could have noticed of it.",
    schema: call(
      "story.digest",
      z.object({
        story: z.object({ id: z.string(), title: z.string().nullable() }),
        digest: z.object({ id: z.string().nullable(), noticed: z.string() }),
      }),
    ),
  },
} satisfies Record<WebhookType, { summary: string; schema: z.ZodType<WebhookBody> }>;
