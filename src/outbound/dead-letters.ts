import { type Clock, iso } from "../domain/ports/clock.ts";
import type { DeliveryStatus } from "../domain/delivery.ts";
import { Refusal } from "../domain/errors.ts";
import { engine } from "../domain/principal.ts";
import type { Database, Sql } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";
import { type DeliveryRow, factWithMerged, type PartFact } from "./delivery-row.ts";

/** A delivery as an operator sees it, without its text. */
export interface DeliveryView {
  readonly id: string;
  readonly accountId: string;
  readonly conversationId: string;
  readonly messageId: string | null;
  readonly turnId: string | null;
  readonly channel: string;
  readonly source: string;
  readonly status: DeliveryStatus;
  readonly errorCode: string | null;
  readonly attempt: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly nextAttemptAt: string | null;
  /** It failed and waits for its next try, while the parts after it continue. */
  readonly isParked: boolean;
}

export interface DeadLetters {
  list(filter: {
    readonly statuses?: readonly DeliveryStatus[] | undefined;
    readonly accountId?: string | undefined;
    readonly limit: number;
    /** The part that the page before ended with. */
    readonly before?: string | undefined;
  }): Promise<DeliveryView[]>;
  resend(id: string): Promise<void>;
  discard(id: string): Promise<void>;
}

/** A person decides about parts that are not retried automatically, and about parked ones. */
const settled: readonly DeliveryStatus[] = ["unknown", "failed", "expired", "waiting_for_user"];

const isParked = (row: Owned, now: number): boolean =>
  row.status === "pending" && row.holds_until !== null && Date.parse(row.holds_until) <= now;

export function openDeadLetters(on: {
  db: Database;
  projector: Projector;
  clock: Clock;
  resendExpiresMs: number;
}): DeadLetters {
  return {
    list: (filter) =>
      on.db.rows<DeliveryView>(
        `select id, account_id as "accountId", conversation_id as "conversationId", turn_id as "turnId", message_id as "messageId",
           provider_type as channel, delivery_source as source, status, error_code as "errorCode", retry_attempt as attempt,
           created_at as "createdAt", updated_at as "updatedAt", next_attempt_at as "nextAttemptAt",
           status = 'pending' and coalesce(holds_until <= $4, false) as "isParked"
         from delivery_attempt
         where ($1::text[] is null or status = any($1)) and ($2::text is null or account_id = $2)
           and ($5::text is null or (created_at, ordinal) < (select created_at, ordinal from delivery_attempt where id = $5))
         order by created_at desc, ordinal desc limit $3`,
        [
          filter.statuses ?? null,
          filter.accountId ?? null,
          filter.limit,
          iso(on.clock.now()),
          filter.before ?? null,
        ],
      ),
    async resend(id) {
      const now = on.clock.now();
      const conversationId = await decideOn({ ...on, now }, id, (row) => (part) => ({
        kind: "delivery_requeued",
        payload: {
          ...part,
          next_attempt_at: iso(now),
          expires_at: iso(now + on.resendExpiresMs),
          // A parked part stays parked: if it fails again, the parts after it do not wait a second
          // time.
          ...(isParked(row, now) ? { holds_until: row.holds_until, may_wake: row.may_wake } : {}),
        },
      }));
      on.db.notify("outbox");
      on.db.notify(`log:${conversationId}`);
    },
    async discard(id) {
      const conversationId = await decideOn({ ...on, now: on.clock.now() }, id, () => (part) => ({
        kind: "delivery_discarded",
        payload: part,
      }));
      on.db.notify(`log:${conversationId}`);
    },
  };
}

type Owned = DeliveryRow & { readonly status: DeliveryStatus; readonly merged_into: string | null };

async function decideOn(
  on: { db: Database; projector: Projector; now: number },
  id: string,
  decision: (row: Owned) => PartFact,
): Promise<string> {
  return on.db.transaction(engine, async (sql: Sql) => {
    const [row] = await sql.rows<Owned>("select * from delivery_attempt where id = $1 for update", [
      id,
    ]);
    if (row === undefined) throw new Refusal("not_found", undefined, "There is no such delivery.");
    if (!settled.includes(row.status) && !isParked(row, on.now))
      throw new Refusal(
        "not_resendable",
        {
          status: row.status,
        },
        "This delivery is not waiting for a decision.",
      );
    if (row.merged_into !== null)
      throw new Refusal(
        "not_resendable",
        {
          status: row.status,
          delivery_id: row.merged_into,
        },
        "This delivery is sent as part of another one.",
      );
    await record(sql, on.projector, factWithMerged(on.now, row, decision(row)));
    return row.conversation_id;
  });
}
