-- What a person did with a conversation in their list. Messages up to `hidden_through_event` were
-- deleted: nobody sees them, and they go for good some days later.
alter table conversation add column pinned_at timestamptz;
-- Archived with all messages up to here; a later one brings the conversation back into the list.
alter table conversation add column archived_through_event bigint;
alter table conversation add column deleted_at timestamptz;
alter table conversation add column hidden_through_event bigint not null default 0;
create index conversation_deleted on conversation (deleted_at) where deleted_at is not null;

-- Words of messages, for search. Made from the messages when a person searches, so a rebuild leaves it alone.
create table message_search (
  event_id bigint primary key,
  account_id text not null,
  conversation_id text not null,
  words tsvector not null
);
create index message_search_by_words on message_search using gin (words);
create index message_search_of_conversation on message_search (conversation_id, event_id);
select guard_table('message_search');

-- How far each account's messages are in it.
create table message_search_mark (
  account_id text primary key,
  through bigint not null
);
select guard_table('message_search_mark');

-- A conversation that was deleted for good leaves the log, stored prompts and the search. The facts stay, so that the order of
-- its messages and turns can be derived again.
create function erase_conversation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  talk text := new.payload_json ->> 'conversation_id';
  through bigint := (new.payload_json ->> 'through')::bigint;
begin
  perform set_config('meanwhile.erasing', 'yes', true);
  -- A vendor's token for answers is not words, and the next reminder needs it.
  update event_log e set payload_json = case when e.payload_json #> '{payload,context_token}' is null
      then without_words(e.payload_json)
      else jsonb_set(without_words(e.payload_json), '{payload,context_token}', e.payload_json #> '{payload,context_token}') end
    where e.account_id = new.account_id and e.id <= through and e.kind not in ('erased', 'conversation_erased')
      and (e.stream = 'conversation:' || talk or e.stream = 'reminders:' || talk and e.kind like 'clarification%');
  perform set_config('meanwhile.erasing', 'no', true);
  update model_call set prompt = '{"messages": []}', output = null where conversation_id = talk and account_id = new.account_id;
  delete from message_search s where s.conversation_id = talk and s.account_id = new.account_id and s.event_id <= through;
  return null;
end $$;
create trigger erased_conversation_leaves_no_words after insert on event_log
  for each row when (new.kind = 'conversation_erased') execute function erase_conversation();
