import type { EventDraft, PayloadOf } from "../domain/events/catalogue.ts";
import type { PeerWindow } from "../domain/ports/channel-ports.ts";
import { iso } from "../domain/ports/clock.ts";
import { endingIn, type PieceEnd, piecesIn, type TimedWords } from "../domain/timed-words.ts";
import type {
  DeliveryEvent,
  DeliveryPayload,
  DeliverySource,
  MergedPart,
} from "../domain/events/delivery.ts";

export interface DeliveryRow {
  readonly id: string;
  readonly account_id: string;
  readonly conversation_id: string;
  readonly turn_id: string | null;
  readonly message_id: string | null;
  readonly provider_type: string;
  readonly channel_account: string;
  readonly scope: string;
  readonly peer: string;
  readonly delivery_source: DeliverySource;
  readonly text: string;
  readonly payload: DeliveryPayload;
  readonly provider_idempotency_key: string;
  readonly retry_attempt: number;
  readonly attempted_at: string | null;
  readonly expires_at: string | null;
  readonly fence: number;
  readonly holds_until: string | null;
  readonly may_wake: boolean | null;
  readonly interruptions: number;
}

export interface WaitedOut {
  /** An earlier part failed and held this one up, for the whole time for which it may. */
  readonly hasWaitedOut?: boolean | undefined;
}

export interface ClaimedDelivery extends DeliveryRow, WaitedOut {
  /** When this process took it, by its own clock. */
  readonly claimedAt: number;
  /** As it stood in the transaction that took it. */
  readonly window: PeerWindow;
  /** A later part of its conversation went before it. */
  readonly isLate: boolean;
}

export const listMergedParts = (row: Pick<DeliveryRow, "payload">): readonly MergedPart[] =>
  row.payload.merged ?? [];

/** The ids by which an event names a part, and the part that contains it. */
type PartIds = Pick<PayloadOf<"delivery_queued">, "delivery_id" | "message_id" | "merged_into">;

/** An event of the part with these ids. */
export type PartFact = (part: PartIds) => DeliveryEvent;

type OwnRow = Pick<DeliveryRow, "id" | "account_id" | "conversation_id" | "turn_id" | "message_id">;

export function fact(now: number, row: OwnRow, of: PartFact): EventDraft<DeliveryEvent["kind"]> {
  return {
    stream: `conversation:${row.conversation_id}`,
    at: iso(now),
    accountId: row.account_id,
    conversationId: row.conversation_id,
    turnId: row.turn_id ?? undefined,
    ...of({ delivery_id: row.id, message_id: row.message_id }),
  };
}

/** An event of a part also applies to the parts that it contains. */
export function factWithMerged(
  now: number,
  row: OwnRow & Pick<DeliveryRow, "payload">,
  of: PartFact,
): EventDraft<DeliveryEvent["kind"]>[] {
  const guests = listMergedParts(row).map((part) =>
    fact(now, { ...row, ...part }, (ids) => of({ ...ids, merged_into: row.id })),
  );
  return [fact(now, row, of), ...guests];
}

/** Reminders of earlier versions have a time at which they would expire; they are kept anyway. */
export const mayExpire = ({
  delivery_source: source,
  payload,
}: Pick<DeliveryRow, "delivery_source" | "payload">): boolean =>
  source !== "reminder" || payload.fleeting === true || piecesIn(payload).length > 0;

export const createExpiry = (
  now: number,
  row: DeliveryRow,
  words: TimedWords | undefined,
): EventDraft[] => [
  ...factWithMerged(now, row, (part) => ({
    kind: "delivery_expired",
    payload: { ...part, code: "too_late" },
  })),
  ...endOfPieces(words, row, { end: "given_up", now }),
];

/** The events that follow for the subjects of a part. */
export const endOfPieces = (
  words: TimedWords | undefined,
  { payload }: Pick<DeliveryRow, "payload">,
  { end, now }: { readonly end: PieceEnd; readonly now: number },
): readonly EventDraft[] => {
  const pieces = [...piecesIn(payload), ...endingIn(payload)];
  return pieces.length === 0 ? [] : (words?.facts(pieces, end, now) ?? []);
};

export const accountKey = (row: Pick<DeliveryRow, "provider_type" | "channel_account">): string =>
  `${row.provider_type}\u001f${row.channel_account}`;
