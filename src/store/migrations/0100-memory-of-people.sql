-- What people told their companion. Each rests on messages: without them it can't be written.
create table person_memory (
  id text primary key,
  account_id text not null,
  -- Where it was said.
  conversation_id text not null,
  -- Who heard it: 'private', or the shared conversation it was said in.
  audience text not null,
  form text not null,
  words text not null,
  topic text,
  value text,
  date_said text,
  date_meant text,
  origin text not null,
  -- Events of the messages it rests on.
  sources jsonb not null,
  said_at timestamptz not null,
  event_id bigint not null,
  pinned boolean not null default false,
  superseded_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memory_form_is_known check (form in ('fact', 'summary')),
  constraint memory_origin_is_known check (origin in ('rule', 'model', 'person')),
  constraint a_memory_has_a_source check (jsonb_array_length(sources) > 0)
);
create index person_memory_by_audience on person_memory (account_id, audience, event_id);
select guard_table('person_memory');

-- Messages that say something forgotten. The transcript keeps them, no prompt does.
create table forgotten_message (
  account_id text not null,
  event_id bigint not null,
  primary key (account_id, event_id)
);
create index forgotten_message_by_event on forgotten_message (event_id);
select guard_table('forgotten_message');

-- Conversations in which nothing is remembered or used, and how far a model has read each.
create table conversation_memory (
  account_id text not null,
  conversation_id text not null,
  is_on boolean not null default true,
  read_through bigint not null default 0,
  primary key (account_id, conversation_id)
);
select guard_table('conversation_memory');

-- What is forgotten leaves the log and every stored prompt that was made with it.
create function forget_memory() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('meanwhile.erasing', 'yes', true);
  update event_log e set kind = 'erased', payload_json = '{}', causation_id = null
    where e.stream = new.stream and e.account_id = new.account_id and e.kind = 'memory_stated'
      and e.payload_json ->> 'id' = new.payload_json ->> 'id';
  perform set_config('meanwhile.erasing', 'no', true);
  update model_call set prompt = '{"messages": []}', output = null
    where source_event_ids && (select array_agg(source::bigint) from jsonb_array_elements_text(new.payload_json -> 'sources') source);
  return null;
end $$;
create trigger forgotten_memory_leaves_nothing after insert on event_log
  for each row when (new.kind = 'memory_forgotten') execute function forget_memory();
