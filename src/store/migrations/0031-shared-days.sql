-- Days that something shared leaves out for all. Whoever comes to take part later leaves them out as well.
alter table shared_reminder add column exdates jsonb not null default '[]';

-- As in 0012, with those days.
drop function my_shared();
create function my_shared() returns table (
  id text, creator_account_id text, title text, local_trigger_at text, captured_timezone text, rrule text, duration_minutes integer,
  exdates jsonb, status text, version bigint, created_at timestamptz, updated_at timestamptz, reminder_id text, own_part text, own_completion text
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.creator_account_id, s.title, to_char(s.local_trigger_at, 'YYYY-MM-DD"T"HH24:MI:SS'), s.captured_timezone, s.rrule,
    s.duration_minutes, s.exdates, s.status, s.version, s.created_at, s.updated_at, p.reminder_id, p.lifecycle, p.completion_status
  from reminder_projection p join shared_reminder s on s.id = p.shared_reminder_id
  where p.account_id = calling_account()
$$;
revoke execute on function my_shared() from public;
grant execute on function my_shared() to meanwhile_app;
