import type { QuietHours } from "../../../domain/views/friends.ts";
import { type Companion, companionsSql } from "../../friends/sharing/companions.ts";
import type { ReminderRow } from "../rows.ts";

/** A reminder that may be due, with what its message needs. */
export interface DueRow extends ReminderRow {
  /** The other participants, as the person calls them. */
  readonly companions: readonly Companion[] | null;
  readonly language: string | null;
  readonly account_zone: string;
  /** Whether another person wrote its title, or may have. */
  readonly is_foreign: boolean;
  /** Hosts that the person allowed links to. */
  readonly link_hosts: readonly string[];
  /** Its latest occurrence that has fired. A change may set it back to before that. */
  readonly fired_until: string | null;
  /** The person's quiet hours. */
  readonly quiet: QuietHours | null;
  /** The person's devices ring for it, and chat is to be silent. */
  readonly rings_elsewhere: boolean;
}

/** Of these owners, at this moment. */
export const dueSql = `
  select r.*, a.language, a.default_timezone as account_zone, a.link_hosts,
    r.source = 'import' or exists (select from shared_reminder s
      where s.id = r.shared_reminder_id and (s.creator_account_id <> r.owner_account_id or s.version > 1)) as is_foreign,
    ${companionsSql} as companions,
    (select f.due_at from reminder_fire f where f.reminder_id = r.id and f.nag = 0 order by f.occurrence_key desc limit 1) as fired_until,
    (select jsonb_build_object('starts', q.starts, 'ends', q.ends) from quiet_hours q where q.account_id = r.owner_account_id) as quiet,
    a.reminded_by = 'devices' and not r.hidden_from_calendar and exists (select from access_token t where t.account_id = a.id and t.revoked_at is null
      and 'caldav:read' = any(t.scopes) and t.last_used_at > $2::timestamptz - interval '7 days') as rings_elsewhere
  from reminder r join account a on a.id = r.owner_account_id
  where r.owner_account_id = any($1) and (r.next_fire_at <= $2 or r.nag_at <= $2 or r.alert_at <= $2) and r.lifecycle = 'active'
  order by least(r.next_fire_at, r.nag_at, r.alert_at), r.created_at, r.id`;
