import type { EventDraft } from "../events/catalogue.ts";
import type { ChannelAccount } from "./channel-ports.ts";
import type { JsonObject } from "../json.ts";

/** Reports of a channel other than messages and receipts. Each report is idempotent. */
export interface ChannelReports {
  identityChanged(change: IdentityChange): Promise<void>;
  noted(note: InboundNote): Promise<void>;
  rejected(what: RejectedInbound): Promise<void>;
  leftGroup(departure: GroupDeparture): Promise<void>;
}

/** A person is no longer in a group of their chat app: what is said there does not reach them. */
export interface GroupDeparture extends ChannelAccount {
  readonly vendorId: string;
  readonly subject: string;
  /** The scope of the group's conversation; those of its topics begin with it. */
  readonly scope: string;
}

/** What follows from a departure, recorded with it. */
export type DraftDeparture = (of: {
  readonly accountId: string;
  readonly conversationId: string;
  readonly vendorId: string;
  readonly now: number;
}) => readonly EventDraft[];

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
