import type { Sql } from "./database.ts";

/** One conversation's place in the order of work, whose row the caller's transaction has locked. */
export interface LockedLane {
  readonly id: string;
  readonly accountId: string;
  readonly channel: string;
  readonly channelAccount: string;
  readonly scope: string;
  readonly peer: string;
  readonly latestSeq: number;
  readonly closedSeq: number;
  readonly runningTurnId: string | null;
  /** Whose turn that is: in a group nobody takes another's place. */
  readonly runningAccountId: string | null;
}

/** Locks the conversations, in id order so that two callers never wait for each other in a circle. */
export async function lockLanes(sql: Sql, ids: readonly string[]): Promise<LockedLane[]> {
  if (ids.length === 0) return [];
  return sql.rows<LockedLane>(
    `select id, account_id as "accountId", provider_type as channel, channel_account as "channelAccount", scope, peer,
       latest_inbound_seq as "latestSeq", last_closed_inbound_seq as "closedSeq", running_turn_id as "runningTurnId",
       (select t.account_id from turn t where t.id = running_turn_id) as "runningAccountId"
     from conversation where id = any($1) order by id for update`,
    [[...new Set(ids)]],
  );
}
