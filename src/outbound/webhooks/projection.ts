import { handler, type Projection } from "../../domain/events/projection.ts";
import type { WebhookFields } from "../../domain/events/webhook.ts";

export type WebhookRow = WebhookFields;

/** Addresses that hear of people's reminders and stories. Their calls are work, not facts. */
export const webhookProjection: Projection = {
  tables: [{ name: "webhook", key: ["id"] }],
  handlers: [
    handler("webhook_saved", ({ payload, at }) => [
      { op: "put", table: "webhook", row: { ...payload, updated_at: at } },
    ]),
    handler("webhook_removed", ({ payload }) => [
      { op: "drop", table: "webhook", key: { id: payload.id } },
    ]),
  ],
};
