-- Stories in any conversation: which of their chats somebody plays there.
create table scene_seats (
  conversation_id text not null,
  account_id text not null,
  chat_id text not null,
  event_id bigint not null,
  taken_at timestamptz not null,
  primary key (conversation_id, account_id)
);
select guard_table('scene_seats');

-- The condition that ended a scene which went on by itself, and what met it.
alter table scene_plans add column ended_why text;

-- What a card brought besides its words: the picture by itself, since pages ask for it, and all else together. Bytes as base64.
create table bot_assets (
  account_id text not null,
  bot_id text not null,
  picture_type text,
  picture text,
  picture_hash text,
  assets jsonb not null default '[]',
  event_id bigint not null,
  primary key (account_id, bot_id)
);
select guard_table('bot_assets');
