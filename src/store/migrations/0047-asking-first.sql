-- Whoever wants to be asked before a friend's share takes a place in their calendar.
create table ask_first (
  account_id text primary key,
  updated_at timestamptz not null
);
select guard_table('ask_first');

-- Friends who do not see when a person is busy.
create table busy_hidden (
  account_id text not null,
  friend_account_id text not null,
  updated_at timestamptz not null,
  primary key (account_id, friend_account_id)
);
select guard_table('busy_hidden');

alter table friend_setting drop constraint friend_setting_is_known;
alter table friend_setting add constraint friend_setting_is_known check (shared in ('take', 'mute', 'refuse', 'ask'));
alter table reminder_projection drop constraint projection_lifecycle_is_known;
alter table reminder_projection add constraint projection_lifecycle_is_known check (lifecycle in ('active', 'cancelled', 'declined', 'asked'));

-- As in 0012; what is said of one friend goes before what is said of all.
create or replace function my_friends() returns table (
  account_id text, friendship_id text, friendship_version bigint, since timestamptz, display_name text, zone text, language text,
  names jsonb, setting text, takes text, social_version bigint
) language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, f.id, f.version, f.established_at, a.display_name, a.default_timezone, a.language,
    coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'shown', n.shown) order by n.shown desc, n.created_at, n.name)
      from friend_nickname n where n.account_id = calling_account() and n.friend_account_id = a.id), '[]'),
    coalesce((select s.shared from friend_setting s where s.account_id = calling_account() and s.friend_account_id = a.id),
      (select 'ask' from ask_first q where q.account_id = calling_account()), 'take'),
    coalesce((select s.shared from friend_setting s where s.account_id = a.id and s.friend_account_id = calling_account()),
      (select 'ask' from ask_first q where q.account_id = a.id), 'take'),
    coalesce((select h.version from stream_head h where h.stream = 'social:' || a.id), 0)
  from friendship f
  join account a on a.id = case when f.account_low_id = calling_account() then f.account_high_id else f.account_low_id end
  where f.lifecycle = 'active' and calling_account() in (f.account_low_id, f.account_high_id)
  order by f.established_at, a.id
$$;

-- As in 0025, except for friends from whom the person hides it.
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

-- Friends of the caller who do not show the caller when they are busy.
create function busy_hidden_from_me() returns table (account_id text) language sql stable security definer set search_path = public, pg_temp as $$
  select h.account_id from busy_hidden h join friendship f on f.lifecycle = 'active'
    and f.account_low_id = least(h.account_id, h.friend_account_id) and f.account_high_id = greatest(h.account_id, h.friend_account_id)
  where h.friend_account_id = calling_account()
$$;
revoke execute on function busy_hidden_from_me() from public;
grant execute on function busy_hidden_from_me() to meanwhile_app;
