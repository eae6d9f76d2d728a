import type { ChannelAccount } from "./channel-ports.ts";
import type { JsonObject } from "../json.ts";

/** Reports of a channel other than messages and receipts. Each report is idempotent. */
export interface ChannelReports {
  identityChanged(change: IdentityChange): Promise<void>;
  noted(note: InboundNote): Promise<void>;
  rejected(what: RejectedInbound): Promise<void>;
}

/** One person goes by another id from now on. Their account, conversations and reminders stay theirs. */
export interface IdentityChange extends ChannelAccount {
  readonly fromSubject: string;
  readonly toSubject: string;
  readonly reason:
    | "user_changed_number"
    | "user_changed_user_id"
    | "user_id_update"
    | "seen_together";
}

/** Something a person did that wants no answer, such as a reaction. */
export interface InboundNote extends ChannelAccount {
  readonly vendorId: string;
  readonly subject: string;
  readonly payload: JsonObject;
}

/** Something that arrived and can't be used. It is kept for the operator, so that nothing ends silently. */
export interface RejectedInbound extends ChannelAccount {
  readonly vendorId: string | null;
  readonly code: string;
}
