import { iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events.ts";
import type { ChannelMark } from "../domain/ports/channel-ports.ts";
import type { AcceptOutcome, InboundMessage } from "../domain/message.ts";
import { engine } from "../domain/principal.ts";
import type { StopResult } from "../domain/turn.ts";
import type { Arrival, Beginning } from "../store/work/immediate-start.ts";
import {
  DatabaseUnavailable,
  inOneBreath,
  type Sql,
  sqlState,
} from "../store/database/database.ts";
import type { EngineParts } from "../store/work/engine-parts.ts";
import { record } from "../store/log/record.ts";
import type { RightOfWay } from "../store/work/backpressure.ts";
import { saveMarks } from "./channel-marks.ts";
import { createDayLimits, type DayLimitDeps, type DayLimits } from "./day-limits.ts";
import { startAtDoor, type StartAtDoor } from "./immediate-start.ts";
import { createFloodGate, type Flooded, type FloodGate, flooding } from "./flood.ts";
import { createGroupCommit } from "../store/log/group-commit.ts";
import { guessZones } from "./guess-zone.ts";
import type { Newcomers } from "./newcomers.ts";
import { type CodeGuesses, createCodeGuesses, redeemCodes } from "../accounts/pairing-codes.ts";
import { lockPlaces, type RememberedPlaces } from "./place-locks.ts";
import { type Batch, placeMessage, type Spent } from "./place-message.ts";
import { type Found, type Lane, lookUp, resolve } from "./scope.ts";
import { tidy } from "./tidy.ts";

/** What the turn engine does inside the accepting transaction: it alone knows how to end a turn. */
export interface LaneControl {
  /** Ends the running turn, or the waiting input, of a conversation whose row this transaction has locked. */
  stop(
    sql: Sql,
    lane: Lane,
  ): Promise<{ drafts: EventDraft[]; result: StopResult; closedSeq: number }>;
  /** Ends the running turn in favour of newer input. */
  supersede(sql: Sql, lane: Lane, bySeq: number): Promise<EventDraft[]>;
  /** A short fixed message to the person, queued in the same transaction. */
  notice(
    lane: Lane,
    what: NoticeKind,
    to: { readonly language: string | null; readonly sample: string },
  ): EventDraft[];
  /** Tells the process that runs the turn, after the commit. */
  abort(turnId: string): void;
  /** A turn that starts by the very commit that takes its message in, where this process has a hand for it. */
  beginAtDoor(arrival: Arrival): Beginning | undefined;
}

export type NoticeKind =
  | StopResult
  | "not_yours"
  | "busy"
  | "cleared"
  | "new"
  | "paired"
  | "flood"
  | "day_full";

export interface AcceptDeps extends EngineParts {
  readonly lanes: LaneControl;
  readonly rightOfWay: RightOfWay;
  readonly defaultTimezone: string;
  /** Messages that one person may send in a minute by a vendor's push. No limit when not set. */
  readonly perPersonPerMinute?: number | undefined;
  /** What an account and the server may use. No limits when not set. */
  readonly usage?: DayLimitDeps["usage"];
  /** Parts that waited for these people to write, as the facts that send them on. */
  readonly release: (sql: Sql, conversationIds: readonly string[]) => Promise<EventDraft[]>;
}

/** The same door for single messages and for a poll's batches. */
export interface Door extends AcceptDeps {
  readonly guesses: CodeGuesses;
  readonly remembered: RememberedPlaces;
  readonly floods: FloodGate;
  readonly days: DayLimits;
}

export const createDoor = (deps: AcceptDeps): Door => ({
  ...deps,
  guesses: createCodeGuesses(deps.clock),
  remembered: new Map(),
  floods: createFloodGate(deps.clock, deps.perPersonPerMinute),
  days: createDayLimits(deps),
});

export type Accept = (message: InboundMessage) => Promise<AcceptOutcome>;

/**
 * The door. A message is answered with 2xx only after its row is committed; messages that arrive together share one
 * transaction, and one that spoils the batch is tried again alone.
 */
export function createAccept(deps: Door): Accept {
  const together = createGroupCommit<InboundMessage, AcceptOutcome | Flooded>({
    maxBatch: 128,
    commit: (messages) => acceptTogether(deps, messages, { pushed: true }),
    retryAlone: isLostRace,
    hopeless: (error) => error instanceof DatabaseUnavailable,
  });
  // Cleaned before it meets the others: what is refused for its shape costs no neighbour a second try.
  return async (message) => {
    const outcome = await together(tidy(message));
    if (outcome.kind === "flooded") throw flooding(outcome);
    return outcome;
  };
}

/** Two batches that meet on a new identity or a repeated message: the second look finds the first one's rows. */
export const isLostRace = (error: unknown): boolean =>
  ["23505", "40P01", "40001"].includes(sqlState(error) ?? "");

export interface Together {
  /** The vendor brings what is refused again. What we fetched ourselves it would not: all of that is taken. */
  readonly pushed: boolean;
  /** Kept in the same transaction. */
  readonly marks?: readonly ChannelMark[] | undefined;
}

/** Messages that were cleaned before, and what a vendor's batch wants to keep with them: one transaction. */
export async function acceptTogether(
  deps: Door,
  messages: readonly InboundMessage[],
  how: Together,
): Promise<(AcceptOutcome | Flooded)[]> {
  const start = startAtDoor(deps.lanes);
  try {
    return await takeIn(deps, messages, {
      ...how,
      start: messages.length === 1 ? start : undefined,
    });
  } catch (error) {
    // A turn that can't start is no reason to refuse its message.
    if (!start.drop() || error instanceof DatabaseUnavailable) throw error;
    return takeIn(deps, messages, how);
  }
}

async function takeIn(
  deps: Door,
  messages: readonly InboundMessage[],
  how: Together & { readonly start?: StartAtDoor | undefined },
): Promise<(AcceptOutcome | Flooded)[]> {
  const after = new Set<string>();
  const aborted: string[] = [];
  const spent: Spent[] = [];
  const told = new Set<string>();
  const counted: string[] = [];
  let released = 0;
  const taken = deps.rightOfWay.first(() =>
    deps.db.transaction(engine, async (sql) => {
      const locks = lockPlaces(deps, sql, messages);
      const [, rows] = await inOneBreath(locks.early, lookUp(sql, messages));
      const { found, drafts: zones } = guessZones(messages, rows, iso(deps.clock.now()));
      const codes = await redeemCodes({ sql, ...deps }, messages, found);
      const newcomers: Newcomers = new Map();
      const room = { left: await deps.days.newcomersLeft(sql, messages, found) };
      const places = messages.map((message, index) => {
        const code = codes.get(index);
        if (code?.kind === "taken")
          return { kind: "refused", code: "channel_identity_already_bound" } as const;
        return resolve({ deps, newcomers, room }, message, {
          ...(found[index] as Found),
          ...code?.found,
        });
      });
      const known = places.flatMap((place) =>
        place.kind === "known" ? [place.conversationId] : [],
      );
      const [locked, waiting] = await locks.lock(known);
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
          ...[...newcomers.values()].flatMap((newcomer) => newcomer.drafts),
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
      // Whoever was sent away has not written.
      const waited = waiting.filter(({ conversationId = "" }) => after.has(conversationId));
      released = waited.length;
      const begun = how.start?.begin({ batch, outcome: results[0], found: found[0] });
      const events = await record(sql, deps.projector, {
        drafts: [...batch.drafts, ...waited, ...(begun === undefined ? [] : [begun.draft])],
        unlimited: true,
      });
      await saveMarks(sql, how.marks ?? []);
      await begun?.hold(sql, events);
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
  const isStarted = how.start?.run() === true;
  for (const turnId of aborted) deps.lanes.abort(turnId);
  for (const conversationId of new Set([...after, ...told]))
    deps.db.notify(`log:${conversationId}`);
  // A worker that looked while we held the lock passed the conversation over, so it hears of those that were sent away, too.
  if (!isStarted && (after.size > 0 || outcomes.some(({ kind }) => kind === "flooded")))
    deps.db.notify("lane");
  // Only a notice of the door itself, or what waited for the person, can go now; a reply comes with its turn.
  if (released > 0 || told.size > 0) deps.db.notify("outbox");
  for (const [index, outcome] of outcomes.entries()) {
    deps.metrics.count("meanwhile_inbound_total", {
      channel: messages[index]?.route.channel ?? "",
      outcome: outcome.kind,
    });
  }
  return outcomes;
}
