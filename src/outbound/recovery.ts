import { iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import {
  DatabaseUnavailable,
  isSerializationFailure,
  type Sql,
} from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import { accountKey, type ClaimedDelivery, type DeliveryRow, fact } from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";

/**
 * Parts that failed while their whole channel was away are sent as soon as the channel works, not
 * when their own wait is over. The first success at a channel account wakes every part that failed
 * there before; until then one part in a while is tried ahead of its time, so that there is a first
 * success. A part that was woken and fails again has a fault of its own: it is not woken twice.
 */
export interface Recovery {
  /** The channel took this part. */
  succeeded(row: ClaimedDelivery): Promise<void>;
  /** The channel did not take this part now. */
  failed(row: ClaimedDelivery): void;
  /**
   * Tries one part of each channel account where nothing was tried for a while. Returns how many.
   */
  probe(): Promise<number>;
}

/**
 * Parts of other processes fail too: they are looked for this often even without a failure here.
 */
const lookMs = 5_000;
/** Between two people whose parts are woken together. */
const spreadMs = 50;
const wokenTogether = 200;
const probeCheckMs = 15_000;
/** A tenth of the time that the oldest part has waited, within these bounds. */
const probeMs = { least: 60_000, most: 240_000 };

export function createRecovery(deps: OutboxDeps): Recovery {
  const lookedAt = new Map<string, number>();
  let probedAt = -Infinity;
  return {
    async succeeded(row) {
      const now = deps.clock.now();
      const key = accountKey(row);
      if (now - (lookedAt.get(key) ?? -Infinity) < lookMs) return;
      lookedAt.set(key, now);
      const woken = await wakeFailing(deps, row).catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable) && !isSerializationFailure(error)) throw error;
        // The part itself is recorded as sent. The next success, or the next probe, wakes what
        // waits.
        lookedAt.delete(key);
        deps.log.warn(
          { error, channel: row.provider_type },
          "messages waiting for a channel could not be released; trying again",
        );
        return 0;
      });
      if (woken > 0)
        deps.log.info(
          { channel: row.provider_type, parts: woken },
          "a channel works again; sending the messages that waited for it",
        );
    },
    failed: (row) => void lookedAt.delete(accountKey(row)),
    async probe() {
      if (deps.clock.now() - probedAt < probeCheckMs) return 0;
      probedAt = deps.clock.now();
      return probeFailing(deps);
    },
  };
}

const failing = "status = 'pending' and may_wake and merged_into is null and next_attempt_at > $1";

async function wakeFailing(deps: OutboxDeps, success: ClaimedDelivery): Promise<number> {
  const people = new Map<string, number>();
  for (let woken = 0; ;) {
    const rows = await deps.db.transaction(engine, async (sql) => {
      const now = deps.clock.now();
      const found = await sql.rows<DeliveryRow>(
        `select * from delivery_attempt where ${failing} and provider_type = $2 and channel_account = $3 and attempted_at <= $4
         order by ordinal limit ${wokenTogether} for update skip locked`,
        [iso(now), success.provider_type, success.channel_account, iso(success.claimedAt)],
      );
      const drafts = found.map((row) => {
        if (!people.has(row.conversation_id)) people.set(row.conversation_id, people.size);
        // All of one person at the same moment: their order decides then.
        return draftWake(row, {
          now,
          at: now + (people.get(row.conversation_id) ?? 0) * spreadMs,
          attempt: 0,
          mayWake: false,
        });
      });
      await recordAll(deps, sql, drafts);
      return found;
    });
    woken += rows.length;
    if (rows.length > 0) deps.db.notify("outbox");
    if (rows.length < wokenTogether) return woken;
  }
}

interface Failing {
  readonly id: string;
  readonly provider_type: string;
  readonly channel_account: string;
  readonly created_at: string;
  readonly attempted_at: string;
  readonly latest: string;
}

/** The first of each person's, whichever was tried longest ago. */
async function probeFailing(deps: OutboxDeps): Promise<number> {
  const now = deps.clock.now();
  const rows = await deps.db.rows<Failing>(
    `select id, provider_type, channel_account, created_at, attempted_at, latest from (
       select *, row_number() over (partition by conversation_id order by ordinal) as nth,
         max(attempted_at) over (partition by provider_type, channel_account) as latest
       from delivery_attempt where ${failing}) f
     where nth = 1 and latest <= $2 order by attempted_at`,
    [iso(now), iso(now - probeMs.least)],
  );
  const firsts = [...Map.groupBy(rows, accountKey).values()].flatMap(([first]) => first ?? []);
  const ids = firsts
    .filter(
      (row) => now - Date.parse(row.latest) >= probeIntervalMs(now - Date.parse(row.created_at)),
    )
    .map(({ id }) => id);
  if (ids.length === 0) return 0;
  return deps.db.transaction(engine, async (sql) => {
    const found = await sql.rows<DeliveryRow>(
      `select * from delivery_attempt where ${failing} and id = any($2) for update skip locked`,
      [iso(now), ids],
    );
    // Not counted among its own tries, or an outage would use them up.
    await recordAll(
      deps,
      sql,
      found.map((row) =>
        draftWake(row, {
          now,
          at: now,
          attempt: Math.max(0, row.retry_attempt - 1),
          mayWake: true,
        }),
      ),
    );
    return found.length;
  });
}

const probeIntervalMs = (waitedMs: number): number =>
  Math.min(probeMs.most, Math.max(probeMs.least, waitedMs / 10));

const recordAll = async (
  deps: OutboxDeps,
  sql: Sql,
  drafts: readonly EventDraft[],
): Promise<unknown> => drafts.length > 0 && record(sql, deps.projector, drafts);

const draftWake = (
  row: DeliveryRow,
  how: { now: number; at: number; attempt: number; mayWake: boolean },
): EventDraft =>
  fact(how.now, row, (part) => ({
    kind: "delivery_woken",
    payload: {
      ...part,
      next_attempt_at: iso(how.at),
      // Until it is tried, and for the rest of its time.
      holds_until: iso(
        Math.max(how.at, row.holds_until === null ? 0 : Date.parse(row.holds_until)),
      ),
      attempt: how.attempt,
      may_wake: how.mayWake,
    },
  }));
