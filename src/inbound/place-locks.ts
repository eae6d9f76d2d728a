import type { EventDraft } from "../domain/events/catalogue.ts";
import type { InboundMessage } from "../domain/message.ts";
import { pipeline, type Sql } from "../store/database/database.ts";
import { type LockedLane, lockLanes } from "../store/work/lane-lock.ts";
import { type FoundRows, lookUp } from "./look-up.ts";

/** Conversations by their ids, or the one at an address. */
export type Places =
  | readonly string[]
  | Pick<InboundMessage["route"], "channel" | "channelAccount" | "scope">;

export type Release = (sql: Sql, places: Places) => Promise<EventDraft[]>;

interface LookedUp {
  readonly rows: FoundRows[];
  /** What waited for the person of a message that came alone to write. */
  readonly waiting: EventDraft[];
}

/**
 * Looks up the messages' rows. The conversation of a message that comes alone is locked by the same
 * statement, and what waited for its person is asked for behind it, in the same round trip.
 */
export async function lookUpPlaces(
  sql: Sql,
  messages: readonly InboundMessage[],
  release: Release,
): Promise<LookedUp> {
  const [only] = messages.length === 1 ? messages : [];
  const [rows, waiting] = await pipeline(
    lookUp(sql, messages),
    only === undefined ? Promise.resolve([]) : release(sql, only.route),
  );
  return { rows, waiting };
}

/** Conversations that are locked now, and what waited for their people to write. */
type LockedPlaces = readonly [locked: readonly LockedLane[], waiting: readonly EventDraft[]];

/**
 * Locks the messages' conversations, unless the look-up has. What waited is asked for behind the
 * locks: a part that a vendor sends back just now is either found here or finds this message.
 */
export async function lockPlaces(
  sql: Sql,
  {
    known,
    looked,
    release,
  }: { readonly known: readonly string[]; readonly looked: LookedUp; readonly release: Release },
): Promise<LockedPlaces> {
  const lane = looked.rows[0]?.lane ?? undefined;
  if (lane !== undefined && known.every((id) => id === lane.id)) return [[lane], looked.waiting];
  return pipeline(lockLanes(sql, known), release(sql, [...new Set(known)]));
}
