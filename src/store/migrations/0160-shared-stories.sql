-- Stories of several people. A shared story belongs to an account of its own, which nobody can sign in to; each person has rows
-- of what their persona or character witnessed, and no others.

-- Who takes part, and the rules. It belongs to the story's account.
create table story_rooms (
  chat_id text primary key,
  account_id text not null,
  room jsonb not null,
  -- Of the invitation that is valid.
  token_hash text,
  expires_at timestamptz,
  event_id bigint not null
);
create unique index story_room_of_invitation on story_rooms (token_hash) where token_hash is not null;
select guard_table('story_rooms');

-- A story that a person takes part in, or took part in.
create table shared_stories (
  account_id text not null,
  chat_id text not null,
  story_account_id text not null,
  title text,
  -- Whom this person plays.
  entity_id text not null,
  is_in boolean not null,
  is_host boolean not null,
  view jsonb not null,
  last_speaker_id text,
  last_text text,
  event_id bigint not null,
  joined_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, chat_id)
);
create index shared_story_of_chat on shared_stories (chat_id);
select guard_table('shared_stories');

-- The lines of it that this person perceived, in the words that reached them.
create table shared_lines (
  account_id text not null,
  id text not null,
  chat_id text not null,
  kind text not null,
  speaker_id text not null,
  scene_id integer,
  text text not null,
  segments jsonb not null default '[]',
  present jsonb not null default '[]',
  status text not null default 'completed',
  story_time text,
  event_id bigint not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index shared_line_in_order on shared_lines (account_id, chat_id, event_id);
create index shared_line_of_chat on shared_lines (chat_id);
select guard_table('shared_lines');

-- Whoever holds an invitation may know the story's title, its characters and who invites.
create function story_of_invitation(hash text) returns table (
  chat_id text, story_account_id text, title text, room jsonb, expires_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select r.chat_id, r.account_id, c.title, r.room, r.expires_at
  from story_rooms r join chats c on c.id = r.chat_id
  where r.token_hash = hash and calling_account() is not null
$$;
revoke execute on function story_of_invitation(text) from public;
grant execute on function story_of_invitation(text) to meanwhile_app;
