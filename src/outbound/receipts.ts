import type { ChannelReceipts, Receipt } from "../domain/ports/channel-ports.ts";
import type { Clock } from "../domain/ports/clock.ts";
import type { DeliveryStatus, Verdict } from "../domain/delivery.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { Metrics } from "../domain/ports/log.ts";
import { engine } from "../domain/principal.ts";
import type { TimedWords } from "../domain/timed-words.ts";
import type { Database, Sql } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";
import { releasePart } from "./release.ts";
import { readWindow, toSentPayload } from "./window.ts";
import { type DeliveryRow, endOfPieces, factWithMerged, type PartFact } from "./delivery-row.ts";

export interface ReceiptDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly words?: TimedWords | undefined;
}

type Owned = DeliveryRow & {
  readonly status: DeliveryStatus;
  readonly provider_message_id: string | null;
  readonly sent_at: string | null;
};
type Later = Pick<Receipt, "status" | "code" | "providerMessageId">;

/** States only move up. States that are not listed here have no report of a vendor yet. */
const rank: Partial<Readonly<Record<DeliveryStatus, number>>> = { sent: 1, delivered: 2, read: 3 };

/**
 * A vendor's later report about a part that it accepted. A receipt may come before the answer to
 * the call itself: then it is kept under the vendor's id and applied when the send is recorded.
 */
export function openReceipts(on: ReceiptDeps): ChannelReceipts {
  return {
    async report(receipt) {
      const done = await on.db.transaction(engine, (sql) => apply(on, sql, receipt));
      if (done.conversationId !== undefined) on.db.notify(`log:${done.conversationId}`);
      if (done.goesOn === true) on.db.notify("outbox");
      const isClosed =
        receipt.status === "waiting_for_user" && done.result === "recorded" && done.goesOn !== true;
      if (isClosed) on.metrics.count("meanwhile_window_closed_total", { channel: receipt.channel });
      return done.result;
    },
  };
}

interface Applied {
  readonly result: "recorded" | "known" | "unmatched";
  readonly conversationId?: string | undefined;
  /** Something can be sent now. */
  readonly goesOn?: boolean | undefined;
}

async function apply(on: ReceiptDeps, sql: Sql, receipt: Receipt): Promise<Applied> {
  if (receipt.status === "waiting_for_user") await lockTalk(sql, receipt);
  const row = (await ownDelivery(sql, receipt)) ?? (await byProviderId(sql, receipt));
  if (row === undefined) {
    if (receipt.providerMessageId !== undefined) await keepEarly(sql, receipt);
    return { result: "unmatched" };
  }
  const now = on.clock.now();
  const taken = steps(row, receipt);
  if (taken.length === 0) return { result: "known" };
  const told = taken.flatMap((step) => factWithMerged(now, row, step));
  const events = [...told, ...settleSubject(on.words, { row, told, now })];
  const goesOn = receipt.status === "waiting_for_user" && (await hasWrittenSince(sql, row));
  await record(sql, on.projector, [
    ...events,
    ...(goesOn ? releasePart(now, { host: row, guests: [], text: row.text }) : []),
  ]);
  return { result: "recorded", conversationId: row.conversation_id, goesOn };
}

/**
 * Locks the conversation before the part, as accept does: either accept finds the part, or this
 * finds the message.
 */
async function lockTalk(
  sql: Sql,
  { channel, channelAccount, deliveryId, providerMessageId }: Receipt,
): Promise<void> {
  await sql.rows(
    `select 1 from conversation where id in (select conversation_id from delivery_attempt
       where (id = $1 or provider_message_id = $2) and provider_type = $3 and channel_account = $4) order by id for share`,
    [deliveryId ?? null, providerMessageId ?? null, channel, channelAccount],
  );
}

/**
 * They wrote after it was sent: their window is open again, and no other message may come that
 * would release it.
 */
async function hasWrittenSince(sql: Sql, row: Owned): Promise<boolean> {
  const { lastInboundAt: last } = await readWindow(sql, row.conversation_id);
  return last !== null && row.sent_at !== null && Date.parse(last) > Date.parse(row.sent_at);
}

async function ownDelivery(sql: Sql, receipt: Receipt): Promise<Owned | undefined> {
  if (receipt.deliveryId === undefined) return undefined;
  const [row] = await sql.rows<Owned>(
    "select * from delivery_attempt where id = $1 and provider_type = $2 and channel_account = $3 for update",
    [receipt.deliveryId, receipt.channel, receipt.channelAccount],
  );
  return row;
}

/**
 * Under a lock on the vendor's id, so that a receipt and the recording of its send never miss each
 * other.
 */
async function byProviderId(sql: Sql, receipt: Receipt): Promise<Owned | undefined> {
  if (receipt.providerMessageId === undefined) return undefined;
  await lockProviderId(sql, { ...receipt, providerMessageId: receipt.providerMessageId });
  const [row] = await sql.rows<Owned>(
    `select * from delivery_attempt where provider_message_id = $1 and provider_type = $2 and channel_account = $3 and merged_into is null
     order by ordinal limit 1 for update`,
    [receipt.providerMessageId, receipt.channel, receipt.channelAccount],
  );
  return row;
}

interface ProviderId {
  readonly channel: string;
  readonly channelAccount: string;
  readonly providerMessageId: string;
}

const lockProviderId = (sql: Sql, of: ProviderId): Promise<unknown> =>
  sql.rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    JSON.stringify([of.channel, of.channelAccount, of.providerMessageId]),
  ]);

/** The events that lead from the part's state to the reported one, or none. */
function steps(row: Omit<Owned, "sent_at">, later: Later): PartFact[] {
  const now = rank[row.status];
  return now === undefined ? stepsOfOpen(row, later) : stepsOfSent(row, now, later);
}

const isSameSend = (
  { provider_message_id: id }: Pick<Owned, "provider_message_id">,
  later: Later,
) => id === null || later.providerMessageId === undefined || later.providerMessageId === id;

/** It is not known yet how this try ends. */
function stepsOfOpen(row: Omit<Owned, "sent_at">, later: Later): PartFact[] {
  const isRepeated = row.status === "pending" && row.payload.repeated === true;
  if (row.status !== "unknown" && row.status !== "sending" && !isRepeated) return [];
  // An id from before belongs to a try that is over: nothing about it says how this one goes.
  if (row.provider_message_id !== null && isSameSend(row, later)) return [];
  const lost = findLossStep(later);
  if (lost !== undefined) return [lost];
  return [
    (part) => ({
      kind: "delivery_sent",
      payload: { ...part, ...toSentPayload(row, later.providerMessageId) },
    }),
    ...stepBeyondSent(later),
  ];
}

/** It is sent, or further: a report of an earlier state changes nothing. */
function stepsOfSent(row: Omit<Owned, "sent_at">, now: number, later: Later): PartFact[] {
  const lost = findLossStep(later);
  if (lost !== undefined) return now < 2 && isSameSend(row, later) ? [lost] : [];
  return (rank[later.status] ?? 0) <= now ? [] : stepBeyondSent(later);
}

function findLossStep({ status, code = "vendor_failed" }: Later): PartFact | undefined {
  if (status !== "failed" && status !== "waiting_for_user") return undefined;
  const kind = status === "failed" ? "delivery_failed" : "delivery_waiting";
  return (part) => ({ kind, payload: { ...part, code } });
}

const stepBeyondSent = ({ status }: Later): PartFact[] =>
  status === "delivered" || status === "read"
    ? [(part) => ({ kind: `delivery_${status}`, payload: part })]
    : [];

/** The subjects of the part have arrived, or have not after all. */
function settleSubject(
  words: TimedWords | undefined,
  of: { row: DeliveryRow; told: readonly EventDraft[]; now: number },
): readonly EventDraft[] {
  const kinds = new Set(of.told.map(({ kind }) => kind));
  if (kinds.has("delivery_sent"))
    return endOfPieces(words, of.row, { end: "arrived", now: of.now });
  const isLost = kinds.has("delivery_failed") || kinds.has("delivery_waiting");
  return isLost ? endOfPieces(words, of.row, { end: "lost", now: of.now }) : [];
}

const keptDays = 8;

async function keepEarly(sql: Sql, receipt: Receipt): Promise<void> {
  await sql.rows(
    `insert into early_receipt (provider_type, channel_account, provider_message_id, status, code) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [
      receipt.channel,
      receipt.channelAccount,
      receipt.providerMessageId,
      receipt.status,
      receipt.code ?? null,
    ],
  );
  // Receipts about messages that we never sent, such as those of the vendor's own app, do not pile
  // up.
  await sql.rows("delete from early_receipt where received_at < now() - $1 * interval '1 day'", [
    keptDays,
  ]);
}

const order: readonly Receipt["status"][] = [
  "sent",
  "delivered",
  "read",
  "waiting_for_user",
  "failed",
];

/**
 * Receipts that came before this send was recorded, as the facts that follow it. Called before the
 * part's row is locked.
 */
export async function receiptsFor(
  { sql, words }: { readonly sql: Sql; readonly words: TimedWords | undefined },
  row: DeliveryRow,
  verdict: Verdict,
): Promise<(now: number) => EventDraft[]> {
  if (verdict.kind !== "sent" || verdict.providerMessageId === undefined) return () => [];
  const of = {
    channel: row.provider_type,
    channelAccount: row.channel_account,
    providerMessageId: verdict.providerMessageId,
  };
  await lockProviderId(sql, of);
  const early = await sql.rows<{ status: Receipt["status"]; code: string | null }>(
    `delete from early_receipt where provider_type = $1 and channel_account = $2 and provider_message_id = $3 returning status, code`,
    [of.channel, of.channelAccount, of.providerMessageId],
  );
  return (now) => {
    let status: DeliveryStatus = "sent";
    const made: EventDraft[] = [];
    for (const { status: later, code } of early.toSorted(
      (a, b) => order.indexOf(a.status) - order.indexOf(b.status),
    )) {
      for (const step of steps(
        { ...row, status, provider_message_id: of.providerMessageId },
        { status: later, code: code ?? undefined },
      )) {
        const told = factWithMerged(now, row, step);
        made.push(...told, ...settleSubject(words, { row, told, now }));
        status = later;
      }
    }
    return made;
  };
}
