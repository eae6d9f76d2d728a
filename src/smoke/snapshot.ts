import type { Run } from "./run-options.ts";
import { literal, literals, type Person, readJson, type Received } from "./stack.ts";

export interface ReminderRow {
  readonly id: string;
  readonly owner_account_id: string;
  readonly content: string;
  readonly kind: string;
  readonly lifecycle: string;
  readonly local_start: string | null;
  readonly captured_timezone: string;
  readonly rrule: string | null;
  readonly exdates: readonly string[];
  readonly duration_minutes: number | null;
  readonly next_fire_at: string | null;
  readonly shared_reminder_id: string | null;
  readonly turn_id: string | null;
}

export interface SharedRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly local_trigger_at: string;
  readonly captured_timezone: string;
  readonly duration_minutes: number | null;
}

export interface DeliveryRow {
  readonly id: string;
  readonly account_id: string;
  readonly turn_id: string | null;
  readonly message_id: string | null;
  readonly status: string;
  readonly error_code: string | null;
  /** `reply`, `reminder` or `notice`. */
  readonly delivery_source: string;
  readonly text: string;
  readonly ordinal: number;
  readonly merged_into: string | null;
}

const taken = new Set(["sent", "delivered", "read"]);

/** The channel took it, by its row. */
export const hasArrived = ({ status }: Pick<DeliveryRow, "status">): boolean => taken.has(status);

export interface FireRow {
  readonly reminder_id: string;
  readonly occurrence_key: string;
  readonly message_id: string | null;
  readonly due_at: string;
  readonly fired_at: string;
}

/** Everything of a case's people that a step may change, at one moment. */
export interface Snapshot {
  readonly reminders: readonly ReminderRow[];
  readonly shared: readonly SharedRow[];
  readonly friendships: readonly Readonly<Record<string, unknown>>[];
  /** Ids of open questions. */
  readonly questions: readonly string[];
  readonly deliveries: readonly DeliveryRow[];
  readonly fires: readonly FireRow[];
  /** The context that each person gave last: the channel wants no other. Only those that the run itself gave. */
  readonly newestTokens: readonly { readonly account_id: string; readonly token: string }[];
  /**
   * What the connector received for these people since the run began, in order; undefined where
   * that can't be seen.
   */
  readonly calls: readonly Received[] | undefined;
  /** A value that changes whenever another person's reminder does. */
  readonly elsewhere: string;
}

export async function takeSnapshot(
  { stack, id: runId }: Pick<Run, "stack" | "id">,
  people: readonly Person[],
): Promise<Snapshot> {
  const ids = literals(people.map(({ accountId }) => accountId));
  const hasFriends = stack.lacks.friends === undefined;
  const [
    reminders,
    questions,
    deliveries,
    fires,
    newestTokens,
    elsewhere,
    shared = [],
    friendships = [],
  ] = await readJson(stack, [
    `select id, owner_account_id, content, kind, lifecycle, local_start, captured_timezone, rrule, exdates, duration_minutes,
       next_fire_at, shared_reminder_id, turn_id from reminder where owner_account_id in ${ids} order by id`,
    `select id from pending_clarification where account_id in ${ids} and status = 'open' order by id`,
    `select id, account_id, turn_id, message_id, status, error_code, delivery_source, text, ordinal, merged_into
     from delivery_attempt where account_id in ${ids} order by id`,
    `select reminder_id, occurrence_key, message_id, due_at, fired_at from reminder_fire where account_id in ${ids}
     order by reminder_id, occurrence_key`,
    `select distinct on (account_id) account_id, causal_inbound_event_id || '-ctx' as token from message
     where account_id in ${ids} and direction = 'inbound' and starts_with(causal_inbound_event_id, ${literal(`${runId}-`)})
     order by account_id, seq desc`,
    `select count(*) as rows, coalesce(sum(version), 0) as versions from reminder where owner_account_id not in ${ids}`,
    ...(hasFriends ? [selectShared(ids), friendshipsOf(ids)] : []),
  ]);
  // Behind the rows: a call is made before its row says so.
  const calls = await stack.received?.();
  const wxids = new Set(people.map(({ wxid }) => wxid));
  return {
    reminders,
    shared,
    friendships,
    questions: (questions as { id: string }[]).map(({ id }) => id),
    deliveries,
    fires,
    newestTokens,
    calls: calls?.filter(({ wxid }) => wxids.has(wxid)),
    elsewhere: JSON.stringify(elsewhere),
  } as Snapshot;
}

const selectShared = (ids: string): string =>
  `select * from shared_reminder where id in (select shared_reminder_id from reminder where owner_account_id in ${ids}) order by id`;

const friendshipsOf = (ids: string): string =>
  `select account_low_id, account_high_id, lifecycle from friendship where account_low_id in ${ids} or account_high_id in ${ids}
   order by account_low_id, account_high_id, lifecycle`;

/** Queued since. */
export function newDeliveries({
  before,
  after,
}: {
  readonly before: Snapshot;
  readonly after: Snapshot;
}): readonly DeliveryRow[] {
  const known = new Set(before.deliveries.map(({ id }) => id));
  return after.deliveries.filter(({ id }) => !known.has(id));
}

export interface Difference<R> {
  readonly made: readonly R[];
  readonly changed: readonly {
    readonly before: R;
    readonly after: R;
    readonly fields: readonly string[];
  }[];
  /** Active before, and not any more. */
  readonly ended: readonly { readonly before: R; readonly after: R }[];
  /** The row itself is gone, which nothing may do. */
  readonly vanished: readonly R[];
}

export function difference<R extends { readonly id: string }>(
  before: readonly R[],
  after: readonly R[],
  isActive: (row: R) => boolean,
): Difference<R> {
  const old = new Map(before.map((row) => [row.id, row]));
  const now = new Set(after.map(({ id }) => id));
  const pairs = after.flatMap((row) => {
    const was = old.get(row.id);
    return was === undefined
      ? []
      : [{ before: was, after: row, fields: fieldsThatDiffer(was, row) }];
  });
  const isEnd = (pair: { before: R; after: R }): boolean =>
    isActive(pair.before) && !isActive(pair.after);
  return {
    made: after.filter(({ id }) => !old.has(id)),
    changed: pairs.filter((pair) => pair.fields.length > 0 && !isEnd(pair)),
    ended: pairs.filter(isEnd),
    vanished: before.filter(({ id }) => !now.has(id)),
  };
}

/** Columns that do not count as a change of the row. */
const marks = new Set(["updated_at", "version"]);

function fieldsThatDiffer(before: object, after: object): string[] {
  const was = new Map(Object.entries(before));
  return Object.entries(after)
    .filter(
      ([name, value]) =>
        !marks.has(name) && JSON.stringify(value) !== JSON.stringify(was.get(name)),
    )
    .map(([name]) => name);
}
