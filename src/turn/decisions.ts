import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type { Decisions, DecisionJob, Decision } from "../domain/ports/decisions.ts";
import { Refusal } from "../domain/errors.ts";
import { asAccount, engine } from "../domain/principal.ts";
import { keepBlobs } from "../store/blobs.ts";
import type { Database } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { recordInPieces } from "../store/log/record.ts";
import { notifyAccountChanges } from "../store/log/notify-account-changes.ts";

export interface DecisionsDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
}

const tries = 3;

/**
 * A decision without a conversation. Like a turn's it is one transaction, and is made again when
 * what it was made on has moved.
 */
export function openDecisions(on: DecisionsDeps): Decisions {
  return {
    async run(accountId, job) {
      for (let nth = 1; ; nth += 1) {
        try {
          const { result, events, reaches } = await decideAndRecord(on, accountId, job);
          // Something may be due sooner than anything was before.
          on.db.notify("timers");
          notifyAccountChanges(on.db, [{ events, reaches }]);
          if (events.some(({ kind }) => kind === "message_received")) on.db.notify("lane");
          return result;
        } catch (error) {
          const isStale = error instanceof Refusal && error.code === "version_conflict";
          if (!isStale || nth >= tries) throw error;
        }
      }
    },
  };
}

/**
 * What reaches others is read as the account all the same, and written by the engine: the versions
 * say whether it still holds.
 */
async function decideAndRecord<T>(
  on: DecisionsDeps,
  accountId: string,
  job: DecisionJob<T>,
): Promise<Decision<T>> {
  const done = await on.db.transaction(asAccount(accountId), async (sql) => {
    const decided = await job({
      read: sql,
      now: on.clock.now(),
      newId: () => on.chance.id(),
      write: (drafts, expected) =>
        recordInPieces(sql, on.projector, { drafts, expected, isBulk: true }),
    });
    const isOwn = decided.reaches === undefined || decided.reaches.length === 0;
    if (isOwn)
      await recordInPieces(sql, on.projector, {
        drafts: decided.events,
        expected: decided.expects,
      });
    if (decided.blobs !== undefined && decided.blobs.length > 0) {
      await keepBlobs(sql, { accountId, blobs: decided.blobs, at: iso(on.clock.now()) });
      await on.projector.quotas?.checkFiles(sql, accountId);
    }
    return { ...decided, isOwn };
  });
  if (!done.isOwn)
    await on.db.transaction(engine, (sql) =>
      recordInPieces(sql, on.projector, { drafts: done.events, expected: done.expects }),
    );
  return done;
}
