import { anyOf, type Sql } from "../database/database.ts";

/** A conversation's lane, whose row the caller's transaction has locked. */
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
  /** The account whose turn is running: in a group no member takes another's place. */
  readonly runningAccountId: string | null;
  /**
   * Set if the lane has no worker, no waiting message and no failure: the state from which an
   * immediate start begins.
   */
  readonly idle?:
    | { readonly fence: number; readonly clearedThrough: number; readonly now: string }
    | null
    | undefined;
}

/** The columns of a lane, by SQL that reads `conversation`. */
export const laneColumns = `id, account_id as "accountId", provider_type as channel, channel_account as "channelAccount", scope, peer,
  latest_inbound_seq as "latestSeq", last_closed_inbound_seq as "closedSeq", running_turn_id as "runningTurnId",
  (select t.account_id from turn t where t.id = running_turn_id) as "runningAccountId",
  case when lease_until is null and ready_at is null and failures = 0 and running_turn_id is null and not has_open_input
    then json_build_object('fence', fence, 'clearedThrough', cleared_through_event, 'now', now()) end as idle`;

/** Locks the conversations in id order, so that two callers never deadlock. */
export async function lockLanes(sql: Sql, ids: readonly string[]): Promise<LockedLane[]> {
  if (ids.length === 0) return [];
  return sql.rows<LockedLane>(
    `select ${laneColumns} from conversation where id = ${anyOf("$1")} order by id for update`,
    [ids],
  );
}
