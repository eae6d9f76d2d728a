-- A reminder of whole days: `local_start` is the first of them at midnight, `duration_minutes` 1440 for each day of a span and
-- null for one day. `remind_at` is the clock of that morning, by which its owner is reminded.
alter table reminder add column all_day boolean not null default false;
alter table reminder add column remind_at text;
alter table reminder add constraint whole_days_have_a_clock
  check (not all_day or (remind_at is not null and remind_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and local_start like '%T00:00:00'));
alter table shared_reminder add column all_day boolean not null default false;

-- When a person's mornings begin.
alter table account add column morning text not null default '09:00';
alter table account add constraint morning_is_a_clock_time check (morning ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

-- As in 0047, with friends' mornings: what is shared reminds each by their own.
drop function my_friends();
create function my_friends() returns table (
  account_id text, friendship_id text, friendship_version bigint, since timestamptz, display_name text, zone text, language text,
  names jsonb, setting text, takes text, social_version bigint, morning text
) language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, f.id, f.version, f.established_at, a.display_name, a.default_timezone, a.language,
    coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'shown', n.shown) order by n.shown desc, n.created_at, n.name)
      from friend_nickname n where n.account_id = calling_account() and n.friend_account_id = a.id), '[]'),
    coalesce((select s.shared from friend_setting s where s.account_id = calling_account() and s.friend_account_id = a.id),
      (select 'ask' from ask_first q where q.account_id = calling_account()), 'take'),
    coalesce((select s.shared from friend_setting s where s.account_id = a.id and s.friend_account_id = calling_account()),
      (select 'ask' from ask_first q where q.account_id = a.id), 'take'),
    coalesce((select h.version from stream_head h where h.stream = 'social:' || a.id), 0),
    a.morning
  from friendship f
  join account a on a.id = case when f.account_low_id = calling_account() then f.account_high_id else f.account_low_id end
  where f.lifecycle = 'active' and calling_account() in (f.account_low_id, f.account_high_id)
  order by f.established_at, a.id
$$;
revoke execute on function my_friends() from public;
grant execute on function my_friends() to meanwhile_app;

-- As in 0031, with whole days.
drop function my_shared();
create function my_shared() returns table (
  id text, creator_account_id text, title text, local_trigger_at text, captured_timezone text, rrule text, duration_minutes integer, all_day boolean,
  exdates jsonb, status text, version bigint, created_at timestamptz, updated_at timestamptz, reminder_id text, own_part text, own_completion text
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.creator_account_id, s.title, to_char(s.local_trigger_at, 'YYYY-MM-DD"T"HH24:MI:SS'), s.captured_timezone, s.rrule,
    s.duration_minutes, s.all_day, s.exdates, s.status, s.version, s.created_at, s.updated_at, p.reminder_id, p.lifecycle, p.completion_status
  from reminder_projection p join shared_reminder s on s.id = p.shared_reminder_id
  where p.account_id = calling_account()
$$;
revoke execute on function my_shared() from public;
grant execute on function my_shared() to meanwhile_app;

-- As in 0047: whole days leave a person's hours free.
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
  select to_char((since at time zone a.default_timezone)::date - 1, 'YYYY-MM-DD') || 'T' || q.starts || ':00', a.default_timezone, null, 'FREQ=DAILY',
    null, '[]', ((extract(epoch from q.ends::time - q.starts::time) / 60)::integer + 1440) % 1440
  from quiet_hours q join account a on a.id = q.account_id
  where q.account_id = who and who <> calling_account() and exists (select from allowed)
$$;
