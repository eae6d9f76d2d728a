-- Calendars elsewhere that a person follows: their entries are shown and keep hours busy, and change nothing. Made of events; address
-- and password are sealed beside it, under the account. How the last look went is work and no fact.
create table outside_calendar (
  id text primary key,
  account_id text not null,
  name text not null,
  host text not null,
  by_operator boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_look_at timestamptz,
  looked_at timestamptz,
  error_code text,
  skipped integer not null default 0
);
create index outside_calendar_of_account on outside_calendar (account_id);
create index outside_calendar_due on outside_calendar (next_look_at);
select guard_table('outside_calendar');

-- The entries as they were found last, in the form of a reminder's times.
create table outside_entry (
  calendar_id text not null,
  nth integer not null,
  account_id text not null,
  title text not null,
  local_start text not null,
  captured_timezone text not null,
  starts_at timestamptz not null,
  rrule text,
  exdates jsonb not null,
  duration_minutes integer,
  all_day boolean not null,
  is_busy boolean not null,
  primary key (calendar_id, nth)
);
create index outside_entry_of_account on outside_entry (account_id, starts_at);
select guard_table('outside_entry');

-- As before, and what is busy elsewhere.
create or replace function busy_times(who text, since timestamptz, until timestamptz, beside text) returns table (
  local_start text, captured_timezone text, instant timestamptz, rrule text, workdays text, exdates jsonb, duration_minutes integer
) language sql stable security definer set search_path = public, pg_temp as $$
  with allowed as (
    select 1 where who = calling_account()
      or (not exists (select from busy_hidden h where h.account_id = who and h.friend_account_id = calling_account())
        and (exists (select from friendship f where f.lifecycle = 'active'
            and f.account_low_id = least(who, calling_account()) and f.account_high_id = greatest(who, calling_account()))
          or exists (select from reminder_projection mine join reminder_projection theirs using (shared_reminder_id)
            where mine.shared_reminder_id = beside and mine.account_id = calling_account() and theirs.account_id = who)))
  )
  (select r.local_start, r.captured_timezone, r.instant, r.rrule, r.workdays, r.exdates, r.duration_minutes
  from reminder r
  where r.owner_account_id = who and r.lifecycle = 'active' and r.next_fire_at is not null and not r.hidden_from_calendar
    and r.kind <> 'proactive' and not r.all_day and (beside is null or r.shared_reminder_id is distinct from beside)
    and (r.rrule is not null or r.next_fire_at between since - interval '31 days' and until)
    and exists (select from allowed)
  order by r.next_fire_at limit 2000)
  union all
  (select o.local_start, o.captured_timezone, null, o.rrule, null, o.exdates, o.duration_minutes
  from outside_entry o
  where o.account_id = who and o.is_busy and not o.all_day and o.duration_minutes is not null
    and (o.rrule is not null or o.starts_at between since - interval '31 days' and until)
    and exists (select from allowed)
  order by o.starts_at limit 2000)
  union all
  select to_char((since at time zone a.default_timezone)::date - 1, 'YYYY-MM-DD') || 'T' || q.starts || ':00', a.default_timezone, null, 'FREQ=DAILY',
    null, '[]', ((extract(epoch from q.ends::time - q.starts::time) / 60)::integer + 1440) % 1440
  from quiet_hours q join account a on a.id = q.account_id
  where q.account_id = who and who <> calling_account() and exists (select from allowed)
$$;
