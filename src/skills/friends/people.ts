import type { Language } from "../../domain/language.ts";
import { plainName } from "../../domain/plain-name.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { ReminderRow } from "../reminders/rows.ts";

/** Accepted at once, accepted silently, refused, or after a question. */
export type Takes = "take" | "mute" | "refuse" | "ask";

/** A participant. */
export interface Person {
  readonly id: string;
  readonly displayName: string | null;
  readonly zone: string;
  readonly language: Language | null;
  /**
   * Version of this person's social stream: of two people who book the same hour, one decides
   * again.
   */
  readonly socialVersion: number;
  /** How this person accepts what the actor shares. */
  readonly takes: Takes;
  /** When their mornings begin, where that is known. */
  readonly morning?: string | undefined;
}

export interface Friend extends Person {
  readonly friendshipId: string;
  readonly friendshipVersion: number;
  readonly since: string;
  /** Names that the actor has given, the shown one first. */
  readonly names: readonly { readonly name: string; readonly shown: boolean }[];
  /** How the actor accepts what this friend shares. */
  readonly setting: Takes;
}

/** Something that several people are reminded of, as the actor sees it. */
export interface Shared {
  readonly id: string;
  readonly creatorId: string;
  readonly title: string;
  /** Wall time in `zone`. */
  readonly start: string;
  readonly zone: string;
  readonly rrule: string | null;
  readonly exdates: readonly string[];
  readonly durationMinutes: number | null;
  readonly allDay: boolean;
  readonly status: "active" | "cancelled";
  readonly version: number;
  readonly reminderId: string;
  readonly ownPart: PartState;
  readonly ownCompletion: "pending" | "completed";
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `asked`: the person has not said yes yet, and has no reminder of it. */
export type PartState = "active" | "cancelled" | "declined" | "asked";

export interface Part extends Person {
  readonly sharedId: string;
  readonly state: PartState;
  readonly completion: "pending" | "completed";
  readonly row: ReminderRow;
}

export interface SharedUndo {
  readonly id: string;
  readonly before: SharedBefore | null;
}

/** How a group was. */
export type SharedPlace = Pick<Shared, "title" | "start" | "zone" | "rrule" | "durationMinutes"> & {
  readonly allDay?: boolean;
};

/** The state of a group that an undo restores. */
export type SharedBefore =
  | (SharedPlace & {
      readonly kind?: undefined;
      /** It was called off: what is put back is that it holds. */
      readonly cancelled?: true;
    })
  /** Times of a series were left out, by its own clock. */
  | { readonly kind: "skipped"; readonly days: readonly string[] }
  /** Friends came along, and it may have moved for them. */
  | { readonly kind: "added"; readonly ids: readonly string[]; readonly place?: SharedPlace }
  /** It was one's own. */
  | { readonly kind: "own"; readonly row: ReminderRow };

export interface Social {
  /** Version of the actor's social stream. */
  readonly version: number;
  readonly friends: readonly Friend[];
  readonly shared: readonly Shared[];
  readonly parts: readonly Part[];
}

export const noSocial: Social = { version: 0, friends: [], shared: [], parts: [] };

/** As JSON, for a statement that asks for more at once. `$1` is the account. */
export const socialSql = {
  version: "my_social_version()",
  friends:
    "coalesce((select jsonb_agg(to_jsonb(f) order by f.since, f.account_id) from my_friends() f), '[]')",
  shared: `case when exists (select from reminder_projection where account_id = $1 and lifecycle = 'active')
    then coalesce((select jsonb_agg(to_jsonb(s) order by s.created_at, s.id) from my_shared() s where s.status = 'active' and s.own_part = 'active'), '[]') else '[]' end`,
  parts: `case when exists (select from reminder_projection where account_id = $1 and lifecycle = 'active')
    then coalesce((select jsonb_agg(to_jsonb(p)) from shared_parts(array(
      select s.id from my_shared() s where s.status = 'active' and s.own_part = 'active')) p), '[]') else '[]' end`,
} as const;

export interface SocialRows {
  readonly social_version: number;
  readonly friends: readonly FriendRow[];
  readonly shared: readonly SharedRow[];
  readonly parts: readonly PartRow[];
}

interface PersonRow {
  readonly account_id: string;
  readonly display_name: string | null;
  readonly zone: string;
  readonly language: Language | null;
  readonly social_version: number;
  readonly takes: Person["takes"];
  readonly morning?: string;
}

interface FriendRow extends PersonRow {
  readonly friendship_id: string;
  readonly friendship_version: number;
  readonly since: string;
  readonly names: Friend["names"];
  readonly setting: Friend["setting"];
}

interface SharedRow {
  readonly id: string;
  readonly creator_account_id: string;
  readonly title: string;
  readonly local_trigger_at: string;
  readonly captured_timezone: string;
  readonly rrule: string | null;
  readonly duration_minutes: number | null;
  readonly all_day: boolean;
  readonly exdates: readonly string[];
  readonly status: Shared["status"];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly reminder_id: string;
  readonly own_part: PartState;
  readonly own_completion: Shared["ownCompletion"];
}

interface PartRow extends PersonRow {
  readonly shared_reminder_id: string;
  readonly lifecycle: PartState;
  readonly completion_status: Part["completion"];
  readonly reminder: ReminderRow;
}

const personOf = (row: PersonRow): Person => ({
  id: row.account_id,
  displayName: plainName(row.display_name),
  zone: row.zone,
  language: row.language,
  socialVersion: row.social_version,
  takes: row.takes,
  morning: row.morning,
});

const friendOf = (row: FriendRow): Friend => ({
  ...personOf(row),
  friendshipId: row.friendship_id,
  friendshipVersion: row.friendship_version,
  since: iso(Date.parse(row.since)),
  names: row.names,
  setting: row.setting,
});

const toShared = (row: SharedRow): Shared => ({
  id: row.id,
  creatorId: row.creator_account_id,
  title: row.title,
  start: row.local_trigger_at,
  zone: row.captured_timezone,
  rrule: row.rrule,
  exdates: row.exdates,
  durationMinutes: row.duration_minutes,
  allDay: row.all_day,
  status: row.status,
  version: row.version,
  reminderId: row.reminder_id,
  ownPart: row.own_part,
  ownCompletion: row.own_completion,
  createdAt: iso(Date.parse(row.created_at)),
  updatedAt: iso(Date.parse(row.updated_at)),
});

const partOf = (row: PartRow): Part => ({
  ...personOf(row),
  sharedId: row.shared_reminder_id,
  state: row.lifecycle,
  completion: row.completion_status,
  row: withIsoTimes(row.reminder),
});

export const socialOf = (rows: SocialRows): Social => ({
  version: rows.social_version,
  friends: rows.friends.map(friendOf),
  shared: rows.shared.map(toShared),
  parts: rows.parts.map(partOf),
});

const times = [
  "instant",
  "next_fire_at",
  "last_fired_at",
  "nag_at",
  "created_at",
  "updated_at",
  "completed_at",
  "deleted_at",
] as const;

/** Inside JSON a time has the database's own form. */
export function withIsoTimes(row: ReminderRow): ReminderRow {
  const read = times.map((name) => [name, row[name] === null ? null : iso(Date.parse(row[name]))]);
  return { ...row, ...Object.fromEntries(read) } as ReminderRow;
}

export async function readFriends(read: Reads): Promise<Friend[]> {
  return (await read.rows<FriendRow>("select * from my_friends()")).map(friendOf);
}

/** All shared reminders that the account takes or took part in, newest first; or one of them. */
export async function readShared(read: Reads, id?: string): Promise<Shared[]> {
  const rows = await read.rows<SharedRow>(
    "select * from my_shared() where $1::text is null or id = $1 order by created_at desc, id desc",
    [id ?? null],
  );
  return rows.map(toShared);
}

export async function readParts(read: Reads, ids: readonly string[]): Promise<Part[]> {
  return ids.length === 0
    ? []
    : (await read.rows<PartRow>("select * from shared_parts($1)", [ids])).map(partOf);
}
