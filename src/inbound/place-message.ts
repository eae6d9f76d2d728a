import { iso } from "../domain/ports/clock.ts";
import type { EventBody, EventDraft, PayloadOf } from "../domain/events/catalogue.ts";
import type { AcceptOutcome, ControlResult, InboundMessage } from "../domain/message.ts";
import type { Notice } from "../domain/notices.ts";
import type { Sql } from "../store/database/database.ts";
import { readsBareFiles, wasTold } from "./busy.ts";
import { isStopRequest, controlWord } from "./control-words.ts";
import type { Flooded } from "./flood.ts";
import type { Redeemed } from "../accounts/pairing-codes.ts";
import { emptyLane, type Lane, type resolve } from "./scope.ts";
import type { AcceptContext } from "./accept-context.ts";

/** Messages that are accepted in one transaction, and the rows it has found and written so far. */
export interface Batch {
  readonly sql: Sql;
  readonly deps: AcceptContext;
  readonly lanes: Map<string, Lane>;
  /**
   * Vendor ids of this batch: the second copy of a message in one batch is a duplicate of the
   * first.
   */
  readonly seen: Map<
    string,
    AcceptOutcome & { kind: "accepted" | "duplicate" | "busy" | "control" }
  >;
  readonly drafts: EventDraft[];
  readonly aborted: string[];
  /** The allowance of its senders that this batch has used; none where there are no limits. */
  readonly spent: Spent[] | undefined;
  /** Conversations that get a notice of accept. */
  readonly told: Set<string>;
  /** Accounts whose messages of today this batch has counted, once for each. */
  readonly counted: string[];
}

export interface Spent {
  readonly message: InboundMessage;
  readonly isControl: boolean;
}

type Place = Extract<ReturnType<typeof resolve>, { kind: "known" | "new" }>;

interface Arriving {
  readonly message: InboundMessage;
  readonly place: Place;
  readonly code: Redeemed | undefined;
}

export async function placeMessage(
  batch: Batch,
  { message, place, code }: Arriving,
): Promise<AcceptOutcome | Flooded> {
  const key = JSON.stringify([place.conversationId, message.vendorId]);
  const twin = batch.seen.get(key);
  if (twin !== undefined) return { ...twin, kind: "duplicate" };
  const lane = batch.lanes.get(place.conversationId) ?? openLane(batch, place);
  const word =
    code === undefined
      ? (controlWord(message.text) ?? (await stopInside(batch, { message, place, lane })))
      : "paired";
  if (word === undefined && message.busyPolicy === "refuse" && isTaken(lane))
    return { kind: "refused", code: "turn_in_flight" };
  const flooded = hold(batch, { message, place, lane }, word !== undefined);
  if (flooded !== undefined) return flooded;
  const enough = word === undefined ? forToday(batch, { message, place, lane }) : undefined;
  if (enough !== undefined) return enough;
  const outcome =
    word !== undefined
      ? await handleControl(batch, { message, place, lane }, word)
      : lane.runningTurnId !== null && message.busyPolicy === "busy"
        ? await join(batch, { message, place, lane })
        : await admit(batch, { message, place, lane });
  batch.seen.set(key, outcome);
  return outcome;
}

/**
 * Inside a sentence the word stops one's own running turn; where it is another member's, the
 * sentence is a message like any other.
 */
async function stopInside(batch: Batch, placed: PlacedMessage): Promise<"stop" | undefined> {
  if (!isTaken(placed.lane) || !isStopRequest(placed.message.text)) return undefined;
  return placed.message.mayStop === "own" && (await isOthers(batch, placed)) ? undefined : "stop";
}

const isTaken = (lane: Lane): boolean =>
  lane.runningTurnId !== null || lane.latestSeq > lane.closedSeq;

/** A conversation that this batch opens. */
function openLane(batch: Batch, place: Place): Lane {
  const lane: Lane = { ...place.lane, id: place.conversationId, ...emptyLane() };
  batch.lanes.set(lane.id, lane);
  return lane;
}

interface PlacedMessage {
  readonly message: InboundMessage;
  readonly place: Place;
  readonly lane: Lane;
}

const toOwner = ({ lane, place }: PlacedMessage) => ({
  conversationId: lane.id,
  accountId: place.accountId,
  identityId: place.identityId,
});

async function admit(batch: Batch, placed: PlacedMessage) {
  const { lane, message } = placed;
  const seq = lane.latestSeq + 1;
  if (
    lane.runningTurnId !== null &&
    message.busyPolicy === "supersede" &&
    lane.runningAccountId === placed.place.accountId
  ) {
    batch.aborted.push(lane.runningTurnId);
    batch.drafts.push(...(await batch.deps.lanes.supersede(batch.sql, lane, seq)));
    lane.runningTurnId = null;
  }
  lane.latestSeq = seq;
  const id = push(batch, placed, { kind: "message_received", seq });
  lane.arrived.push({ id, seq });
  return { kind: "accepted" as const, ...toOwner(placed), messageId: id, seq };
}

/** A flood of one person is rejected without a row. They are notified once. */
function hold(batch: Batch, placed: PlacedMessage, isControl: boolean): Flooded | undefined {
  const { message } = placed;
  if (batch.spent === undefined) return undefined;
  const flood = batch.deps.floods.take(message, isControl);
  if (flood === undefined) {
    batch.spent.push({ message, isControl });
    return undefined;
  }
  if (flood.tell) notice(batch, placed, "flood");
  return { kind: "flooded", retryAfterSeconds: flood.retryAfterSeconds };
}

/**
 * The daily limit of an account was reached. A signed-in caller learns it from the response; a
 * vendor that pushes sends the message again; what we fetched ourselves is kept as rejected. A
 * person in a chat app hears of it once a day.
 */
function forToday(batch: Batch, placed: PlacedMessage): AcceptOutcome | Flooded | undefined {
  const { message, place } = placed;
  const { days } = batch.deps;
  const seconds = days.take(place.accountId);
  if (seconds === undefined) {
    batch.counted.push(place.accountId);
    return undefined;
  }
  if (message.accountId !== undefined)
    return {
      kind: "refused",
      code: "daily_limit",
      fact: { what: "messages", most: days.messagesPerDay, retry_after_seconds: seconds },
    };
  if (days.mayTell(place.accountId)) notice(batch, placed, "day_full");
  if (batch.spent !== undefined)
    return { kind: "flooded", retryAfterSeconds: seconds, isForToday: true };
  const id = push(batch, placed, { kind: "message_rejected", reason: "daily_limit" });
  return { kind: "busy", ...toOwner(placed), messageId: id, seq: null };
}

/**
 * Chat apps send a file as a message without words; the question, or the next file, follows while
 * the first is being read. Then all of it is one request: the turn begins again with both. Anything
 * else that comes while a turn runs is refused.
 */
async function join(batch: Batch, placed: PlacedMessage) {
  const { lane, place, message } = placed;
  const isOwn = lane.runningTurnId !== null && lane.runningAccountId === place.accountId;
  if (!isOwn || !(await readsBareFiles(batch.sql, lane))) return reject(batch, placed);
  return admit(batch, { ...placed, message: { ...message, busyPolicy: "supersede" } });
}

/** However many messages arrive while one turn runs, the person is notified once. */
async function reject(batch: Batch, placed: PlacedMessage) {
  const told =
    placed.message.answeredAtOnce === true || (await wasTold(batch.sql, placed.lane, batch.drafts));
  const id = push(batch, placed, { kind: "message_rejected", reason: "busy" });
  if (!told) notice(batch, placed, "busy");
  return { kind: "busy" as const, ...toOwner(placed), messageId: id, seq: null };
}

async function handleControl(
  batch: Batch,
  placed: PlacedMessage,
  word: "stop" | "clear" | "new" | "paired",
) {
  const { lane } = placed;
  const id = push(batch, placed, { kind: "control_word_received", reason: word });
  let control: ControlResult;
  if (word === "stop" && placed.message.mayStop === "own" && (await isOthers(batch, placed)))
    control = "not_yours";
  else if (word === "stop") {
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
    batch.drafts.push(
      draft(batch, placed, { kind: "conversation_cleared", payload: { conversation_id: lane.id } }),
    );
  }
  notice(batch, placed, control);
  return { kind: "control" as const, ...toOwner(placed), messageId: id, seq: null, control };
}

/** Whether a stop would end another person's work. */
async function isOthers({ sql }: Batch, { lane, place }: PlacedMessage): Promise<boolean> {
  if (lane.runningTurnId !== null) return lane.runningAccountId !== place.accountId;
  const rows = await sql.rows(
    `select 1 from message where conversation_id = $1 and direction = 'inbound' and seq > $2 and account_id <> $3
     union all select 1 from delivery_attempt where conversation_id = $1 and status = 'pending' and delivery_source = 'reply' and account_id <> $3`,
    [lane.id, lane.closedSeq, place.accountId],
  );
  return rows.length > 0;
}

function notice(batch: Batch, { lane, place, message }: PlacedMessage, what: Notice): void {
  if (message.answeredAtOnce === true) return;
  batch.told.add(lane.id);
  batch.drafts.push(
    ...batch.deps.lanes.notice(lane, what, { language: place.language, sample: message.text }),
  );
}

/** Why a message ends at once instead of waiting for a turn. */
type Arrived =
  | { readonly kind: "message_received"; readonly seq: number }
  | {
      readonly kind: "message_rejected";
      readonly reason: NonNullable<PayloadOf<"message_rejected">["reason"]>;
    }
  | {
      readonly kind: "control_word_received";
      readonly reason: NonNullable<PayloadOf<"control_word_received">["reason"]>;
    };

function push(batch: Batch, placed: PlacedMessage, what: Arrived): string {
  const { message, place, lane } = placed;
  const id = batch.deps.chance.id();
  const said = {
    id,
    conversation_id: lane.id,
    account_id: place.accountId,
    identity_id: place.identityId,
    provider_type: message.route.channel,
    channel_account: message.route.channelAccount,
    peer: message.route.peer,
    vendor_id: message.vendorId,
    text: message.text,
    sender_name: message.senderName ?? null,
    payload: message.payload ?? {},
  };
  batch.drafts.push(draft(batch, placed, toBody(what, said, lane.runningTurnId)));
  return id;
}

function toBody(
  what: Arrived,
  said: Omit<PayloadOf<"message_received">, "seq">,
  runningTurnId: string | null,
): EventBody {
  const { kind } = what;
  if (kind === "message_received") return { kind, payload: { ...said, seq: what.seq } };
  if (kind === "control_word_received")
    return { kind, payload: { ...said, seq: null, reason: what.reason } };
  return {
    kind,
    payload: {
      ...said,
      seq: null,
      reason: what.reason,
      ...(what.reason === "busy" ? { during_turn: runningTurnId } : {}),
    },
  };
}

function draft(batch: Batch, placed: PlacedMessage, event: EventBody): EventDraft {
  return {
    ...event,
    stream: `conversation:${placed.lane.id}`,
    at: iso(batch.deps.clock.now()),
    accountId: placed.place.accountId,
    conversationId: placed.lane.id,
  };
}
