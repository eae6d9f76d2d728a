import type { Channel } from "../domain/channel.ts";
import { iso } from "../domain/ports/clock.ts";
import { anyOf } from "../store/database/database.ts";
import type { ClaimSpec } from "../store/work/claim.ts";
import { windowColumn } from "./window.ts";

/**
 * The order of a conversation's parts: an earlier part goes first while it is being sent, is due,
 * or has failed so recently that it still holds up the others. Later it is parked: the parts after
 * it continue, and it is sent when it is due. A part that waited all that time and fails as well
 * holds up the others only until its next try. A reminder does not wait at all for a reply that
 * failed. The moment of a claim is read before it reaches the database: what is due within a second
 * counts as due, so that a part queued meanwhile is not passed.
 */
const firstInLine = `t.ordinal = (select min(first.ordinal) from delivery_attempt first where first.conversation_id = t.conversation_id
  and first.status in ('pending', 'sending') and first.merged_into is null
  and (first.status = 'sending' or first.next_attempt_at <= $2::timestamptz + interval '1 second' or first.holds_until > $2)
  and not (t.delivery_source = 'reminder' and first.delivery_source <> 'reminder'
    and first.retry_attempt > (first.status = 'sending')::int))`;

/** A part that failed is parked before this one, which was there while it held up the others. */
const hasWaitedOut = `exists (select from delivery_attempt parked where parked.conversation_id = t.conversation_id
  and parked.status = 'pending' and parked.ordinal < t.ordinal and parked.holds_until > t.created_at and parked.holds_until <= $2) as "hasWaitedOut"`;

export interface WaitingQuery {
  readonly now: number;
  /** Channel accounts that cannot send, and people whom one can't send to. */
  readonly asleep: ReadonlySet<string>;
  readonly ids: readonly string[] | undefined;
}

/**
 * In the time that a whole burst takes at the usual pace, no more parts than the burst, so that the
 * pace is kept on average.
 */
const inPace = `and not exists (select from jsonb_to_record($4::jsonb -> t.provider_type) as pace (burst int, ms int)
  where (select count(*) from (select from delivery_attempt paced where paced.conversation_id = t.conversation_id
    and paced.attempted_at > $2::timestamptz - pace.ms * interval '1 millisecond' limit pace.burst) lately) >= pace.burst)`;

/** Parts that may be sent now, as the condition of a choice. */
export function waitingParts(channels: Iterable<Channel>, at: WaitingQuery): ClaimSpec {
  const paced = [...channels].filter(({ limits }) => limits.paceMs > 0);
  const paces = Object.fromEntries(
    paced.map(({ name, limits: { paceMs, burst = 1 } }) => [name, { burst, ms: paceMs * burst }]),
  );
  const anyPace = Object.keys(paces).length > 0;
  const params = [iso(at.now), [...at.asleep], ...(anyPace ? [JSON.stringify(paces)] : [])];
  // The first part, as a subquery: a join could be planned as all rows against all rows.
  const waiting = `t.next_attempt_at <= $2 and t.merged_into is null
      and (t.provider_type || chr(31) || t.channel_account) <> all($3)
      and (t.provider_type || chr(31) || t.channel_account || chr(31) || t.peer) <> all($3) and ${firstInLine} ${anyPace ? inPace : ""}`;
  const from = { table: "delivery_attempt", read: `${windowColumn}, ${hasWaitedOut}` };
  if (at.ids === undefined)
    return {
      ...from,
      waiting: `t.status = 'pending' and ${waiting}`,
      order: "t.next_attempt_at, t.ordinal",
      params,
    };
  // Written so that no index of what is due fits: these are looked up by their key, however many
  // wait, and that plan may be kept.
  const named = `t.id = ${anyOf(`$${params.length + 2}`)} and t.status || '' = 'pending' and ${waiting}`;
  return {
    ...from,
    waiting: named,
    order: "t.ordinal",
    indexed: true,
    params: [...params, at.ids],
  };
}
