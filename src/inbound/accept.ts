import type { Chance, Clock } from "../domain/clock.ts";
import { iso } from "../domain/clock.ts";
import type { EventDraft } from "../domain/events.ts";
import type { ChannelMark } from "../domain/channel-ports.ts";
import type { Failpoints } from "../domain/failpoints.ts";
import type { Log, Metrics } from "../domain/log.ts";
import type { AcceptOutcome, InboundMessage } from "../domain/message.ts";
import { engine } from "../domain/principal.ts";
import { type Database, DatabaseUnavailable, type Sql, sqlState } from "../store/database.ts";
import type { Projector } from "../store/projector.ts";
import { record } from "../store/record.ts";
import { saveMarks } from "./channel-marks.ts";
import { controlWord } from "./control-words.ts";
import { createGroupCommit } from "./group-commit.ts";
import { type CodeGuesses, createCodeGuesses, type Redeemed, redeemCodes } from "./pairing-codes.ts";
import { emptyLane, type Found, type Lane, lockLanes, lookUp, type Newcomers, resolve } from "./scope.ts";
import { tidy } from "./tidy.ts";

/** What the turn engine does inside the accepting transaction: it alone knows how to end a turn. */
export interface LaneControl {
  /** Ends the running turn, or the waiting input, of a conversation whose row this transaction has locked. */
  stop(
    sql: Sql,
    lane: Lane,
  ): Promise<{ drafts: EventDraft[]; result: "stopped" | "nothing_to_stop" | "already_finished"; closedSeq: number }>;
  /** Ends the running turn in favour of newer input. */
  supersede(sql: Sql, lane: Lane, bySeq: number): Promise<EventDraft[]>;
  /** A short fixed message to the person, queued in the same transaction. */
  notice(lane: Lane, what: NoticeKind, to: { readonly language: string | null; readonly sample: string }): EventDraft[];
  /** Tells the process that runs the turn, after the commit. */
  abort(turnId: string): void;
}

export type NoticeKind = "busy" | "stopped" | "nothing_to_stop" | "already_finished" | "cleared" | "new" | "paired";

export interface AcceptDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly failpoints: Failpoints;
  readonly lanes: LaneControl;
  readonly defaultTimezone: string;
  /** Parts that waited for these people to write, as the facts that send them on. */
  readonly release: (sql: Sql, conversationIds: readonly string[]) => Promise<EventDraft[]>;
}

/** The same door for single messages and for a poll's batches. */
export interface Door extends AcceptDeps {
  readonly guesses: CodeGuesses;
}

export const createDoor = (deps: AcceptDeps): Door => ({ ...deps, guesses: createCodeGuesses(deps.clock) });

export type Accept = (message: InboundMessage) => Promise<AcceptOutcome>;

/**
 * The door. A message is answered with 2xx only after its row is committed; messages that arrive together share one
 * transaction, and one that spoils the batch is tried again alone.
 */
export function createAccept(deps: Door): Accept {
  const together = createGroupCommit<InboundMessage, AcceptOutcome>({
    maxBatch: 128,
    commit: (messages) => acceptTogether(deps, messages),
    retryAlone: isLostRace,
    hopeless: (error) => error instanceof DatabaseUnavailable,
  });
  // Cleaned before it meets the others: what is refused for its shape costs no neighbour a second try.
  return async (message) => together(tidy(message));
}

/** Two batches that meet on a new identity or a repeated message: the second look finds the first one's rows. */
export const isLostRace = (error: unknown): boolean => ["23505", "40P01", "40001"].includes(sqlState(error) ?? "");

/** Messages that were cleaned before, and what a vendor's batch wants to keep with them: one transaction. */
export async function acceptTogether(
  deps: Door,
  messages: readonly InboundMessage[],
  marks: readonly ChannelMark[] = [],
): Promise<AcceptOutcome[]> {
  const after = new Set<string>();
  const aborted: string[] = [];
  let released = 0;
  const outcomes = await deps.db.transaction(engine, async (sql) => {
    const found = await lookUp(sql, messages);
    const codes = await redeemCodes({ sql, ...deps }, messages, found);
    const newcomers: Newcomers = new Map();
    const places = messages.map((message, index) => {
      const code = codes.get(index);
      if (code?.kind === "taken") return { kind: "refused", code: "channel_identity_already_bound" } as const;
      return resolve({ deps, newcomers }, message, { ...(found[index] as Found), ...code?.found });
    });
    const lanes = await lockLanes(
      sql,
      places.flatMap((place) => (place.kind === "known" ? [place.conversationId] : [])),
    );
    const batch: Batch = {
      sql,
      deps,
      lanes,
      seen: new Map(),
      drafts: [
        ...[...codes.values()].flatMap((code) => (code.kind === "bound" ? code.drafts : [])),
        ...[...newcomers.values()].flatMap((newcomer) => newcomer.drafts),
      ],
      aborted,
    };
    const results: AcceptOutcome[] = [];
    for (const [index, message] of messages.entries()) {
      const place = places[index] as ReturnType<typeof resolve>;
      if (place.kind === "refused") results.push({ kind: "refused", code: place.code });
      else if (place.kind === "duplicate") results.push(place.outcome);
      else results.push(await placeMessage(batch, { message, place, code: codes.get(index) }));
    }
    for (const outcome of results) if (outcome.kind !== "refused" && outcome.kind !== "duplicate") after.add(outcome.conversationId);
    // With the conversations locked: a part that a vendor sends back just now is either found here or finds this message.
    const waited = await deps.release(
      sql,
      [...after].filter((id) => places.some((place) => place.kind === "known" && place.conversationId === id)),
    );
    released = waited.length;
    await record(sql, deps.projector, [...batch.drafts, ...waited]);
    await saveMarks(sql, marks);
    deps.failpoints.hit("accept.before_commit");
    return results;
  });
  deps.failpoints.hit("accept.committed");
  for (const turnId of aborted) deps.lanes.abort(turnId);
  for (const conversationId of after) deps.db.notify(`log:${conversationId}`);
  if (after.size > 0) {
    deps.db.notify("lane");
    // Only a notice of the door itself, or what waited for the person, can go now; a reply comes with its turn.
    if (released > 0 || outcomes.some((outcome) => outcome.kind === "busy" || outcome.kind === "control")) deps.db.notify("outbox");
  }
  for (const [index, outcome] of outcomes.entries()) {
    deps.metrics.count("meanwhile_inbound_total", { channel: messages[index]?.route.channel ?? "", outcome: outcome.kind });
  }
  return outcomes;
}

interface Batch {
  readonly sql: Sql;
  readonly deps: Door;
  readonly lanes: Map<string, Lane>;
  /** Vendor ids of this batch: the second copy of a message in one batch is a duplicate of the first. */
  readonly seen: Map<string, AcceptOutcome & { kind: "accepted" | "duplicate" | "busy" | "control" }>;
  readonly drafts: EventDraft[];
  readonly aborted: string[];
}

type Place = Extract<ReturnType<typeof resolve>, { kind: "known" | "new" }>;

interface Arriving {
  readonly message: InboundMessage;
  readonly place: Place;
  readonly code: Redeemed | undefined;
}

async function placeMessage(batch: Batch, { message, place, code }: Arriving): Promise<AcceptOutcome> {
  const key = JSON.stringify([message.route.channel, message.route.channelAccount, message.vendorId]);
  const twin = batch.seen.get(key);
  if (twin !== undefined) return { ...twin, kind: "duplicate" };
  const lane = batch.lanes.get(place.conversationId) ?? openedLane(batch, place);
  const word = code === undefined ? controlWord(message.text) : "paired";
  const outcome =
    word !== undefined
      ? await handleControl(batch, { message, place, lane }, word)
      : lane.runningTurnId !== null && message.busyPolicy === "busy"
        ? reject(batch, { message, place, lane })
        : await admit(batch, { message, place, lane });
  batch.seen.set(key, outcome);
  return outcome;
}

/** A conversation that this very batch opens. */
function openedLane(batch: Batch, place: Place): Lane {
  const lane: Lane = { ...place.lane, id: place.conversationId, ...emptyLane() };
  batch.lanes.set(lane.id, lane);
  return lane;
}

interface Placed {
  readonly message: InboundMessage;
  readonly place: Place;
  readonly lane: Lane;
}

async function admit(batch: Batch, placed: Placed) {
  const { lane, message } = placed;
  const seq = lane.latestSeq + 1;
  if (lane.runningTurnId !== null && message.busyPolicy === "supersede" && lane.runningAccountId === placed.place.accountId) {
    batch.aborted.push(lane.runningTurnId);
    batch.drafts.push(...(await batch.deps.lanes.supersede(batch.sql, lane, seq)));
    lane.runningTurnId = null;
  }
  lane.latestSeq = seq;
  const id = push(batch, placed, { kind: "message_received", seq });
  lane.arrived.push({ id, seq });
  return { kind: "accepted" as const, messageId: id, conversationId: lane.id, accountId: placed.place.accountId, seq };
}

function reject(batch: Batch, placed: Placed) {
  const id = push(batch, placed, { kind: "message_rejected", seq: null, reason: "busy" });
  batch.drafts.push(...batch.deps.lanes.notice(placed.lane, "busy", { language: placed.place.language, sample: placed.message.text }));
  return { kind: "busy" as const, messageId: id, conversationId: placed.lane.id, accountId: placed.place.accountId, seq: null };
}

async function handleControl(batch: Batch, placed: Placed, word: "stop" | "clear" | "new" | "paired") {
  const { lane, message } = placed;
  const id = push(batch, placed, { kind: "control_word_received", seq: null, reason: word });
  let control: NonNullable<Extract<AcceptOutcome, { messageId: string }>["control"]>;
  if (word === "stop") {
    if (lane.runningTurnId !== null) batch.aborted.push(lane.runningTurnId);
    const { drafts, result, closedSeq } = await batch.deps.lanes.stop(batch.sql, lane);
    batch.drafts.push(...drafts);
    lane.runningTurnId = null;
    lane.closedSeq = closedSeq;
    lane.stopped = true;
    control = result;
  } else if (word === "paired") control = word;
  else {
    control = word === "clear" ? "cleared" : "new";
    batch.drafts.push(draft(batch, placed, { kind: "conversation_cleared", payload: { conversation_id: lane.id } }));
  }
  batch.drafts.push(...batch.deps.lanes.notice(lane, control, { language: placed.place.language, sample: message.text }));
  return { kind: "control" as const, messageId: id, conversationId: lane.id, accountId: placed.place.accountId, seq: null, control };
}

function push(batch: Batch, placed: Placed, what: { kind: string; seq: number | null; reason?: string }): string {
  const { message, place, lane } = placed;
  const id = batch.deps.chance.id();
  batch.drafts.push(
    draft(batch, placed, {
      kind: what.kind,
      payload: {
        id,
        conversation_id: lane.id,
        account_id: place.accountId,
        identity_id: place.identityId,
        provider_type: message.route.channel,
        channel_account: message.route.channelAccount,
        vendor_id: message.vendorId,
        seq: what.seq,
        text: message.text,
        sender_name: message.senderName ?? null,
        payload: message.payload ?? {},
        ...(what.reason === undefined ? {} : { reason: what.reason }),
      },
    }),
  );
  return id;
}

function draft(batch: Batch, placed: Placed, event: Pick<EventDraft, "kind" | "payload">): EventDraft {
  return {
    ...event,
    stream: `conversation:${placed.lane.id}`,
    at: iso(batch.deps.clock.now()),
    accountId: placed.place.accountId,
    conversationId: placed.lane.id,
  };
}
