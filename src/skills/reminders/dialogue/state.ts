import { iso } from "../../../domain/ports/clock.ts";
import type { Json } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Undoable } from "../commands/reminder-events.ts";
import { defaultMorning } from "../commands/schedule.ts";
import { type OutsideRow, toReminderRow } from "../api/outside-rows.ts";
import type { ReminderRow } from "../rows.ts";
import {
  noSocial,
  type Social,
  socialOf,
  type SocialRows,
  socialSql,
  withIsoTimes,
} from "../../friends/people.ts";

/** The rows that a decision is based on, read at once. */
export interface ReminderState {
  /** Active ones, whole days that may not be over, and recently ended ones. */
  readonly rows: readonly ReminderRow[];
  /** Newest first. */
  readonly fires: readonly RecentFire[];
  readonly question: OpenQuestion | undefined;
  readonly undo: UndoPoint | undefined;
  readonly news: HeardNews | undefined;
  /** Friends, and what is shared with them. */
  readonly social: Social;
  readonly hasFriends: boolean;
  /** Other people read along: only reminders made in this conversation are included. */
  readonly isShared: boolean;
  /**
   * The country that the person's zone was guessed from. Undefined once they have said where they
   * are.
   */
  readonly zoneGuess: ZoneGuess | undefined;
  /**
   * Busy times of calendars that the person follows, each with its calendar's name for a title: what
   * others wrote there is not repeated.
   */
  readonly outside: readonly ReminderRow[];
  /** When the person's mornings begin. */
  readonly morning: string;
}

export interface ZoneGuess {
  readonly country: string;
  /** The person has been informed of it. */
  readonly isTold: boolean;
}

export interface UndoPoint {
  readonly at: number;
  readonly changes: readonly Undoable[];
  /** Nothing was said since the change was confirmed. */
  readonly isNext: boolean;
  /** No conversation since: only reminders fired, or friends' notices came. */
  readonly isLastWord: boolean;
  /** What the person said in that turn, where it was one message. */
  readonly said: string | undefined;
}

/** Entries of a calendar program that a message here named last. */
export interface HeardNews {
  readonly ids: readonly string[];
  readonly at: number;
  /** Nothing was said since. */
  readonly isNext: boolean;
}

export interface RecentFire {
  readonly reminderId: string;
  readonly content: string;
  readonly dueAt: number;
  readonly firedAt: number;
  readonly messageId: string | null;
}

export interface OpenQuestion {
  readonly id: string;
  readonly question: string;
  readonly request: Json;
  readonly expiresAt: number;
  /** Nothing was said since it was asked. Only for questions that name their turn. */
  readonly isNext: boolean;
}

const hour = 3_600_000;
/** How long a reminder that has fired can still be completed by its title. */
const firedFor = 6 * hour;
/** How long a deleted reminder can be restored. */
const endedFor = 7 * 24 * hour;
/** Whole days that began longer ago are over: none are longer. */
const longestDays = 33 * 24 * hour;

interface FoundRows extends SocialRows {
  readonly reminders: readonly ReminderRow[];
  readonly fires: readonly {
    reminder_id: string;
    content: string;
    due_at: string;
    fired_at: string;
    message_id: string | null;
  }[];
  readonly question: {
    id: string;
    question: string;
    request: Json;
    expires_at: string;
    is_next: boolean | null;
  } | null;
  readonly news: { ids: readonly string[]; at: string; is_next: boolean } | null;
  readonly outside: readonly OutsideRow[];
  readonly zone_guess: ZoneGuess | null;
  readonly morning: string | null;
  readonly undo: {
    at: string;
    changes: readonly Undoable[];
    is_next: boolean | null;
    is_last_word: boolean | null;
    said: string | null;
  } | null;
}

/**
 * The reply of this turn is the last thing that was said here before the message at hand (`$5`), of
 * the messages that count.
 */
const isNextSql = (turn: string, counts = "true"): string => `(select told.at < $5 and not exists (
    select from message m where m.conversation_id = $2 and m.event_id > told.at and m.event_id < $5 and ${counts})
  from (select max(a.event_id) as at from message a
    where a.conversation_id = $2 and a.direction = 'outbound' and a.turn_id = ${turn}) told)`;

/** The person's message of a turn, where there is only one. */
const messageSql = (turn: string): string => `(select max(m.text)
  from turn t join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound'
    and m.seq between t.input_from_seq and t.input_to_seq
  where t.id = ${turn} and t.conversation_id = $2 and m.account_id = $1 having count(*) = 1)`;

/** Reminders that go off and notices from friends belong to no turn. */
const isTalk = "(m.direction = 'inbound' or m.turn_id is not null)";

const undoSql = "select u.* from undo_point u where u.conversation_id = $2 and u.account_id = $1";
const newsSql = `select jsonb_build_object('ids', told.ids, 'at', told.at, 'is_next', told.event < $5 and not exists (
    select from message m where m.conversation_id = $2 and m.event_id > told.event and m.event_id < $5))
  from (select jsonb_agg(n.reminder_id) as ids, max(m.created_at) as at, max(m.event_id) as event
    from calendar_news n join message m on m.id = n.told_in
    where n.account_id = $1 and m.conversation_id = $2 having count(*) > 0) told`;
/** Everything that one undo restores, however many there are and however long ago they ended. */
const undoneSql = `select c ->> 'id' from (${undoSql}) u, jsonb_array_elements(u.changes) c`;

/** For the person, a late reminder fired when it arrived. */
const heardAt = `case when f.reached_at > f.fired_at + interval '10 minutes' then f.reached_at else f.fired_at end`;

/** Overlaps are hints: of a fuller calendar the first ones count. */
const mostOutside = 500;

const oneLook = `
select
  coalesce((select jsonb_agg(to_jsonb(r)) from (
    (select * from reminder where owner_account_id = $1 and lifecycle = 'active' order by next_fire_at limit 2000)
    union all
    (select * from reminder where owner_account_id = $1 and lifecycle <> 'active' and updated_at > $4 order by updated_at desc limit 50)
    union all
    (select * from reminder where owner_account_id = $1 and lifecycle = 'completed' and all_day and local_start > $6 limit 200)
    union all
    (select * from reminder where owner_account_id = $1 and id in (${undoneSql}))
  ) r), '[]') as reminders,
  coalesce((select jsonb_agg(to_jsonb(f) || jsonb_build_object('fired_at', ${heardAt}) order by ${heardAt} desc, f.due_at desc, f.reminder_id desc) from reminder_fire f
    where f.account_id = $1 and (f.fire_state = 'completed' and ${heardAt} > $3 or f.fire_state = 'waiting')), '[]') as fires,
  (select to_jsonb(q) || jsonb_build_object('is_next', ${isNextSql("q.request ->> 'turnId'")}) from pending_clarification q where q.conversation_id = $2 and q.account_id = $1 and q.status = 'open') as question,
  (select to_jsonb(u) || jsonb_build_object('is_next', ${isNextSql("u.turn_id")}, 'is_last_word', ${isNextSql("u.turn_id", isTalk)}, 'said', ${messageSql("u.turn_id")}) from (${undoSql}) u) as undo,
  (${newsSql}) as news,
  (select jsonb_build_object('country', a.zone_country, 'isTold', a.zone_told) from account a
    where a.id = $1 and a.zone_source = 'guessed' and a.zone_country is not null) as zone_guess,
  (select a.morning from account a where a.id = $1) as morning,
  coalesce((select jsonb_agg(to_jsonb(o)) from (
    select e.calendar_id, e.nth, e.account_id, c.name as title, e.starts_at, e.local_start, e.captured_timezone, e.rrule, e.exdates, e.duration_minutes, e.all_day
    from outside_entry e join outside_calendar c on c.id = e.calendar_id
    where e.account_id = $1 and e.is_busy and not e.all_day and e.duration_minutes is not null
      and (e.rrule is not null or e.starts_at between $4 and $4::timestamptz + interval '90 days')
    order by e.starts_at limit ${mostOutside}) o), '[]') as outside,
  ${socialSql.version} as social_version,
  ${socialSql.friends} as friends,
  ${socialSql.shared} as shared,
  ${socialSql.parts} as parts`;

interface Place {
  readonly accountId: string;
  readonly conversationId: string;
  readonly now: number;
  /** The event of the first message at hand. */
  readonly before: number;
  readonly isShared: boolean;
}

export async function readState(read: Reads, of: Place): Promise<ReminderState> {
  const { accountId, conversationId, now, before, isShared } = of;
  const [found] = await read.rows<FoundRows>(oneLook, [
    accountId,
    conversationId,
    iso(now - firedFor),
    iso(now - endedFor),
    before,
    iso(now - longestDays),
  ]);
  if (found === undefined) throw new Error("one row was asked for and none came");
  const { question, undo, news } = found;
  const social = socialOf(found);
  const rows = [...new Map(found.reminders.map((row) => [row.id, row])).values()]
    .map(withIsoTimes)
    .filter(
      (row) =>
        !isShared || (row.conversation_id === conversationId && row.shared_reminder_id === null),
    );
  const here = new Set(rows.map(({ id }) => id));
  return {
    rows,
    fires: found.fires
      .filter((fire) => !isShared || here.has(fire.reminder_id))
      .map((fire) => ({
        reminderId: fire.reminder_id,
        content: fire.content,
        dueAt: Date.parse(fire.due_at),
        firedAt: Date.parse(fire.fired_at),
        messageId: fire.message_id,
      })),
    question:
      question === null
        ? undefined
        : {
            ...question,
            expiresAt: Date.parse(question.expires_at),
            isNext: question.is_next === true,
          },
    undo:
      undo === null
        ? undefined
        : {
            at: Date.parse(undo.at),
            changes: undo.changes,
            isNext: undo.is_next === true,
            isLastWord: undo.is_last_word === true,
            said: undo.said ?? undefined,
          },
    news:
      news === null ? undefined : { ids: news.ids, at: Date.parse(news.at), isNext: news.is_next },
    social: isShared ? { ...noSocial, version: social.version } : social,
    hasFriends: social.friends.length > 0,
    isShared,
    outside: isShared ? [] : found.outside.map(toReminderRow),
    zoneGuess: found.zone_guess ?? undefined,
    morning: found.morning ?? defaultMorning,
  };
}
