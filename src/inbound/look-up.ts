import type { Sql } from "../store/database/database.ts";
import type { Language } from "../domain/language.ts";
import type { InboundMessage } from "../domain/message.ts";
import { laneColumns, type LockedLane } from "../store/work/lane-lock.ts";

/** Existing rows of a message: itself, its sender, its conversation. */
export interface FoundRows {
  readonly message_id: string | null;
  readonly message_conversation: string | null;
  readonly message_account: string | null;
  readonly message_seq: number | null;
  readonly identity_id: string | null;
  readonly identity_account: string | null;
  readonly conversation_id: string | null;
  readonly conversation_account: string | null;
  /** The sender's own choices, where they are known. */
  readonly language: Language | null;
  readonly display_name: string | null;
  readonly timezone: string | null;
  readonly link_hosts: readonly string[] | null;
  readonly zone_source: "default" | "guessed" | "chosen" | null;
  /** The operator has disabled the sender's account. */
  readonly is_disabled: boolean | null;
  /** The conversation, locked with the look-up: of a new message that came alone. */
  readonly lane?: LockedLane | null | undefined;
}

/** Several are locked afterwards, in the order of their ids. */
const lockedLane = `left join lateral (select ${laneColumns} from conversation
       where id = c.id and m.id is null limit 1 for update) l on true`;

/**
 * One question for the whole batch. A vendor's id names a message of its own conversation: behind
 * one connector several people's phones may use the same ids. A repeated message ends here: it
 * costs no lock and no write. A message that comes alone has its conversation locked here. The laterals keep the planner at four index look-ups per message: as
 * plain joins it read the whole message table for every batch.
 */
export async function lookUp(sql: Sql, messages: readonly InboundMessage[]): Promise<FoundRows[]> {
  const asked = messages.map((message, ord) => ({
    ord,
    channel: message.route.channel,
    channel_account: message.route.channelAccount,
    vendor_id: message.vendorId,
    subject: message.subject,
    account: message.accountId ?? null,
    scope: message.route.scope,
  }));
  const isOne = messages.length === 1;
  return sql.rows<FoundRows>(
    `select ${isOne ? "case when l.id is not null then to_json(l) end as lane, " : ""}m.id as message_id, m.conversation_id as message_conversation, m.account_id as message_account, m.seq as message_seq,
            i.id as identity_id, i.account_id as identity_account, c.id as conversation_id, c.account_id as conversation_account,
            p.language, p.display_name, p.default_timezone as timezone, p.link_hosts, p.zone_source, p.lifecycle = 'disabled' as is_disabled
     from jsonb_to_recordset($1::jsonb) as n(ord int, channel text, channel_account text, vendor_id text, subject text, account text, scope text)
     left join lateral (select * from channel_identity where provider_type = n.channel and channel_account = n.channel_account
       and provider_subject = n.subject and lifecycle = 'active' limit 1) i on true
     left join lateral (select a.language, a.display_name, a.default_timezone, a.link_hosts, a.zone_source, a.lifecycle from account a where a.id = coalesce(n.account, i.account_id) limit 1) p on true
     left join lateral (select * from conversation where provider_type = n.channel and channel_account = n.channel_account
       and scope = n.scope limit 1) c on true
     left join lateral (select * from message where provider_type = n.channel and channel_account = n.channel_account
       and causal_inbound_event_id = n.vendor_id and conversation_id = c.id and direction = 'inbound' limit 1) m on true
     ${isOne ? lockedLane : ""}
     order by n.ord`,
    [JSON.stringify(asked)],
  );
}
