import { iso } from "../domain/ports/clock.ts";
import type { ChannelMark } from "../domain/ports/channel-ports.ts";
import type { AcceptOutcome, InboundMessage } from "../domain/message.ts";
import { engine } from "../domain/principal.ts";
import { DatabaseUnavailable, sqlState } from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import { saveMarks } from "./channel-marks.ts";
import { type Flooded, flooding } from "./flood.ts";
import { createGroupCommit } from "../store/log/group-commit.ts";
import { guessZones } from "./guess-zone.ts";
import type { FirstContacts } from "./first-contacts.ts";
import { redeemCodes } from "../accounts/pairing-codes.ts";
import { lockPlaces, lookUpPlaces } from "./place-locks.ts";
import { type Batch, placeMessage, type Spent } from "./place-message.ts";
import { type Lane, resolve } from "./scope.ts";
import { tidy } from "./tidy.ts";
import type { FoundRows } from "./look-up.ts";
import type { AcceptContext, Arrival, ImmediateStart } from "./accept-context.ts";

export type Accept = (message: InboundMessage) => Promise<AcceptOutcome>;

/**
 * A message is answered with 2xx only after its row is committed; messages that arrive together
 * share one transaction, and one that makes the batch fail is tried again alone.
 */
export function createAccept(deps: AcceptContext): Accept {
  const together = createGroupCommit<InboundMessage, AcceptOutcome | Flooded>({
    maxBatch: 128,
    commit: (messages) => acceptTogether(deps, messages, { pushed: true }),
    retryAlone: isLostRace,
    isSharedFailure: (error) => error instanceof DatabaseUnavailable,
  });
  // Cleaned before batching, so that a malformed message does not fail the messages beside it.
  return async (message) => {
    const outcome = await together(tidy(message));
    if (outcome.kind === "flooded") throw flooding(outcome);
    return outcome;
  };
}

/**
 * Two batches that meet on a new identity or a repeated message: the second look finds the first
 * one's rows.
 */
export const isLostRace = (error: unknown): boolean =>
  ["23505", "40P01", "40001"].includes(sqlState(error) ?? "");

export interface Together {
  /**
   * A vendor sends refused messages again. Messages that we fetched would be lost, so all of them
   * are accepted.
   */
  readonly pushed: boolean;
  /** Kept in the same transaction. */
  readonly marks?: readonly ChannelMark[] | undefined;
}

/**
 * Messages that were cleaned before, and what a vendor's batch wants to keep with them: one
 * transaction.
 */
export async function acceptTogether(
  deps: AcceptContext,
  messages: readonly InboundMessage[],
  how: Together,
): Promise<(AcceptOutcome | Flooded)[]> {
  const again = how.marks === undefined ? await deps.known.findAll(deps.db, messages) : undefined;
  if (again !== undefined) {
    measure(deps, messages, { outcomes: again, startMs: deps.clock.now() });
    return [...again];
  }
  const start = deps.lanes.immediateStart();
  try {
    return await takeIn(deps, messages, { ...how, start });
  } catch (error) {
    // Turns that cannot start do not refuse their messages.
    if (!start.drop() || error instanceof DatabaseUnavailable) throw error;
    return takeIn(deps, messages, how);
  }
}

async function takeIn(
  deps: AcceptContext,
  messages: readonly InboundMessage[],
  how: Together & { readonly start?: ImmediateStart | undefined },
): Promise<(AcceptOutcome | Flooded)[]> {
  const after = new Set<string>();
  const aborted: string[] = [];
  const spent: Spent[] = [];
  const told = new Set<string>();
  const counted: string[] = [];
  let released = 0;
  const startMs = deps.clock.now();
  const taken = deps.backpressure.measure(() =>
    deps.db.transaction(engine, async (sql) => {
      const looked = await lookUpPlaces(sql, messages, deps.release);
      const { found, drafts: zones } = guessZones(messages, looked.rows, iso(deps.clock.now()));
      const codes = await redeemCodes({ sql, ...deps }, messages, found);
      const firstContacts: FirstContacts = new Map();
      const room = { left: await deps.days.newcomersLeft(sql, messages, found) };
      const places = messages.map((message, index) => {
        const code = codes.get(index);
        if (code?.kind === "taken")
          return { kind: "refused", code: "channel_identity_already_bound" } as const;
        return resolve({ deps, firstContacts, room }, message, {
          ...(found[index] as FoundRows),
          ...code?.found,
        });
      });
      const known = places.flatMap((place) =>
        place.kind === "known" ? [place.conversationId] : [],
      );
      const [locked, waiting] = await lockPlaces(sql, { known, looked, release: deps.release });
      const lanes = new Map<string, Lane>(
        locked.map((lane) => [lane.id, { ...lane, arrived: [], stopped: false }]),
      );
      const batch: Batch = {
        sql,
        deps,
        lanes,
        seen: new Map(),
        drafts: [
          ...zones,
          ...[...codes.values()].flatMap((code) => (code.kind === "bound" ? code.drafts : [])),
          ...[...firstContacts.values()].flatMap((firstContact) => firstContact.drafts),
        ],
        aborted,
        spent: how.pushed ? spent : undefined,
        told,
        counted,
      };
      const results: (AcceptOutcome | Flooded)[] = [];
      for (const [index, message] of messages.entries()) {
        const place = places[index] as ReturnType<typeof resolve>;
        if (place.kind === "refused") results.push({ kind: "refused", code: place.code });
        else if (place.kind === "duplicate") results.push(place.outcome);
        else results.push(await placeMessage(batch, { message, place, code: codes.get(index) }));
      }
      for (const outcome of results)
        if ("conversationId" in outcome && outcome.kind !== "duplicate")
          after.add(outcome.conversationId);
      // A rejected sender has not written anything.
      const waited = waiting.filter(({ conversationId = "" }) => after.has(conversationId));
      released = waited.length;
      const started = how.start?.begin(findArrivals(batch, { messages, results, found }));
      const events = await record(sql, deps.projector, {
        drafts: [...batch.drafts, ...waited, ...(started?.drafts ?? [])],
        work: started?.work,
        unlimited: true,
      });
      await saveMarks(sql, how.marks ?? []);
      how.start?.recorded(events);
      deps.failpoints.hit("accept.before_commit");
      return results;
    }),
  );
  const outcomes = await taken.catch((error: unknown) => {
    for (const { message, isControl } of spent) deps.floods.undo(message, isControl);
    for (const accountId of counted) deps.days.giveBack(accountId);
    throw error;
  });
  deps.failpoints.hit("accept.committed");
  const started = how.start?.run() ?? new Set();
  for (const turnId of aborted) deps.lanes.abort(turnId);
  for (const conversationId of new Set([...after, ...told]))
    deps.db.notify(`log:${conversationId}`);
  // A worker that looked while we held the lock passed the conversation over, so it is also
  // notified of messages that were refused.
  const isWaiting = [...after].some((conversationId) => !started.has(conversationId));
  if (isWaiting || outcomes.some(({ kind }) => kind === "flooded")) deps.db.notify("lane");
  // Only a notice of accept itself, or parts that waited for the person, can be sent now; a reply
  // comes with its turn.
  if (released > 0 || told.size > 0) deps.db.notify("outbox");
  for (const [index, outcome] of outcomes.entries())
    deps.known.add(messages[index] as InboundMessage, outcome);
  measure(deps, messages, { outcomes, startMs });
  return outcomes;
}

function measure(
  { metrics, clock }: AcceptContext,
  messages: readonly InboundMessage[],
  taken: {
    readonly outcomes: readonly (AcceptOutcome | Flooded)[];
    readonly startMs: number;
  },
): void {
  for (const [index, outcome] of taken.outcomes.entries()) {
    const channel = messages[index]?.route.channel ?? "";
    metrics.count("meanwhile_inbound_total", { channel, outcome: outcome.kind });
    if (outcome.kind !== "accepted") continue;
    metrics.span?.({
      step: "accept",
      of: { messageId: outcome.messageId },
      startMs: taken.startMs,
      endMs: clock.now(),
      attributes: { "meanwhile.channel": channel },
    });
  }
}

const isIdle = (lane: Lane): lane is Arrival["lane"] => (lane.idle ?? null) !== null;

interface Results {
  readonly messages: readonly InboundMessage[];
  readonly results: readonly (AcceptOutcome | Flooded)[];
  readonly found: readonly FoundRows[];
}

/**
 * Messages whose turns can start with them: the lane is idle, the person is known, and nothing else
 * of their conversation is in the batch.
 */
function findArrivals(
  { lanes }: Pick<Batch, "lanes">,
  { messages, results, found }: Results,
): Arrival[] {
  const counts = new Map<string, number>();
  for (const result of results)
    if ("conversationId" in result)
      counts.set(result.conversationId, (counts.get(result.conversationId) ?? 0) + 1);
  return results.flatMap((outcome, index) => {
    const message = messages[index];
    if (message === undefined || outcome.kind !== "accepted") return [];
    const { messageId, conversationId, accountId, seq } = outcome;
    const lane = lanes.get(conversationId);
    const { timezone, display_name: displayName, language, link_hosts } = found[index] as FoundRows;
    if (lane === undefined || !isIdle(lane) || counts.get(conversationId) !== 1) return [];
    if (timezone === null || seq === null) return [];
    const { text, senderName = null, payload = {}, vendorId } = message;
    const person = { accountId, displayName, language, timezone, linkHosts: link_hosts ?? [] };
    const said = { messageId, seq, text, senderName, payload, vendorId };
    return [{ lane: { ...lane }, message: { ...person, ...said } }];
  });
}
