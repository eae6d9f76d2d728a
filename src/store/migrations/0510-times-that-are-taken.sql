-- What a calendar program shows as free takes no time. An entry that has begun takes its time until it ends.
create index reminder_begun on reminder (owner_account_id, local_start)
  where next_fire_at is null and rrule is null and duration_minutes is not null and not all_day;

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
    and (r.calendar is null
      or not exists (select from jsonb_array_elements_text(r.calendar -> 'lines') line where line ~* '^TRANSP(;[^:]*)?:\s*TRANSPARENT\s*$'))
    and exists (select from allowed)
  order by r.next_fire_at limit 2000)
  union all
  (select r.local_start, r.captured_timezone, r.instant, null, null, '[]', r.duration_minutes
  from reminder r
  where r.owner_account_id = who and r.next_fire_at is null and r.rrule is null and r.duration_minutes is not null and not r.all_day
    and r.local_start between to_char(since - interval '33 days', 'YYYY-MM-DD') and to_char(until + interval '2 days', 'YYYY-MM-DD')
    -- What was done has ended.
    and (r.lifecycle = 'active' or (r.lifecycle = 'completed' and r.completion in ('fired', 'skipped')))
    and not r.hidden_from_calendar
    and r.kind <> 'proactive' and (beside is null or r.shared_reminder_id is distinct from beside)
    and (r.calendar is null
      or not exists (select from jsonb_array_elements_text(r.calendar -> 'lines') line where line ~* '^TRANSP(;[^:]*)?:\s*TRANSPARENT\s*$'))
    and exists (select from allowed)
  order by r.local_start desc limit 2000)
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
