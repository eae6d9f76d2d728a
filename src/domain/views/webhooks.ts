import type { WebhookOffReason } from "../events/webhook.ts";

/** What an address can hear of. */
export const webhookTypes = [
  "reminder.fired",
  "reminder.delivered",
  "reminder.waiting",
  "reminder.failed",
  "reminder.done",
  "story.digest",
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** A reminder as a receiver sees it. `due_at` is null for one without a time. */
export interface WebhookReminder {
  readonly id: string;
  readonly content: string;
  readonly due_at: string | null;
}

/** The fields of a call's `data`, by its type. */
export interface WebhookData {
  readonly "reminder.fired": {
    readonly reminder: WebhookReminder;
    /** It was due while nothing could be sent. */
    readonly is_late: boolean;
    /** Which repeat of an insisting reminder it is; 0 at its own time. */
    readonly repeat: number;
  };
  readonly "reminder.delivered": OfDelivery<"sent" | "delivered" | "read">;
  readonly "reminder.waiting": OfDelivery<"waiting_for_user">;
  readonly "reminder.failed": OfDelivery<"unknown" | "failed" | "expired">;
  readonly "reminder.done": {
    readonly reminder: WebhookReminder;
    /** The wall time of the occurrence, where a series goes on. */
    readonly occurrence: string | null;
  };
  readonly "story.digest": {
    readonly story: { readonly id: string; readonly title: string | null };
    /** What the person could have noticed. The rest stays sealed. */
    readonly digest: { readonly id: string | null; readonly noticed: string };
  };
}

interface OfDelivery<Status extends string> {
  readonly reminders: readonly WebhookReminder[];
  readonly delivery: {
    readonly id: string;
    readonly channel: string;
    readonly status: Status;
    readonly code: string | null;
  };
}

/** The body of a call. */
export type WebhookBody =
  | {
      [Type in WebhookType]: {
        readonly type: Type;
        /** When it happened. */
        readonly timestamp: string;
        readonly data: WebhookData[Type];
      };
    }[WebhookType]
  | {
      readonly type: "test";
      readonly timestamp: string;
      readonly data: Readonly<Record<string, never>>;
    };

export interface WebhookView {
  readonly id: string;
  readonly url: string;
  readonly types: readonly WebhookType[];
  readonly is_on: boolean;
  readonly off_reason: WebhookOffReason | null;
  readonly created_at: string;
  /** Calls that were not taken yet, and those that were given up. */
  readonly waiting: number;
  readonly failed: number;
  /** The call that was tried last. */
  readonly last: WebhookCallView | null;
}

export interface WebhookCallView {
  readonly id: string;
  readonly type: WebhookType;
  readonly status: "pending" | "sent" | "failed";
  readonly attempt: number;
  readonly error_code: string | null;
  readonly created_at: string;
  readonly attempted_at: string | null;
  readonly next_attempt_at: string | null;
}

export interface AskedWebhook {
  readonly url: string;
  readonly types: readonly WebhookType[];
}

/** Whose webhooks, and whether an operator asks: then the address counts as allowed. */
export interface WebhookOwner {
  readonly accountId: string;
  readonly isOperator: boolean;
}

/** `code` is null where the receiver took it. */
export interface WebhookTrial {
  readonly code: string | null;
}

/** Addresses of a person that hear of their reminders and stories. */
export interface WebhooksApi {
  list(
    owner: WebhookOwner,
  ): Promise<{ readonly webhooks: readonly WebhookView[]; readonly may_add: boolean }>;
  add(
    owner: WebhookOwner,
    asked: AskedWebhook,
  ): Promise<{ readonly webhook: WebhookView; readonly secret: string }>;
  change(
    owner: WebhookOwner,
    id: string,
    to: Partial<AskedWebhook> & { readonly isOn?: boolean | undefined },
  ): Promise<WebhookView>;
  /** A new secret. Calls are signed with the one before as well, for a day. */
  renew(owner: WebhookOwner, id: string): Promise<string>;
  remove(owner: WebhookOwner, id: string): Promise<void>;
  /** Calls the address now, with nothing in it. */
  test(owner: WebhookOwner, id: string): Promise<WebhookTrial>;
  /** Latest first; `before` is the position of the last one that was read. */
  calls(
    owner: WebhookOwner,
    id: string,
    page: { readonly before: number | undefined; readonly limit: number },
  ): Promise<{ readonly calls: readonly WebhookCallView[]; readonly next: number | null }>;
  /** Tries again what was given up. Returns how many. */
  retry(owner: WebhookOwner, id: string): Promise<number>;
}
