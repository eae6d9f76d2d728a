-- Scenes: a cast, the places and scenes it plays in, and what each of it remembers. All tables of a chat show its active
-- path only; the log has everything that was ever played.

create table bots (
  account_id text not null,
  id text not null,
  name text not null,
  persona text not null default '',
  voice_samples jsonb not null default '[]',
  traits jsonb not null default '[]',
  backstory text not null default '',
  initial_relationship_to_you text not null default '',
  kickoff_prose text not null default '',
  -- What a card brought along and nobody here reads: kept for its export.
  extensions jsonb not null default '{}',
  event_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
select guard_table('bots');

-- The person's own part in the story: one for each account.
create table you (
  account_id text primary key,
  name text not null,
  pronouns text not null default '',
  persona text not null default '',
  event_id bigint not null,
  updated_at timestamptz not null
);
select guard_table('you');

create table chats (
  id text primary key,
  account_id text not null,
  title text,
  host_bot_id text not null,
  guest_bot_id text,
  -- The story's own time, as it was written: it has nothing to do with ours.
  initial_time text not null,
  clock text not null,
  narrative_anchor text not null default '',
  weather text not null default '',
  branch_id text not null default 'main',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index chats_of_account on chats (account_id, updated_at);
select guard_table('chats');

-- Containers and scenes are numbered within their chat.
create table containers (
  chat_id text not null,
  id bigint not null,
  account_id text not null,
  name text not null,
  type text not null default '',
  properties jsonb not null default '{}',
  event_id bigint not null,
  primary key (chat_id, id)
);
select guard_table('containers');

create table scenes (
  chat_id text not null,
  id bigint not null,
  account_id text not null,
  container_id bigint,
  parent_scene_id bigint,
  kind text not null,
  host_bot_id text not null,
  guest_bot_id text,
  participants jsonb not null,
  started_at text not null,
  closed_at text,
  -- The viewpoints of a closed scene are written.
  summarised boolean not null default false,
  event_id bigint not null,
  primary key (chat_id, id),
  constraint scene_kind_is_known check (kind in ('you', 'meanwhile'))
);
create index scenes_that_are_open on scenes (chat_id) where closed_at is null;
select guard_table('scenes');

-- Who is there now, and whoever was.
create table presence (
  chat_id text not null,
  scene_id bigint not null,
  entity_id text not null,
  account_id text not null,
  present boolean not null,
  event_id bigint not null,
  primary key (chat_id, scene_id, entity_id)
);
select guard_table('presence');

create table activities (
  chat_id text not null,
  entity_id text not null,
  account_id text not null,
  posture text not null default '',
  action jsonb not null default '{}',
  attention text not null default '',
  holding jsonb not null default '[]',
  status jsonb not null default '{}',
  event_id bigint not null,
  primary key (chat_id, entity_id)
);
select guard_table('activities');

create table edges (
  chat_id text not null,
  source_id text not null,
  target_id text not null,
  account_id text not null,
  affinity double precision not null default 50,
  trust double precision not null default 50,
  -- Each with the turns it was learnt from.
  facts jsonb not null default '[]',
  relationship_summary text not null default '',
  event_id bigint not null,
  primary key (chat_id, source_id, target_id),
  constraint feelings_have_bounds check (affinity between 0 and 100 and trust between 0 and 100)
);
select guard_table('edges');

create table scene_turns (
  id text primary key,
  chat_id text not null,
  account_id text not null,
  scene_id bigint,
  meanwhile_scene_id bigint,
  kind text not null,
  speaker_id text not null,
  text text not null,
  segments jsonb not null default '[]',
  present jsonb not null default '[]',
  witnesses jsonb not null default '[]',
  present_set_kind text not null default '',
  status text not null,
  story_time text,
  turn_id text,
  event_id bigint not null,
  created_at timestamptz not null,
  constraint scene_turn_kind_is_known check (kind in ('user', 'assistant')),
  constraint scene_turn_status_is_known check (status in ('completed', 'cancelled'))
);
create index scene_turns_of_chat on scene_turns (chat_id, event_id);
select guard_table('scene_turns');

-- One row for each bot that was there. "you" has no memory of its own: the person has one.
create table memories (
  id text primary key,
  owner_id text not null,
  chat_id text not null,
  account_id text not null,
  scene_id bigint,
  witness_you smallint not null,
  witness_host smallint not null,
  witness_guest smallint not null,
  witnesses jsonb not null default '[]',
  text text not null,
  pov_summary text not null,
  -- The turns it is of.
  cites jsonb not null default '[]',
  story_time text,
  event_id bigint not null,
  created_at timestamptz not null,
  constraint only_bots_own_memories check (owner_id <> 'you')
);
create index memories_of_owner on memories (chat_id, owner_id, event_id);
create index memories_of_scene on memories (chat_id, scene_id, owner_id);
select guard_table('memories');

create table threads (
  id text primary key,
  chat_id text not null,
  account_id text not null,
  scene_id bigint,
  title text not null,
  summary text not null default '',
  status text not null default 'open',
  event_id bigint not null
);
create index threads_of_chat on threads (chat_id);
select guard_table('threads');

-- What the person missed: what they could have noticed, and all of it under seal.
create table digests (
  id text primary key,
  chat_id text not null,
  account_id text not null,
  scene_id bigint not null,
  noticed text not null,
  directors_cut text not null,
  sealed boolean not null default true,
  delivered boolean not null default false,
  event_id bigint not null,
  created_at timestamptz not null
);
create index digests_of_chat on digests (chat_id);
select guard_table('digests');

-- Scenes that go on by themselves: how far, until when, and those that begin when the story's clock says so.
create table scene_plans (
  id text primary key,
  chat_id text not null,
  account_id text not null,
  scene_id bigint,
  starts_at text,
  details jsonb not null,
  beats_done integer not null default 0,
  status text not null,
  ended_by text,
  event_id bigint not null,
  created_at timestamptz not null,
  constraint plan_status_is_known check (status in ('waiting', 'running', 'ended'))
);
create index scene_plans_of_chat on scene_plans (chat_id) where status <> 'ended';
select guard_table('scene_plans');

-- Who the words of a prompt were put together for, and what came back: by these, who knew what can be proven, and a call played again.
alter table model_call add column chat_id text, add column viewer text, add column output text;
create index model_call_of_chat on model_call (chat_id, started_at) where chat_id is not null;
