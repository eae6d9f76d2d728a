import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type { Channel } from "../domain/channel.ts";
import type { Verdict } from "../domain/delivery.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { DeliveryPayload } from "../domain/events/delivery.ts";
import { type PieceEnd, piecesIn, type TimedWords } from "../domain/timed-words.ts";
import { repeatMark } from "./marks.ts";
import { measureOf } from "./split.ts";
import { toSentPayload } from "./window.ts";
import {
  type DeliveryRow,
  type WaitedOut,
  endOfPieces,
  fact,
  factWithMerged,
  type PartFact,
} from "./delivery-row.ts";
import type { OutboxSettings } from "./outbox-deps.ts";

export interface VerdictOn {
  readonly deps: {
    readonly clock: Clock;
    readonly chance: Chance;
    readonly settings: OutboxSettings;
    readonly words?: TimedWords | undefined;
  };
  readonly row: DeliveryRow & WaitedOut;
  readonly channel: Pick<Channel, "unknownSends" | "limits"> | undefined;
  /** The end of this process cut the call short: its outcome says nothing about the vendor. */
  readonly cutShort?: boolean | undefined;
}

/** Long enough for a vendor's receipt to arrive. */
const repeatAfterMs = 60_000;

/**
 * The vendor's verdict as events: of the part, and of those merged into it. While it is tried again
 * they wait with it.
 */
export function verdictEvents(on: VerdictOn, verdict: Verdict): EventDraft[] {
  const now = on.deps.clock.now();
  const of = toPartFact(on, verdict);
  const event = fact(now, on.row, of);
  if (event.kind === "delivery_retry" || event.kind === "delivery_repeat") return [event];
  const end = endOf(event.kind);
  return [
    ...factWithMerged(now, on.row, of),
    ...(end === undefined ? [] : endOfPieces(on.deps.words, on.row, { end, now })),
  ];
}

/** The effect of the verdict on the subjects of the part. */
function endOf(kind: string): PieceEnd | undefined {
  if (kind === "delivery_sent") return "arrived";
  return kind === "delivery_waiting" || kind === "delivery_failed" ? "held" : undefined;
}

/** The kind of the verdict decides, never an error's text. */
function toPartFact(on: VerdictOn, verdict: Verdict): PartFact {
  switch (verdict.kind) {
    case "sent":
      return (part) => ({
        kind: "delivery_sent",
        payload: { ...part, ...toSentPayload(on.row, verdict.providerMessageId) },
      });
    case "refused":
      return (part) => ({ kind: "delivery_failed", payload: { ...part, code: verdict.code } });
    case "waiting_for_user":
      return (part) => ({ kind: "delivery_waiting", payload: { ...part, code: verdict.code } });
    case "not_sent":
      if (verdict.isFree === true) return freeRetry(on, verdict.code);
      return retry(on, {
        code: verdict.code,
        afterMs: verdict.retryAfterMs,
        orElse: "delivery_failed",
      });
    case "unknown":
      return unknown(on, verdict.code);
    default:
      return verdict satisfies never;
  }
}

/**
 * It is unknown whether it arrived. Where a repeat is harmless it goes again. Otherwise a chat
 * reply stays as it is, for people to see; a reminder goes once more, marked as a repeat, since a
 * missed alarm costs more than a double one.
 */
function unknown(on: VerdictOn, code: string): PartFact {
  const { row, channel } = on;
  const now = on.deps.clock.now();
  if (channel?.unknownSends === "resend")
    return retry(on, { code, afterMs: undefined, orElse: "delivery_unknown" });
  if (row.delivery_source !== "reminder" || channel === undefined || row.payload.repeated === true)
    return (part) => ({ kind: "delivery_unknown", payload: { ...part, code } });
  // The mark is put on again with words that are made when they are sent.
  const marked = piecesIn(row.payload).length > 0 ? row.text : repeatMark(row.text) + row.text;
  const fits = measureOf(channel.limits.partUnit)(marked) <= channel.limits.partLength;
  return (part) => ({
    kind: "delivery_repeat",
    payload: {
      ...part,
      code,
      next_attempt_at: iso(now + repeatAfterMs),
      text: fits ? marked : row.text,
      payload: { ...row.payload, repeated: true },
    },
  });
}

interface Failure {
  readonly code: string;
  readonly afterMs: number | undefined;
  readonly orElse: "delivery_failed" | "delivery_unknown";
}

/**
 * A part that was being sent at the end of this many processes may be the cause: from then on it
 * waits like any other.
 */
const mostInterruptions = 3;

/**
 * The next try, a little spread out so that parts that failed together do not come back together.
 * When there is none left, `orElse` says what is known: a part with an unknown outcome has not
 * failed.
 */
function retry(on: VerdictOn, why: Failure): PartFact {
  const { deps, row } = on;
  const now = deps.clock.now();
  if (on.cutShort === true && row.interruptions < mostInterruptions) return atOnce(on, why);
  const scheduled = deps.settings.retryMs[row.retry_attempt - 1];
  if (scheduled === undefined)
    return (part) => ({
      kind: why.orElse,
      payload: { ...part, code: why.code, attempts: row.retry_attempt },
    });
  const waitMs = Math.max(why.afterMs ?? 0, scheduled * (0.8 + 0.4 * deps.chance.random()));
  // Of parts that waited together each would hold up the rest for as long as the first did.
  const holdMs = Math.min(deps.settings.holdMs, row.hasWaitedOut === true ? waitMs : Infinity);
  const holdsUntil = row.holds_until === null ? now + holdMs : Date.parse(row.holds_until);
  // Once more when it holds the others up no longer, on top of its own tries: if it goes then,
  // their order is kept.
  const isOnTop = why.afterMs === undefined && now < holdsUntil && now + waitMs > holdsUntil;
  return (part) => ({
    kind: "delivery_retry",
    payload: {
      ...part,
      code: why.code,
      next_attempt_at: iso(isOnTop ? holdsUntil : now + waitMs),
      holds_until: iso(holdsUntil),
      // A vendor that names a time is not called before it.
      may_wake: row.may_wake === false ? false : why.afterMs === undefined ? true : null,
      ...(isOnTop ? { attempt: row.retry_attempt - 1 } : {}),
      ...doubtOf(row, why),
    },
  });
}

/** Its channel is not ready for it meanwhile, and says itself when it is. */
const freeRetry =
  ({ deps, row }: VerdictOn, code: string): PartFact =>
  (part) => ({
    kind: "delivery_retry",
    payload: {
      ...part,
      code,
      next_attempt_at: iso(deps.clock.now()),
      attempt: row.retry_attempt - 1,
    },
  });

/** The vendor has not failed: the try does not count, and the next one waits for nothing. */
const atOnce =
  ({ deps, row }: VerdictOn, why: Failure): PartFact =>
  (part) => ({
    kind: "delivery_retry",
    payload: {
      ...part,
      code: why.code,
      next_attempt_at: iso(deps.clock.now()),
      attempt: row.retry_attempt - 1,
      interruptions: row.interruptions + 1,
      ...doubtOf(row, why),
    },
  });

/** A reminder that may be there already says so if it takes another way. */
const doubtOf = (
  { delivery_source: source, payload }: DeliveryRow,
  { orElse }: Failure,
): { readonly payload?: DeliveryPayload } =>
  source === "reminder" && orElse === "delivery_unknown" && payload.doubtful !== true
    ? { payload: { ...payload, doubtful: true } }
    : {};
