import type { EventDraft } from "../domain/events/catalogue.ts";
import type { InboundMessage } from "../domain/message.ts";
import { pipeline, type Sql } from "../store/database/database.ts";
import { type LockedLane, lockLanes } from "../store/work/lane-lock.ts";

/** The conversation of an address when a message last arrived there. */
export type RememberedPlaces = Map<string, string>;

interface LockOn {
  readonly remembered: RememberedPlaces;
  readonly release: (sql: Sql, conversationIds: readonly string[]) => Promise<EventDraft[]>;
}

/** Conversations that are locked now, and what waited for their people to write. */
type LockedPlaces = readonly [locked: LockedLane[], waiting: EventDraft[]];

interface PlaceLocks {
  /** Must be awaited before any later query. */
  readonly early: Promise<LockedPlaces | undefined>;
  /** Called when the messages' conversations are known. */
  lock(known: readonly string[]): Promise<LockedPlaces>;
}

const most = 10_000;

/**
 * A message that comes alone has its conversation locked from a cache, pipelined with the look-up.
 * If the cache was wrong, one row more was locked for a moment, and the right one is locked
 * afterwards.
 */
export function lockPlaces(on: LockOn, sql: Sql, messages: readonly InboundMessage[]): PlaceLocks {
  const [only] = messages.length === 1 ? messages : [];
  const key =
    only === undefined
      ? ""
      : JSON.stringify([only.route.channel, only.route.channelAccount, only.route.scope]);
  const guess = only === undefined ? undefined : on.remembered.get(key);
  const early = guess === undefined ? Promise.resolve(undefined) : lockAndRelease(on, sql, [guess]);
  early.catch(() => undefined);
  return {
    early,
    async lock(known) {
      const [id] = known;
      if (only !== undefined && id !== undefined) remember(on.remembered, key, id);
      return (id === guess ? await early : undefined) ?? lockAndRelease(on, sql, known);
    },
  };
}

/**
 * Asked for behind the locks: a part that a vendor sends back just now is either found here or
 * finds this message.
 */
const lockAndRelease = (on: LockOn, sql: Sql, known: readonly string[]): Promise<LockedPlaces> =>
  pipeline(lockLanes(sql, known), on.release(sql, [...new Set(known)]));

function remember(places: RememberedPlaces, key: string, id: string): void {
  places.delete(key);
  places.set(key, id);
  const oldest = places.size > most ? places.keys().next().value : undefined;
  if (oldest !== undefined) places.delete(oldest);
}
