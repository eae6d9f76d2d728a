import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type {
  Decision,
  DecisionContext,
  DecisionJob,
  Decisions,
  PreparedJob,
} from "../domain/ports/decisions.ts";
import type { Reads } from "../domain/ports/reads.ts";
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

/** Decisions without a conversation, made again when the rows they were based on have changed. */
export function openDecisions(on: DecisionsDeps): Decisions {
  return {
    run: (accountId, job) => decideUntilItHolds(on, () => decideAndRecord(on, accountId, job)),
    prepare: (accountId, job) => decideUntilItHolds(on, () => decideThenRecord(on, accountId, job)),
    read: (accountId, job) => job(readAlone(on.db, accountId)),
  };
}

type Recorded<T> = Pick<Decision<T>, "events" | "reaches" | "result">;

async function decideUntilItHolds<T>(
  { db }: DecisionsDeps,
  decide: () => Promise<Recorded<T>>,
): Promise<T> {
  for (let nth = 1; ; nth += 1) {
    try {
      const { result, events, reaches } = await decide();
      // Something may be due sooner than anything was before.
      db.notify("timers");
      notifyAccountChanges(db, [{ events, reaches }]);
      if (events.some(({ kind }) => kind === "message_received")) db.notify("lane");
      return result;
    } catch (error) {
      const isStale = error instanceof Refusal && error.code === "version_conflict";
      if (!isStale || nth >= tries) throw error;
    }
  }
}

const readAlone = (db: Database, accountId: string): Reads => ({
  rows: (text, params) => db.ask(asAccount(accountId), text, params),
});

const openContext = (on: DecisionsDeps, read: Reads): DecisionContext => ({
  read,
  now: on.clock.now(),
  newId: () => on.chance.id(),
});

/**
 * Changes that affect others are still read as the account and written by the engine: the versions
 * show whether they still hold.
 */
async function decideAndRecord<T>(
  on: DecisionsDeps,
  accountId: string,
  job: DecisionJob<T>,
): Promise<Recorded<T>> {
  const done = await on.db.transaction(asAccount(accountId), async (sql) => {
    const decided = await job({
      ...openContext(on, sql),
      write: (drafts, expected) =>
        recordInPieces(sql, on.projector, { drafts, expected, isBulk: true }),
    });
    // What changes nothing may rest on any version.
    const isWritten = decided.events.length > 0;
    const isOwn = decided.reaches === undefined || decided.reaches.length === 0;
    if (isOwn && isWritten)
      await recordInPieces(sql, on.projector, {
        drafts: decided.events,
        expected: decided.expects,
      });
    if (decided.blobs !== undefined && decided.blobs.length > 0) {
      await keepBlobs(sql, { accountId, blobs: decided.blobs, at: iso(on.clock.now()) });
      await on.projector.quotas?.checkFiles(sql, accountId);
    }
    return { ...decided, isOutside: isWritten && !isOwn };
  });
  if (done.isOutside)
    await on.db.transaction(engine, (sql) =>
      recordInPieces(sql, on.projector, { drafts: done.events, expected: done.expects }),
    );
  return done;
}

async function decideThenRecord<T>(
  on: DecisionsDeps,
  accountId: string,
  job: PreparedJob<T>,
): Promise<Recorded<T>> {
  const decided = await job(openContext(on, readAlone(on.db, accountId)));
  const reachesOthers = (decided.reaches ?? []).length > 0;
  if (decided.events.length > 0)
    await on.db.transaction(reachesOthers ? engine : asAccount(accountId), async (sql) => {
      await decided.confirm?.(sql);
      await recordInPieces(sql, on.projector, {
        drafts: decided.events,
        expected: decided.expects,
      });
    });
  return decided;
}
