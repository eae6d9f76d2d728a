import { literals, readJson, type Person, type Stack } from "./stack.ts";

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
}

/** Everything of a case's people that a step may change, at one moment. */
export interface Snapshot {
  readonly reminders: readonly ReminderRow[];
  readonly shared: readonly SharedRow[];
  readonly friendships: readonly Readonly<Record<string, unknown>>[];
  /** Ids of open questions. */
  readonly questions: readonly string[];
  readonly deliveries: readonly DeliveryRow[];
  readonly fires: readonly { readonly reminder_id: string; readonly occurrence_key: string; readonly message_id: string | null }[];
  /** A figure that changes whenever a reminder of anybody else does. */
  readonly elsewhere: string;
}

export async function takeSnapshot(stack: Stack, people: readonly Person[]): Promise<Snapshot> {
  const ids = literals(people.map(({ accountId }) => accountId));
  const hasFriends = stack.lacks.friends === undefined;
  const [reminders, questions, deliveries, fires, elsewhere, shared = [], friendships = []] = await readJson(stack, [
    `select id, owner_account_id, content, kind, lifecycle, local_start, captured_timezone, rrule, exdates, duration_minutes,
       next_fire_at, shared_reminder_id, turn_id from reminder where owner_account_id in ${ids} order by id`,
    `select id from pending_clarification where account_id in ${ids} and status = 'open' order by id`,
    `select id, account_id, turn_id, message_id, status from delivery_attempt where account_id in ${ids} order by id`,
    `select reminder_id, occurrence_key, message_id from reminder_fire where account_id in ${ids} order by reminder_id, occurrence_key`,
    `select count(*) as rows, coalesce(sum(version), 0) as versions from reminder where owner_account_id not in ${ids}`,
    ...(hasFriends ? [sharedOf(ids), friendshipsOf(ids)] : []),
  ]);
  return {
    reminders,
    shared,
    friendships,
    questions: (questions as { id: string }[]).map(({ id }) => id),
    deliveries,
    fires,
    elsewhere: JSON.stringify(elsewhere),
  } as Snapshot;
}

const sharedOf = (ids: string): string =>
  `select * from shared_reminder where id in (select shared_reminder_id from reminder where owner_account_id in ${ids}) order by id`;

const friendshipsOf = (ids: string): string =>
  `select account_low_id, account_high_id, lifecycle from friendship where account_low_id in ${ids} or account_high_id in ${ids}
   order by account_low_id, account_high_id, lifecycle`;

export interface Difference<R> {
  readonly made: readonly R[];
  readonly changed: readonly { readonly before: R; readonly after: R; readonly fields: readonly string[] }[];
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
    return was === undefined ? [] : [{ before: was, after: row, fields: fieldsThatDiffer(was, row) }];
  });
  const isEnd = (pair: { before: R; after: R }): boolean => isActive(pair.before) && !isActive(pair.after);
  return {
    made: after.filter(({ id }) => !old.has(id)),
    changed: pairs.filter((pair) => pair.fields.length > 0 && !isEnd(pair)),
    ended: pairs.filter(isEnd),
    vanished: before.filter(({ id }) => !now.has(id)),
  };
}

/** When a row was touched is no change of it. */
const marks = new Set(["updated_at", "version"]);

function fieldsThatDiffer(before: object, after: object): string[] {
  const was = new Map(Object.entries(before));
  return Object.entries(after)
    .filter(([name, value]) => !marks.has(name) && JSON.stringify(value) !== JSON.stringify(was.get(name)))
    .map(([name]) => name);
}
