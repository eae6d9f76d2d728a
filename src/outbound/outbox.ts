import type { Channel } from "../domain/channel.ts";
import type { Delivery, Verdict } from "../domain/delivery.ts";
import { noLongerNeeded } from "../domain/ports/clock.ts";
import { MediaAway } from "../domain/ports/media.ts";
import { piecesIn } from "../domain/timed-words.ts";
import { type Held, keepLease, renew } from "../store/work/claim.ts";
import { createOwnClaims } from "../store/work/own-claims.ts";
import { createWorkLoop } from "../store/work/work-loop.ts";
import { claimDeliveries, findDueParts } from "./claim-deliveries.ts";
import { expireOverdue, recallVerdict, settleLost } from "./settle-lost.ts";
import { createFallBack } from "./fall-back.ts";
import { overtakenMark } from "./marks.ts";
import { type Answered, createVerdictRecorder, type RecordVerdict } from "./record-verdicts.ts";
import { createRecovery, type Recovery } from "./recovery.ts";
import { measureOf } from "./split.ts";
import type { ClaimedDelivery } from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";

export interface Outbox {
  start(): void;
  wake(): void;
  /**
   * Sends a part that was just committed, without a search. False if it has to wait for a slot: others
   * may be faster.
   */
  sendNext(deliveryId: string): boolean;
  /**
   * Claims nothing new and lets running calls finish for a while. Calls that are still open then
   * have an unknown outcome.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Before the loop sleeps, so that no answer waits for it; and before it takes more when it does not
 * get to sleep.
 */
const lostCheckMs = 1_000;
const lostAtLatestMs = 5_000;

/**
 * Hands each part to its channel, in the conversation's order, and records the vendor's verdict.
 * `sending` is committed directly before the call; a part that a crash leaves in `sending` becomes
 * `unknown`, never `pending`.
 */
export function openOutbox(deps: OutboxDeps): Outbox {
  const ending = new AbortController();
  // Channel accounts that could not send when last seen: their parts wait and lose no attempt.
  const asleep = new Set<string>();
  const recordVerdict = createVerdictRecorder(deps);
  const recovery = createRecovery(deps);
  const fallBack = createFallBack(deps);
  const ownParts = createOwnClaims((workedOn) => expireLeases(deps, workedOn));
  const named = new Set<string>();
  /** By the last search. What becomes due since then wakes the loop. */
  let nextAt: number | undefined;
  let settledAt = 0;
  const settle = async (everyMs: number): Promise<number> => {
    if (deps.clock.now() - settledAt < everyMs) return 0;
    settledAt = deps.clock.now();
    return (await settleLost(deps)) + (await expireOverdue(deps)) + (await fallBack());
  };
  const take = async (limit: number, news: boolean): Promise<ClaimedDelivery[]> => {
    await settle(lostAtLatestMs);
    const ids = [...named].slice(0, limit);
    for (const id of ids) named.delete(id);
    if (ids.length > 0) {
      // Other due parts are searched for while these are being sent.
      if (news || named.size > 0) loop.wake({ news });
      const claimed = await claimDeliveries(deps, asleep, { limit, ids });
      // What stands before the others may be due.
      if (claimed.length < ids.length) loop.wake();
      return claimed;
    }
    // What these free or wake is found by the search.
    await settle(lostCheckMs);
    await recovery.probe();
    const due = await findDueParts(deps);
    nextAt = due.nextAt;
    return due.isAny ? claimDeliveries(deps, asleep, { limit }) : [];
  };
  const loop = createWorkLoop<ClaimedDelivery>(deps, {
    name: "outbox",
    concurrency: deps.settings.concurrency,
    sweepMs: deps.settings.sweepMs,
    claim: (limit, news) => ownParts.claim(() => take(limit, news)),
    run: (row) =>
      ownParts
        .work(row.id, () =>
          deliver(deps, row, {
            wake: () => loop.wake(),
            ending: ending.signal,
            record: recordVerdict,
            recovery,
          }),
        )
        // The next part of its conversation may go now.
        .finally(() => loop.wake()),
    nextDueMs: async () => (nextAt === undefined ? undefined : nextAt - deps.clock.now()),
  });
  return {
    start: () => loop.start(),
    wake: () => loop.wake(),
    sendNext(deliveryId) {
      named.add(deliveryId);
      const hasRoom = loop.hasRoom();
      loop.wake({ news: false });
      return hasRoom;
    },
    async close(graceMs) {
      const drained = loop.stop();
      const done = new AbortController();
      const late = deps.clock.wait(graceMs, done.signal).then(() => ending.abort());
      await drained;
      done.abort();
      await late;
    },
  };
}

/** Parts whose claim was lost with the connection: settled like those of a process that died. */
const expireLeases = (
  { db, settings }: OutboxDeps,
  workedOn: readonly string[],
): Promise<unknown> =>
  db.rows(
    `update delivery_attempt set lease_until = '-infinity'
     where status = 'sending' and lease_until is not null and lease_holder = $1 and id <> all($2::text[])`,
    [settings.holder, workedOn],
  );

interface Delivering {
  readonly ending: AbortSignal;
  readonly record: RecordVerdict;
  readonly recovery: Recovery;
  wake(): void;
}

async function deliver(deps: OutboxDeps, row: ClaimedDelivery, on: Delivering): Promise<void> {
  const channel = deps.channels.get(row.provider_type);
  if (channel === undefined)
    throw new Error(`a delivery was claimed for ${row.provider_type}, which is not there`);
  // Claimed at the moment at which this process ends: it was never sent.
  if (on.ending.aborted)
    return on.record(
      { row, channel, verdict: { kind: "not_sent", code: "shutdown" }, cutShort: true },
      on.ending,
    );
  const held: Held = { table: "delivery_attempt", id: row.id, fence: row.fence };
  deps.failpoints.hit("outbox.sending");
  // A process that slept through its lease asks whether the part is still its own before it hands
  // it over.
  const slept = deps.clock.now() - row.claimedAt > deps.settings.leaseMs;
  if (slept && !(await renew(deps.db, held, deps.settings.leaseMs))) return;
  const finished = new AbortController();
  const keeper = keepLease(
    { sql: deps.db, clock: deps.clock, leaseMs: deps.settings.leaseMs, signal: finished.signal },
    held,
    () => undefined,
  );
  const started = deps.clock.now();
  const { verdict, cutShort } = await callChannel({ deps, channel, ending: on.ending }, row);
  deps.failpoints.hit("outbox.answered");
  try {
    await on.record({ row, channel, verdict, cutShort }, on.ending);
  } finally {
    finished.abort(noLongerNeeded);
    await keeper;
  }
  deps.failpoints.hit("outbox.recorded");
  deps.metrics.count("meanwhile_deliveries_total", {
    channel: row.provider_type,
    verdict: verdict.kind,
  });
  const ended = deps.clock.now();
  deps.metrics.observe("meanwhile_delivery_seconds", (ended - started) / 1000, {
    channel: row.provider_type,
  });
  deps.metrics.span?.({
    step: "deliver",
    of: { deliveryId: row.id, turnId: row.turn_id },
    nth: row.retry_attempt,
    startMs: started,
    endMs: ended,
    attributes: {
      "meanwhile.channel": row.provider_type,
      "meanwhile.source": row.delivery_source,
      "meanwhile.verdict": verdict.kind,
    },
    failure: verdict.kind === "sent" ? undefined : verdict.kind,
  });
  // A paced channel accepts the next part later, and nothing else would wake the loop then.
  if (channel.limits.paceMs > 0) void deps.clock.wait(channel.limits.paceMs).then(on.wake);
  if (verdict.kind === "not_sent" || verdict.kind === "unknown") on.recovery.failed(row);
  if (verdict.kind === "sent") await on.recovery.succeeded(row);
}

interface Calling {
  readonly deps: OutboxDeps;
  readonly channel: Channel;
  readonly ending: AbortSignal;
}

/**
 * A channel that takes too long has an unknown outcome, unless its own records prove one: a call
 * that is given up because the process ends may be proven unsent, and then the next process sends
 * it. One that throws has a bug, and its outcome is unknown too.
 */
async function callChannel(
  { deps, channel, ending }: Calling,
  row: ClaimedDelivery,
): Promise<Pick<Answered, "verdict" | "cutShort">> {
  const abort = new AbortController();
  const done = new AbortController();
  const enough = AbortSignal.any([done.signal, ending]);
  const givenUp = deps.clock
    .wait(channel.limits.sendTimeoutMs, enough)
    .then(() => "given_up" as const);
  // Inside a function of its own: a channel that throws before it returns a promise is caught like
  // any other.
  const answer = (async () => channel.send(toDelivery(channel, row), abort.signal))().catch(
    (error: unknown): Verdict => {
      // A channel reads its file before it sends anything.
      if (error instanceof MediaAway) {
        deps.log.warn({ error, channel: row.provider_type }, "a file to send can't be read now");
        return { kind: "not_sent", code: "file_storage_away" };
      }
      deps.log.error(
        { error, channel: row.provider_type },
        "a channel failed in an unexpected way",
      );
      return { kind: "unknown", code: "channel_error" };
    },
  );
  const verdict = await Promise.race([answer, givenUp]);
  done.abort(noLongerNeeded);
  if (verdict !== "given_up") return { verdict, cutShort: false };
  const cutShort = ending.aborted;
  // After an abort the channel's answer says nothing about the vendor; ignore it.
  abort.abort();
  return {
    verdict: (await recallVerdict(deps, row)) ?? {
      kind: "unknown",
      code: cutShort ? "shutdown" : "timeout",
    },
    cutShort,
  };
}

/**
 * A part that was overtaken says so, where its channel has room for that. Where an unknown outcome
 * is sent again, the vendor recognises copies by their key, and a copy has the same text.
 */
function textOf({ limits, unknownSends }: Channel, row: ClaimedDelivery): string {
  // A text that was worded just now says how late it is itself.
  if (!row.isLate || unknownSends === "resend" || piecesIn(row.payload).length > 0) return row.text;
  const mark = overtakenMark(row.text, row.delivery_source);
  const marked = row.text.startsWith(mark) ? row.text : mark + row.text;
  return measureOf(limits.partUnit)(marked) <= limits.partLength ? marked : row.text;
}

function toDelivery(channel: Channel, row: ClaimedDelivery): Delivery {
  return {
    id: row.id,
    accountId: row.account_id,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    messageId: row.message_id,
    channel: row.provider_type,
    channelAccount: row.channel_account,
    scope: row.scope,
    peer: row.peer,
    source: row.delivery_source,
    text: textOf(channel, row),
    payload: row.payload,
    attempt: row.retry_attempt,
    idempotencyKey: row.provider_idempotency_key,
    window: row.window,
  };
}
