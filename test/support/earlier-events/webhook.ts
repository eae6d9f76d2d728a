import type { WebhookEvent } from "../../../src/domain/events/webhook.ts";
import type { Earlier } from "./earlier.ts";

const account = "00000000-0000-7000-8000-000000000025";
const id = "00000000-0000-7000-8000-0000000000c1";
const envelope = {
  stream: `webhook:${id}`,
  at: "2026-11-17T23:30:00.000Z",
  accountId: account,
};

export const webhookEvents: Earlier<WebhookEvent["kind"]> = {
  webhook_saved: {
    ...envelope,
    id: 960,
    streamVersion: 1,
    kind: "webhook_saved",
    payload: {
      id,
      account_id: account,
      url: "https://hooks.example.org/meanwhile",
      types: ["reminder.fired", "reminder.done"],
      by_operator: false,
      is_on: true,
      off_reason: null,
      key_id: "0a1b2c3d",
      generation: 1,
      renewed_at: "2026-11-17T23:30:00.000Z",
      created_at: "2026-11-17T23:30:00.000Z",
    },
  },
  webhook_removed: {
    ...envelope,
    id: 961,
    streamVersion: 2,
    kind: "webhook_removed",
    payload: { id, account_id: account },
  },
};
