import type { Channel } from "../domain/channel.ts";
import type { Verdict } from "../domain/delivery.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import {
  DatabaseUnavailable,
  isSerializationFailure,
  type Sql,
} from "../store/database/database.ts";
import { createGroupCommit } from "../store/log/group-commit.ts";
import { notifyAccountChanges } from "../store/log/notify-account-changes.ts";
import { NoLongerOwned, type OwnRows } from "../store/log/own-rows.ts";
import { record } from "../store/log/record.ts";
import { receiptsFor } from "./receipts.ts";
import { verdictEvents } from "./verdict.ts";
import { readWindow } from "./window.ts";
import type { ClaimedDelivery } from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";

/** A part and its channel's verdict. */
export interface Answered {
  readonly row: ClaimedDelivery;
  readonly channel: Channel;
  readonly verdict: Verdict;
  /** The end of this process cut the call short. */
  readonly cutShort: boolean;
}

export type RecordVerdict = (answered: Answered, ending: AbortSignal) => Promise<void>;

/** Half of the usual slots: while one half is written, the other half is claimed again. */
const mostTogether = 32;

/**
 * Records vendors' verdicts as events. Verdicts that come together share a transaction: a thousand
 * reminders of one moment are not a thousand commits. The verdict is known, so neither a short
 * outage of the database nor a serialization failure may turn it into an unknown outcome.
 */
export function createVerdictRecorder(deps: OutboxDeps): RecordVerdict {
  const together = createGroupCommit<Answered, void>({
    maxBatch: mostTogether,
    commit: async (answered) => {
      await recordTogether(deps, answered);
      return answered.map(() => undefined);
    },
    retryAlone: () => false,
    isSharedFailure: (error) => error instanceof DatabaseUnavailable,
  });
  return async (answered, ending) => {
    for (let waitMs = 100; ; waitMs *= 2) {
      try {
        return await (answered.verdict.kind === "waiting_for_user"
          ? recordWaiting(deps, answered)
          : together(answered));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) && !isSerializationFailure(error)) throw error;
        deps.log.warn({ error }, "a verdict could not be recorded yet");
        // After its lease another process settles the part.
        if (ending.aborted || waitMs > deps.settings.leaseMs / 2) return;
        await deps.clock.wait(waitMs, ending);
      }
    }
  };
}

async function recordTogether(deps: OutboxDeps, answered: readonly Answered[]): Promise<void> {
  const written = await deps.db
    .transaction(engine, (sql) => write(deps, sql, answered))
    .catch((error: unknown) => {
      // Which one was lost is found out one by one.
      if (answered.length > 1) throw error;
      return unlessLost(error);
    });
  for (const { row } of answered) notifyReaders(deps, row);
  wakeTimers(deps, written);
}

/** A conversation's page shows the part, a calendar whether its reminder has arrived. */
function notifyReaders({ db }: OutboxDeps, row: ClaimedDelivery): void {
  db.notify(`log:${row.conversation_id}`);
  if (row.delivery_source === "reminder")
    notifyAccountChanges(db, [{ events: [{ accountId: row.account_id }] }]);
}

/** Another account is notified of how it ended: that is due now. */
function wakeTimers({ db }: OutboxDeps, written: Written): void {
  if (written.reachesOthers) db.notify("timers");
}

/**
 * The window was closed when it was tried. If the person wrote meanwhile it is open, and nothing
 * else would send the part on.
 */
async function recordWaiting(deps: OutboxDeps, answered: Answered): Promise<void> {
  const { row, verdict } = answered;
  let isOpen = false;
  const written = await deps.db
    .transaction(engine, async (sql) => {
      isOpen = verdict.kind === "waiting_for_user" && (await hasWrittenSince(sql, row));
      const again: Verdict =
        isOpen && verdict.kind === "waiting_for_user"
          ? { kind: "not_sent", code: verdict.code, retryAfterMs: 0 }
          : verdict;
      return write(deps, sql, [{ ...answered, verdict: again }]);
    })
    .catch(unlessLost);
  notifyReaders(deps, row);
  wakeTimers(deps, written);
  if (!isOpen) deps.metrics.count("meanwhile_window_closed_total", { channel: row.provider_type });
}

/**
 * The conversation is locked before the part, as accept does: either accept finds the part, or this
 * finds the message.
 */
async function hasWrittenSince(sql: Sql, row: ClaimedDelivery): Promise<boolean> {
  await sql.rows("select 1 from conversation where id = $1 for share", [row.conversation_id]);
  const { lastInboundAt } = await readWindow(sql, row.conversation_id);
  return lastInboundAt !== row.window.lastInboundAt;
}

interface Written {
  readonly reachesOthers: boolean;
}

/**
 * No longer ours: the other process's record counts, and ours would contradict it. Not `sending`
 * any more: a commit whose answer got lost has recorded it.
 */
const isOurs = "t.status = 'sending'";

const toOwn = (answered: readonly Answered[]): OwnRows => ({
  table: "delivery_attempt",
  claims: answered.map(({ row: { id, fence } }) => ({ id, fence })),
  where: isOurs,
});

const nothing: Written = { reachesOthers: false };

const unlessLost = (error: unknown): Written => {
  if (error instanceof NoLongerOwned) return nothing;
  throw error;
};

async function write(deps: OutboxDeps, sql: Sql, answered: readonly Answered[]): Promise<Written> {
  const early = new Map<Answered, (now: number) => EventDraft[]>();
  for (const each of answered)
    if (each.channel.capabilities.reportsLater)
      early.set(each, await receiptsFor({ sql, words: deps.words }, each.row, each.verdict));
  const all = answered.map((each) => ({
    owner: each.row.account_id,
    drafts: [
      ...verdictEvents({ deps, ...each }, each.verdict),
      ...(early.get(each)?.(deps.clock.now()) ?? []),
    ],
  }));
  await record(sql, deps.projector, {
    drafts: all.flatMap(({ drafts }) => drafts),
    own: toOwn(answered),
  });
  return {
    reachesOthers: all.some(({ owner, drafts }) =>
      drafts.some(({ accountId }) => accountId !== owner),
    ),
  };
}
