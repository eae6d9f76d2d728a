import type { ChannelReceipts, Receipt } from "../domain/channel-ports.ts";
import type { Clock } from "../domain/clock.ts";
import type { DeliveryStatus, Verdict } from "../domain/delivery.ts";
import type { EventDraft } from "../domain/events.ts";
import { engine } from "../domain/principal.ts";
import type { Database, Sql } from "../store/database.ts";
import type { Projector } from "../store/projector.ts";
import { record } from "../store/record.ts";
import { type DeliveryRow, fact, withMerged } from "./claim-deliveries.ts";

export interface ReceiptDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
}

type Owned = DeliveryRow & { readonly status: DeliveryStatus };
type Later = Pick<Receipt, "status" | "code" | "providerMessageId">;

/** States only move up. What is not in here has no vendor's word yet. */
const rank: Partial<Readonly<Record<DeliveryStatus, number>>> = { sent: 1, delivered: 2, read: 3 };

/**
 * What a vendor says later about a part it took. A receipt may come before the answer to the call itself: then it is kept
 * under the vendor's id and applied when the send is recorded.
 */
export function openReceipts(on: ReceiptDeps): ChannelReceipts {
  return {
    async report(receipt) {
      const done = await on.db.transaction(engine, (sql) => apply(on, sql, receipt));
      if (done.conversationId !== undefined) on.db.notify(`log:${done.conversationId}`);
      return done.result;
    },
  };
}

interface Applied {
  readonly result: "recorded" | "known" | "unmatched";
  readonly conversationId?: string | undefined;
}

async function apply(on: ReceiptDeps, sql: Sql, receipt: Receipt): Promise<Applied> {
  const row = (await ownDelivery(sql, receipt)) ?? (await byProviderId(sql, receipt));
  if (row === undefined) {
    if (receipt.providerMessageId !== undefined) await keepEarly(sql, receipt);
    return { result: "unmatched" };
  }
  const events = steps(row, receipt).flatMap((step) => withMerged(row, fact(on.clock.now(), row, step)));
  if (events.length === 0) return { result: "known" };
  await record(sql, on.projector, events);
  await sql.rows("update delivery_attempt set lease_until = null, lease_holder = null where id = $1", [row.id]);
  return { result: "recorded", conversationId: row.conversation_id };
}

async function ownDelivery(sql: Sql, receipt: Receipt): Promise<Owned | undefined> {
  if (receipt.deliveryId === undefined) return undefined;
  const [row] = await sql.rows<Owned>(
    "select * from delivery_attempt where id = $1 and provider_type = $2 and channel_account = $3 for update",
    [receipt.deliveryId, receipt.channel, receipt.channelAccount],
  );
  return row;
}

/** Behind a lock on the vendor's id: a receipt and the recording of its send never overlook each other. */
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

type Step = { readonly kind: string; readonly payload: EventDraft["payload"] };

/** The facts that lead from where the part stands to what the vendor says, or none. */
function steps(row: Pick<Owned, "status" | "payload">, later: Later): Step[] {
  const now = rank[row.status];
  const isOpen = ["unknown", "sending"].includes(row.status) || (row.status === "pending" && row.payload["repeated"] === true);
  if (now === undefined && !isOpen) return [];
  if (later.status === "failed")
    return (now ?? 0) >= 2 ? [] : [{ kind: "delivery_failed", payload: { code: later.code ?? "vendor_failed" } }];
  const wanted = rank[later.status] ?? 0;
  if (now !== undefined && wanted <= now) return [];
  const sent: Step[] =
    now === undefined ? [{ kind: "delivery_sent", payload: { provider_message_id: later.providerMessageId ?? null } }] : [];
  return [...sent, ...(wanted > 1 ? [{ kind: `delivery_${later.status}`, payload: {} }] : [])];
}

const keptDays = 8;

async function keepEarly(sql: Sql, receipt: Receipt): Promise<void> {
  await sql.rows(
    `insert into early_receipt (provider_type, channel_account, provider_message_id, status, code) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [receipt.channel, receipt.channelAccount, receipt.providerMessageId, receipt.status, receipt.code ?? null],
  );
  // Receipts about messages that we never sent, such as those of the vendor's own app, do not pile up.
  await sql.rows("delete from early_receipt where received_at < now() - $1 * interval '1 day'", [keptDays]);
}

const order: readonly Receipt["status"][] = ["sent", "delivered", "read", "failed"];

/** Receipts that came before this send was recorded, as the facts that follow it. Called before the part's row is locked. */
export async function receiptsFor(sql: Sql, row: DeliveryRow, verdict: Verdict): Promise<(now: number) => EventDraft[]> {
  if (verdict.kind !== "sent" || verdict.providerMessageId === undefined) return () => [];
  const of = { channel: row.provider_type, channelAccount: row.channel_account, providerMessageId: verdict.providerMessageId };
  await lockProviderId(sql, of);
  const early = await sql.rows<{ status: Receipt["status"]; code: string | null }>(
    `delete from early_receipt where provider_type = $1 and channel_account = $2 and provider_message_id = $3 returning status, code`,
    [of.channel, of.channelAccount, of.providerMessageId],
  );
  return (now) => {
    let status: DeliveryStatus = "sent";
    const made: EventDraft[] = [];
    for (const { status: later, code } of early.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))) {
      for (const step of steps({ status, payload: row.payload }, { status: later, code: code ?? undefined })) {
        made.push(...withMerged(row, fact(now, row, step)));
        status = later;
      }
    }
    return made;
  };
}
