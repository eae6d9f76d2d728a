import { deliveryStatuses } from "../../domain/delivery.ts";
import { page } from "../../domain/page.ts";
import { z } from "@hono/zod-openapi";
import type { Sql } from "../../store/database/database.ts";

export const ownChannelSchema = z
  .object({
    channel: z.string(),
    channel_account: z.string(),
    /** Linked by you; the others belong to the server. */
    is_yours: z.boolean(),
    state: z.enum(["not_connected", "connecting", "connected", "needs_login", "failed"]).nullable(),
    reason: z.string().nullable(),
    since: z.string().nullable(),
    /** Whether you are paired there. */
    is_paired: z.boolean(),
    conversation_id: z.string().nullable(),
    last_message_at: z.string().nullable(),
    /** When something that was sent to you last arrived there. */
    last_reached_at: z.string().nullable(),
    /** Parts that are on their way or wait for something, such as your next message. */
    waiting: z.int(),
    /** The latest part that was not delivered normally. */
    last_trouble: z
      .object({ status: z.string(), error_code: z.string().nullable(), at: z.string() })
      .nullable(),
  })
  .openapi("OwnChannel");

export type OwnChannel = z.output<typeof ownChannelSchema>;

/**
 * The server's accounts at vendors as far as they concern one person, and that person's own. Runs
 * as the engine, so the filters are here.
 */
export function readOwnChannels(sql: Sql, accountId: string): Promise<OwnChannel[]> {
  return sql.rows<OwnChannel>(
    `with known as (
       select provider_type, channel_account, account_id, connection_state, reason, state_since from channel
       where lifecycle = 'active' and (account_id is null or account_id = $1)
       union all
       select distinct i.provider_type, i.channel_account, null::text, null::text, null::text, null::timestamptz from channel_identity i
       where i.account_id = $1 and i.lifecycle = 'active' and not exists (
         select 1 from channel c where c.provider_type = i.provider_type and c.channel_account = i.channel_account and c.lifecycle = 'active'))
     select k.provider_type as channel, k.channel_account, k.account_id is not null as is_yours, k.connection_state as state, k.reason,
       k.state_since as since,
       exists (select 1 from channel_identity i where i.account_id = $1 and i.lifecycle = 'active' and i.provider_type = k.provider_type
         and i.channel_account = k.channel_account) as is_paired,
       v.id as conversation_id, v.updated_at as last_message_at,
       (select d.updated_at from delivery_attempt d where d.conversation_id = v.id and d.status in ('sent', 'delivered', 'read')
         order by d.ordinal desc limit 1) as last_reached_at,
       (select count(*) from delivery_attempt d where d.conversation_id = v.id and d.status in ('pending', 'sending', 'waiting_for_user')) as waiting,
       (select jsonb_build_object('status', d.status, 'error_code', d.error_code, 'at', d.updated_at) from delivery_attempt d
         where d.status in ('unknown', 'failed', 'waiting_for_user', 'expired') and d.account_id = $1 and d.provider_type = k.provider_type
           and d.channel_account = k.channel_account order by d.updated_at desc limit 1) as last_trouble
     from known k
     left join lateral (select id, updated_at from conversation c where c.account_id = $1 and c.provider_type = k.provider_type
       and c.channel_account = k.channel_account order by c.updated_at desc limit 1) v on true
     where k.provider_type <> '${page.channel}' order by k.provider_type, k.channel_account limit 100`,
    [accountId],
  );
}

export interface TestAddress {
  readonly conversationId: string;
  readonly accountId: string;
  readonly channel: string;
  readonly channelAccount: string;
  readonly scope: string;
  readonly peer: string;
}

/** The address of a test message: the person's own latest conversation there, and nothing else. */
export async function testAddress(
  sql: Sql,
  of: { accountId: string; channel: string; channelAccount: string },
): Promise<TestAddress | undefined> {
  const [found] = await sql.rows<TestAddress>(
    `select id as "conversationId", account_id as "accountId", provider_type as channel, channel_account as "channelAccount", scope, peer
     from conversation where account_id = $1 and provider_type = $2 and channel_account = $3 order by updated_at desc limit 1`,
    [of.accountId, of.channel, of.channelAccount],
  );
  return found;
}

export const testOutcomeSchema = z
  .object({
    /** Over, unless it is `pending` or `sending`. */
    status: z.enum(deliveryStatuses),
    /** Why it did not arrive, or what it waits for. The words are in `/api/channels/apps`. */
    error_code: z.string().nullable(),
  })
  .openapi("TestOutcome");

export type TestOutcome = z.output<typeof testOutcomeSchema>;

export async function readTestOutcome(
  sql: Sql,
  of: { readonly accountId: string; readonly deliveryId: string },
): Promise<TestOutcome | undefined> {
  const [found] = await sql.rows<TestOutcome>(
    `select status, error_code from delivery_attempt
     where id = $1 and account_id = $2 and delivery_source = 'notice' and turn_id is null`,
    [of.deliveryId, of.accountId],
  );
  return found;
}
