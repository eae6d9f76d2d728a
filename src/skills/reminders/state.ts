import { iso } from "../../domain/clock.ts";
import type { Json } from "../../domain/events.ts";
import type { Reads } from "../../domain/reads.ts";
import type { Undoable } from "./facts.ts";
import type { ReminderRow } from "./rows.ts";
import { type Social, socialOf, type SocialRows, socialSql, withIsoTimes } from "./shared/people.ts";

/** What a decision is made on, read at once. */
export interface ReminderState {
  /** Active ones, and those that ended lately. */
  readonly rows: readonly ReminderRow[];
  /** Newest first. */
  readonly fires: readonly RecentFire[];
  readonly question: OpenQuestion | undefined;
  readonly undo: { readonly at: number; readonly changes: readonly Undoable[] } | undefined;
  /** Friends, and what is shared with them. */
  readonly social: Social;
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
}

const hour = 3_600_000;
/** How long something that has gone off can still be called done by its name. */
const firedFor = 6 * hour;
/** How long what was deleted can be brought back. */
const endedFor = 7 * 24 * hour;

interface Found extends SocialRows {
  readonly reminders: readonly ReminderRow[];
  readonly fires: readonly { reminder_id: string; content: string; due_at: string; fired_at: string; message_id: string | null }[];
  readonly question: { id: string; question: string; request: Json; expires_at: string } | null;
  readonly undo: { at: string; changes: readonly Undoable[] } | null;
}

const oneLook = `
select
  coalesce((select jsonb_agg(to_jsonb(r)) from (
    (select * from reminder where owner_account_id = $1 and lifecycle = 'active' order by next_fire_at limit 2000)
    union all
    (select * from reminder where owner_account_id = $1 and lifecycle <> 'active' and updated_at > $4 order by updated_at desc limit 50)
  ) r), '[]') as reminders,
  coalesce((select jsonb_agg(to_jsonb(f) order by f.fired_at desc) from reminder_fire f
    where f.account_id = $1 and f.fired_at > $3 and f.fire_state = 'completed'), '[]') as fires,
  (select to_jsonb(q) from pending_clarification q where q.conversation_id = $2 and q.account_id = $1 and q.status = 'open') as question,
  (select to_jsonb(u) from undo_point u where u.conversation_id = $2 and u.account_id = $1) as undo,
  ${socialSql.version} as social_version,
  ${socialSql.friends} as friends,
  ${socialSql.shared} as shared,
  ${socialSql.parts} as parts`;

export async function readState(
  read: Reads,
  of: { readonly accountId: string; readonly conversationId: string; readonly now: number },
): Promise<ReminderState> {
  const [found] = await read.rows<Found>(oneLook, [of.accountId, of.conversationId, iso(of.now - firedFor), iso(of.now - endedFor)]);
  if (found === undefined) throw new Error("one row was asked for and none came");
  const { question, undo } = found;
  return {
    rows: found.reminders.map(withIsoTimes),
    fires: found.fires.map((fire) => ({
      reminderId: fire.reminder_id,
      content: fire.content,
      dueAt: Date.parse(fire.due_at),
      firedAt: Date.parse(fire.fired_at),
      messageId: fire.message_id,
    })),
    question: question === null ? undefined : { ...question, expiresAt: Date.parse(question.expires_at) },
    undo: undo === null ? undefined : { at: Date.parse(undo.at), changes: undo.changes },
    social: socialOf(found),
  };
}
