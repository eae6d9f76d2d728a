import type { Event } from "./event.ts";

/** Why nothing is sent: the person switched it off, the receiver is gone, or it failed for days. */
export type WebhookOffReason = "person" | "gone" | "failing";

/** An address that hears of a person's reminders and stories: all of its fields, new or changed. */
export type WebhookFields = {
  readonly id: string;
  readonly account_id: string;
  readonly url: string;
  readonly types: readonly string[];
  /** An operator added it, so the settings need not list its host. */
  readonly by_operator: boolean;
  readonly is_on: boolean;
  readonly off_reason: WebhookOffReason | null;
  /** The secret is derived from this key and the generation. */
  readonly key_id: string;
  readonly generation: number;
  readonly renewed_at: string;
  readonly created_at: string;
};

export type WebhookEvent =
  | Event<"webhook_saved", WebhookFields>
  | Event<"webhook_removed", { id: string; account_id: string }>;
