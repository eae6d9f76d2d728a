import type { AcceptOutcome, InboundMessage } from "../domain/message.ts";
import type { Sql } from "../store/database/database.ts";
import type { LockedLane } from "../store/work/lane-lock.ts";
import { introduce, isTooMany, type ResolveOn } from "./newcomers.ts";

/** What the database already knows about a message: itself, its sender, its conversation. */
export interface Found {
  readonly message_id: string | null;
  readonly message_conversation: string | null;
  readonly message_account: string | null;
  readonly message_seq: number | null;
  readonly identity_id: string | null;
  readonly identity_account: string | null;
  readonly conversation_id: string | null;
  readonly conversation_account: string | null;
  /** The sender's own choices, where they are known. */
  readonly language: string | null;
  readonly display_name: string | null;
  readonly timezone: string | null;
  readonly zone_source: "default" | "guessed" | "chosen" | null;
  /** The operator has shut the sender's account. */
  readonly is_disabled: boolean | null;
}

/** A locked conversation that moves with the messages of this batch. */
export interface Lane extends LockedLane {
  latestSeq: number;
  closedSeq: number;
  runningTurnId: string | null;
  runningAccountId: string | null;
  /** Messages of this very batch: they are in no table yet. */
  arrived: { readonly id: string; readonly seq: number }[];
  /** An earlier word of this batch has stopped what there was. */
  stopped: boolean;
}

/**
 * One question for the whole batch. A vendor's id names a message of its own conversation: behind one connector several
 * people's phones may count alike. A repeated message ends here: it costs no lock and no write. The laterals keep the
 * planner at four index look-ups per message: as plain joins it read the whole message table for every batch.
 */
export async function lookUp(sql: Sql, messages: readonly InboundMessage[]): Promise<Found[]> {
  const asked = messages.map((message, ord) => ({
    ord,
    channel: message.route.channel,
    channel_account: message.route.channelAccount,
    vendor_id: message.vendorId,
    subject: message.subject,
    account: message.accountId ?? null,
    scope: message.route.scope,
  }));
  return sql.rows<Found>(
    `select m.id as message_id, m.conversation_id as message_conversation, m.account_id as message_account, m.seq as message_seq,
            i.id as identity_id, i.account_id as identity_account, c.id as conversation_id, c.account_id as conversation_account,
            p.language, p.display_name, p.default_timezone as timezone, p.zone_source, p.lifecycle = 'disabled' as is_disabled
     from jsonb_to_recordset($1::jsonb) as n(ord int, channel text, channel_account text, vendor_id text, subject text, account text, scope text)
     left join lateral (select * from channel_identity where provider_type = n.channel and channel_account = n.channel_account
       and provider_subject = n.subject and lifecycle = 'active' limit 1) i on true
     left join lateral (select a.language, a.display_name, a.default_timezone, a.zone_source, a.lifecycle from account a where a.id = coalesce(n.account, i.account_id) limit 1) p on true
     left join lateral (select * from conversation where provider_type = n.channel and channel_account = n.channel_account
       and scope = n.scope limit 1) c on true
     left join lateral (select * from message where provider_type = n.channel and channel_account = n.channel_account
       and causal_inbound_event_id = n.vendor_id and conversation_id = c.id and direction = 'inbound' limit 1) m on true
     order by n.ord`,
    [JSON.stringify(asked)],
  );
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

/** Who wrote, and in which conversation. A webhook never binds: only a credential, a binding or a channel that provisions says who. */
export function resolve(on: ResolveOn, message: InboundMessage, found: Found): Resolved {
  if (found.message_id !== null) return duplicate(found);
  if (
    message.claimedAccountId !== undefined &&
    found.identity_account !== null &&
    found.identity_account !== message.claimedAccountId
  ) {
    return { kind: "refused", code: "channel_identity_already_bound" };
  }
  if (found.is_disabled === true) return { kind: "refused", code: "account_disabled" };
  const known = message.accountId ?? found.identity_account ?? undefined;
  if (known === undefined && !message.provision)
    return { kind: "refused", code: "identity_pairing_required" };
  if (known === undefined && isTooMany(on, message))
    return { kind: "refused", code: "daily_limit" };
  if (
    message.accountId !== undefined &&
    found.conversation_account !== null &&
    found.conversation_account !== message.accountId
  ) {
    return { kind: "refused", code: "channel_identity_already_bound" };
  }
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
  const newcomer = introduce(on, message, { accountId: known, found });
  return {
    // Somebody new in a conversation that is there already, such as a group: its row has to be locked like any other.
    kind: found.conversation_id === null ? "new" : "known",
    language: found.language,
    accountId: newcomer.accountId,
    identityId: newcomer.identityId,
    conversationId: newcomer.conversationId,
    lane: place(newcomer.accountId),
  };
}

function duplicate(found: Found): Resolved {
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
