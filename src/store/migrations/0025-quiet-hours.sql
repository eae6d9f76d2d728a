-- When a person's friends are not to disturb them, by the clock on their wall: what friends do waits to be told, and they can book nothing.
create table quiet_hours (
  account_id text primary key,
  starts text not null,
  ends text not null,
  updated_at timestamptz not null,
  constraint quiet_hours_are_clock_times check (starts ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and ends ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint quiet_hours_end check (starts <> ends)
);
select guard_table('quiet_hours');

-- As in 0012, and for others the quiet hours are as busy as anything else.
create or replace function busy_times(who text, since timestamptz, until timestamptz, beside text) returns table (
  local_start text, captured_timezone text, instant timestamptz, rrule text, workdays text, exdates jsonb, duration_minutes integer
) language sql stable security definer set search_path = public, pg_temp as $$
  with allowed as (
    select 1 where who = calling_account()
      or exists (select from friendship f where f.lifecycle = 'active'
        and f.account_low_id = least(who, calling_account()) and f.account_high_id = greatest(who, calling_account()))
      or exists (select from reminder_projection mine join reminder_projection theirs using (shared_reminder_id)
        where mine.shared_reminder_id = beside and mine.account_id = calling_account() and theirs.account_id = who)
  )
  (select r.local_start, r.captured_timezone, r.instant, r.rrule, r.workdays, r.exdates, r.duration_minutes
  from reminder r
  where r.owner_account_id = who and r.lifecycle = 'active' and r.next_fire_at is not null and not r.hidden_from_calendar
    and r.kind <> 'proactive' and (beside is null or r.shared_reminder_id is distinct from beside)
    and (r.rrule is not null or r.next_fire_at between since - interval '31 days' and until)
    and exists (select from allowed)
  order by r.next_fire_at limit 2000)
  union all
  select to_char((since at time zone a.default_timezone)::date - 1, 'YYYY-MM-DD') || 'T' || q.starts || ':00', a.default_timezone, null, 'FREQ=DAILY',
    null, '[]', ((extract(epoch from q.ends::time - q.starts::time) / 60)::integer + 1440) % 1440
  from quiet_hours q join account a on a.id = q.account_id
  where q.account_id = who and who <> calling_account() and exists (select from allowed)
$$;

-- The names of streams hold ids of everybody's things. Accounts count them up without seeing them.
create function advance_streams(names text[], counts bigint[]) returns table (stream text, version bigint)
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into stream_head as h (stream, version)
  select n, c from unnest(names, counts) as t(n, c) order by n
  on conflict (stream) do update set version = h.version + excluded.version
  returning h.stream, h.version
$$;

-- Version of what has reached the caller.
create function my_social_version() returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select version from stream_head where stream = 'social:' || calling_account()), 0)
$$;

revoke execute on function advance_streams(text[], bigint[]), my_social_version() from public;
grant execute on function advance_streams(text[], bigint[]) to meanwhile_app, meanwhile_engine;
grant execute on function my_social_version() to meanwhile_app;
revoke all on stream_head from meanwhile_app;
