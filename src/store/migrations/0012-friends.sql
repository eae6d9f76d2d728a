-- Friends, what they share, and what they are told.

-- The code by which others become a person's friend. Only a hash: the code itself is derived from the server's key.
create table friend_link (
  account_id text primary key,
  generation integer not null,
  key_id text not null,
  token_hash text not null,
  lifecycle text not null default 'active',
  uses integer not null default 0,
  max_uses integer not null,
  expires_at timestamptz not null,
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint friend_link_lifecycle_is_known check (lifecycle in ('active', 'disabled')),
  constraint one_person_per_friend_code unique (token_hash)
);
select guard_table('friend_link');

-- Wrong codes that somebody tried, by the hour: nobody goes on for long.
create table friend_code_miss (
  account_id text not null,
  hour text not null,
  count integer not null,
  primary key (account_id, hour)
);
select guard_table('friend_code_miss');

-- Belongs to two people, so no account reads or writes the table: the functions below show each of them their side.
create table friendship (
  id text primary key,
  account_low_id text not null,
  account_high_id text not null,
  lifecycle text not null default 'active',
  version bigint not null,
  established_at timestamptz not null,
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint friendship_lifecycle_is_known check (lifecycle in ('active', 'removed')),
  constraint a_friendship_is_an_ordered_pair check (account_low_id < account_high_id),
  constraint one_friendship_per_pair unique (account_low_id, account_high_id)
);
create index friendship_of_high on friendship (account_high_id);
grant select, insert, update, delete on friendship to meanwhile_engine;
grant select on friendship to meanwhile_reader;

create table friend_block (
  account_id text not null,
  blocked_account_id text not null,
  -- What the friend was called then, so that they can be named again.
  name text not null,
  created_at timestamptz not null,
  primary key (account_id, blocked_account_id)
);
select guard_table('friend_block');

-- Names that a person types for a friend. The shown one is also what they read.
create table friend_nickname (
  account_id text not null,
  friend_account_id text not null,
  name text not null,
  shown boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, friend_account_id, name)
);
select guard_table('friend_nickname');

-- How a person takes what that friend shares: with a word, without one, or not at all.
create table friend_setting (
  account_id text not null,
  friend_account_id text not null,
  shared text not null,
  updated_at timestamptz not null,
  primary key (account_id, friend_account_id),
  constraint friend_setting_is_known check (shared in ('take', 'mute', 'refuse'))
);
select guard_table('friend_setting');

-- Belongs to all who take part, so no account reads or writes the table either.
create table shared_reminder (
  id text primary key,
  creator_account_id text not null,
  participant_set_hash text not null,
  title text not null,
  title_hash text not null,
  -- Wall clock in the captured zone.
  local_trigger_at timestamp not null,
  captured_timezone text not null,
  rrule text,
  duration_minutes integer,
  status text not null default 'active',
  cancelled_at timestamptz,
  cancelled_by text,
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint shared_reminder_status_is_known check (status in ('active', 'cancelled'))
);
create index shared_reminder_of_creator on shared_reminder (creator_account_id, created_at);
create unique index one_shared_reminder_per_wish on shared_reminder
  (creator_account_id, participant_set_hash, title_hash, local_trigger_at, captured_timezone, coalesce(duration_minutes, 0), coalesce(rrule, ''))
  where status = 'active';
grant select, insert, update, delete on shared_reminder to meanwhile_engine;
grant select on shared_reminder to meanwhile_reader;

-- Each one's own part of it, with a reminder of its own that fires by itself.
create table reminder_projection (
  shared_reminder_id text not null,
  account_id text not null,
  reminder_id text not null,
  lifecycle text not null default 'active',
  completion_status text not null default 'pending',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (shared_reminder_id, account_id),
  constraint projection_lifecycle_is_known check (lifecycle in ('active', 'cancelled', 'declined')),
  constraint projection_completion_is_known check (completion_status in ('pending', 'completed')),
  constraint one_projection_per_reminder unique (reminder_id)
);
create index reminder_projection_of_account on reminder_projection (account_id, lifecycle);
select guard_table('reminder_projection');

-- What somebody did that another person has to hear of. It waits, visibly, until there is a chat to say it in.
create table notification (
  id text primary key,
  account_id text not null,
  type text not null,
  actor_account_id text not null,
  object_type text not null,
  object_id text not null,
  facts jsonb not null,
  state text not null default 'waiting',
  message_id text,
  created_at timestamptz not null,
  told_at timestamptz,
  constraint notification_state_is_known check (state in ('waiting', 'told', 'muted'))
);
create index notification_waiting on notification (account_id, created_at) where state = 'waiting';
select guard_table('notification');

-- What an account may know of others. Each function asks first who is calling: without an account it shows nothing.

create function calling_account() returns text language sql stable as $$
  select nullif(current_setting('meanwhile.account', true), '')
$$;

-- The caller's friends, by the names that the caller and they themselves gave. `takes` is how the friend takes what the caller shares.
create function my_friends() returns table (
  account_id text, friendship_id text, friendship_version bigint, since timestamptz, display_name text, zone text, language text,
  names jsonb, setting text, takes text, social_version bigint
) language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, f.id, f.version, f.established_at, a.display_name, a.default_timezone, a.language,
    coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'shown', n.shown) order by n.shown desc, n.created_at, n.name)
      from friend_nickname n where n.account_id = calling_account() and n.friend_account_id = a.id), '[]'),
    coalesce((select s.shared from friend_setting s where s.account_id = calling_account() and s.friend_account_id = a.id), 'take'),
    coalesce((select s.shared from friend_setting s where s.account_id = a.id and s.friend_account_id = calling_account()), 'take'),
    coalesce((select h.version from stream_head h where h.stream = 'social:' || a.id), 0)
  from friendship f
  join account a on a.id = case when f.account_low_id = calling_account() then f.account_high_id else f.account_low_id end
  where f.lifecycle = 'active' and calling_account() in (f.account_low_id, f.account_high_id)
  order by f.established_at, a.id
$$;

-- What the caller takes part in.
create function my_shared() returns table (
  id text, creator_account_id text, title text, local_trigger_at text, captured_timezone text, rrule text, duration_minutes integer,
  status text, version bigint, created_at timestamptz, updated_at timestamptz, reminder_id text, own_part text, own_completion text
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.creator_account_id, s.title, to_char(s.local_trigger_at, 'YYYY-MM-DD"T"HH24:MI:SS'), s.captured_timezone, s.rrule,
    s.duration_minutes, s.status, s.version, s.created_at, s.updated_at, p.reminder_id, p.lifecycle, p.completion_status
  from reminder_projection p join shared_reminder s on s.id = p.shared_reminder_id
  where p.account_id = calling_account()
$$;

-- Everybody's part in what the caller takes part in. All of them know its title and its time; the rows are for whoever moves it.
create function shared_parts(shared text[]) returns table (
  shared_reminder_id text, account_id text, lifecycle text, completion_status text, display_name text, zone text, language text,
  social_version bigint, takes text, reminder jsonb
) language sql stable security definer set search_path = public, pg_temp as $$
  select p.shared_reminder_id, p.account_id, p.lifecycle, p.completion_status, a.display_name, a.default_timezone, a.language,
    coalesce((select h.version from stream_head h where h.stream = 'social:' || a.id), 0),
    coalesce((select s.shared from friend_setting s where s.account_id = a.id and s.friend_account_id = calling_account()), 'take'),
    to_jsonb(r)
  from reminder_projection mine
  join reminder_projection p on p.shared_reminder_id = mine.shared_reminder_id
  join account a on a.id = p.account_id
  join reminder r on r.id = p.reminder_id
  where mine.account_id = calling_account() and mine.shared_reminder_id = any(shared)
  order by p.shared_reminder_id, p.created_at, p.account_id
$$;

-- When somebody has no time: of a friend, or of somebody who takes part in the same thing. Times alone, no titles and no ids.
create function busy_times(who text, since timestamptz, until timestamptz, beside text) returns table (
  local_start text, captured_timezone text, instant timestamptz, rrule text, workdays text, exdates jsonb, duration_minutes integer
) language sql stable security definer set search_path = public, pg_temp as $$
  select r.local_start, r.captured_timezone, r.instant, r.rrule, r.workdays, r.exdates, r.duration_minutes
  from reminder r
  where r.owner_account_id = who and r.lifecycle = 'active' and r.next_fire_at is not null and not r.hidden_from_calendar
    and r.kind <> 'proactive' and (beside is null or r.shared_reminder_id is distinct from beside)
    and (r.rrule is not null or r.next_fire_at between since - interval '31 days' and until)
    and (
      who = calling_account()
      or exists (select from friendship f where f.lifecycle = 'active'
        and f.account_low_id = least(who, calling_account()) and f.account_high_id = greatest(who, calling_account()))
      or exists (select from reminder_projection mine join reminder_projection theirs using (shared_reminder_id)
        where mine.shared_reminder_id = beside and mine.account_id = calling_account() and theirs.account_id = who)
    )
  order by r.next_fire_at limit 2000
$$;

-- Whose code it is. Somebody whom the owner has blocked finds nothing.
create function friend_link_owner(hash text) returns table (
  account_id text, display_name text, zone text, language text, lifecycle text, uses integer, max_uses integer, expires_at timestamptz,
  version bigint, friendship_id text, friendship_lifecycle text, friendship_version bigint
) language sql stable security definer set search_path = public, pg_temp as $$
  select l.account_id, a.display_name, a.default_timezone, a.language, l.lifecycle, l.uses, l.max_uses, l.expires_at, l.version,
    f.id, f.lifecycle, coalesce(f.version, 0)
  from friend_link l join account a on a.id = l.account_id
  left join friendship f on f.account_low_id = least(l.account_id, calling_account()) and f.account_high_id = greatest(l.account_id, calling_account())
  where l.token_hash = hash and calling_account() is not null
    and not exists (select from friend_block b where b.account_id = l.account_id and b.blocked_account_id = calling_account())
$$;

revoke execute on function my_friends(), my_shared(), shared_parts(text[]), busy_times(text, timestamptz, timestamptz, text), friend_link_owner(text) from public;
grant execute on function my_friends(), my_shared(), shared_parts(text[]), busy_times(text, timestamptz, timestamptz, text), friend_link_owner(text) to meanwhile_app;
