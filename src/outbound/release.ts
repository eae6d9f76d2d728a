import type { ChannelLimits } from "../domain/channel.ts";
import { type Clock, iso } from "../domain/clock.ts";
import type { EventDraft, Payload } from "../domain/events.ts";
import type { Sql } from "../store/database.ts";
import { type DeliveryRow, fact, type MergedPart, mergedParts } from "./claim-deliveries.ts";
import { earlierMark } from "./marks.ts";
import { measureOf } from "./split.ts";

export interface ReleaseDeps {
  readonly clock: Clock;
  limitsOf(channel: string): Pick<ChannelLimits, "partLength" | "partUnit"> | undefined;
}

type Waiting = DeliveryRow & { readonly created_at: string };

const earlierAfterMs = 10 * 60_000;

/**
 * The person wrote, so their vendor's window is open again: what waited goes, in its order and in as few parts as the
 * channel can carry. The first of those that travel together keeps its identity and carries the text; the others follow
 * its fate. What is too old has expired. Runs in the transaction that takes the message.
 */
export async function releaseWaiting(on: ReleaseDeps, sql: Sql, conversationIds: readonly string[]): Promise<EventDraft[]> {
  if (conversationIds.length === 0) return [];
  const rows = await sql.rows<Waiting>(
    `select * from delivery_attempt where conversation_id = any($1) and status = 'waiting_for_user' and merged_into is null
     order by conversation_id, ordinal for update`,
    [conversationIds],
  );
  const now = on.clock.now();
  const isLate = (row: Waiting): boolean => row.expires_at !== null && Date.parse(row.expires_at) <= now;
  return [
    ...rows.filter(isLate).flatMap((row) => expired(now, row)),
    ...bundles(
      on,
      rows.filter((row) => !isLate(row)),
    ).flatMap((bundle) => released(now, bundle)),
  ];
}

function expired(now: number, row: Waiting): EventDraft[] {
  const event = { kind: "delivery_expired", payload: { code: "too_late" } };
  return [fact(now, row, event), ...mergedParts(row).map((part) => fact(now, { ...row, ...part }, event))];
}

interface Bundle {
  readonly host: Waiting;
  readonly guests: Waiting[];
  text: string;
  marked: boolean;
}

function bundles(on: ReleaseDeps, rows: readonly Waiting[]): Bundle[] {
  const made: Bundle[] = [];
  for (const row of rows) {
    const limits = on.limitsOf(row.provider_type);
    const fits = (text: string): boolean => limits === undefined || measureOf(limits.partUnit)(text) <= limits.partLength;
    const last = made.at(-1);
    const old = isOldReply(row, on.clock.now());
    // One mark is enough for what stands together.
    const joined = last === undefined ? "" : `${last.text}\n\n${old && !last.marked ? marked(row.text) : row.text}`;
    if (last?.host.conversation_id === row.conversation_id && limits !== undefined && fits(joined)) {
      last.guests.push(row);
      last.text = joined;
      last.marked ||= old;
    } else {
      const text = old && fits(marked(row.text)) ? marked(row.text) : row.text;
      made.push({ host: row, guests: [], text, marked: old });
    }
  }
  return made;
}

const isOldReply = (row: Waiting, now: number): boolean =>
  row.delivery_source === "reply" && now - Date.parse(row.created_at) > earlierAfterMs;

const marked = (text: string): string => {
  const mark = earlierMark(text);
  return text.startsWith(mark) ? text : mark + text;
};

/** One part sent on, with those that travel in it. */
export function released(
  now: number,
  { host, guests, text }: Pick<Bundle, "guests" | "text"> & { readonly host: DeliveryRow },
): EventDraft[] {
  const merged: MergedPart[] = [
    ...mergedParts(host),
    ...guests.flatMap((row) => [{ id: row.id, message_id: row.message_id, turn_id: row.turn_id }, ...mergedParts(row)]),
  ];
  const payload: Payload = { ...host.payload, ...(merged.length === 0 ? {} : { merged: merged as unknown as readonly Payload[] }) };
  return [
    fact(now, host, { kind: "delivery_released", payload: { next_attempt_at: iso(now), text, payload } }),
    ...merged.map((part) => fact(now, { ...host, ...part }, { kind: "delivery_merged", payload: { merged_into: host.id } })),
  ];
}
