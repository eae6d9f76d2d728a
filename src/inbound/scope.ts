import type { AcceptOutcome, InboundMessage } from "../domain/message.ts";
import type { LockedLane } from "../store/work/lane-lock.ts";
import { introduce, isTooMany, type ResolveOn } from "./first-contacts.ts";
import type { FoundRows } from "./look-up.ts";

/** A locked conversation that moves with the messages of this batch. */
export interface Lane extends LockedLane {
  latestSeq: number;
  closedSeq: number;
  runningTurnId: string | null;
  runningAccountId: string | null;
  /** Messages of this batch: they are in no table yet. */
  arrived: { readonly id: string; readonly seq: number }[];
  /** An earlier control word of this batch stopped the waiting input. */
  stopped: boolean;
}

/** A conversation in which nothing has happened yet. */
export const emptyLane = (): Pick<
  Lane,
  "latestSeq" | "closedSeq" | "runningTurnId" | "runningAccountId" | "arrived" | "stopped"
> => ({
  latestSeq: 0,
  closedSeq: 0,
  runningTurnId: null,
  runningAccountId: null,
  arrived: [],
  stopped: false,
});

type Resolved =
  | {
      kind: "refused";
      code:
        | "identity_pairing_required"
        | "channel_identity_already_bound"
        | "account_disabled"
        | "daily_limit";
    }
  | { kind: "duplicate"; outcome: AcceptOutcome }
  | {
      kind: "known" | "new";
      accountId: string;
      identityId: string | null;
      conversationId: string;
      language: string | null;
      lane: Omit<Lane, "id" | keyof ReturnType<typeof emptyLane>>;
    };

/**
 * The sender and the conversation. A webhook never binds: only a credential, a binding or a channel
 * that provisions identifies the sender.
 */
export function resolve(on: ResolveOn, message: InboundMessage, found: FoundRows): Resolved {
  if (found.message_id !== null) return duplicate(found);
  const known = message.accountId ?? found.identity_account ?? undefined;
  const code = refusalOf(on, message, found);
  if (code !== undefined) return { kind: "refused", code };
  const { channel, channelAccount, scope, peer } = message.route;
  const place = (accountId: string) => ({ accountId, channel, channelAccount, scope, peer });
  if (known !== undefined && found.conversation_id !== null) {
    return {
      kind: "known",
      accountId: known,
      identityId: found.identity_id,
      conversationId: found.conversation_id,
      language: found.language,
      lane: place(known),
    };
  }
  const firstContact = introduce(on, message, { accountId: known, found });
  return {
    // A new person in an existing conversation, such as a group: its row has to be locked like any
    // other.
    kind: found.conversation_id === null ? "new" : "known",
    language: found.language,
    accountId: firstContact.accountId,
    identityId: firstContact.identityId,
    conversationId: firstContact.conversationId,
    lane: place(firstContact.accountId),
  };
}

function refusalOf(
  on: ResolveOn,
  message: InboundMessage,
  found: FoundRows,
): Extract<Resolved, { kind: "refused" }>["code"] | undefined {
  if (isAnother(message.claimedAccountId, found.identity_account))
    return "channel_identity_already_bound";
  if (found.is_disabled === true) return "account_disabled";
  if (message.accountId === undefined && found.identity_account === null) {
    if (!message.provision) return "identity_pairing_required";
    return isTooMany(on, message) ? "daily_limit" : undefined;
  }
  return isAnother(message.accountId, found.conversation_account)
    ? "channel_identity_already_bound"
    : undefined;
}

/** Both are known, and they are not the same. */
const isAnother = (asked: string | undefined, bound: string | null): boolean =>
  asked !== undefined && bound !== null && asked !== bound;

function duplicate(found: FoundRows): Resolved {
  return {
    kind: "duplicate",
    outcome: {
      kind: "duplicate",
      messageId: found.message_id as string,
      conversationId: found.message_conversation as string,
      accountId: found.message_account as string,
      identityId: found.identity_id,
      seq: found.message_seq,
    },
  };
}
