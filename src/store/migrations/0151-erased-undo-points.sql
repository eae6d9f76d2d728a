-- A conversation that was deleted for good leaves no titles in what could be undone there.
create or replace function erase_conversation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  -- Their row is dropped with this event, so a rebuild gives the same.
  update event_log e set payload_json = jsonb_set(e.payload_json, '{changes}', '[]')
    where e.account_id = new.account_id and e.id < new.id and e.stream = 'reminders:' || talk and e.kind = 'undo_point_set';
  perform set_config('meanwhile.erasing', 'no', true);
  update model_call set prompt = '{"messages": []}', output = null where conversation_id = talk and account_id = new.account_id;
  delete from message_search s where s.conversation_id = talk and s.account_id = new.account_id and s.event_id <= through;
  return null;
end $$;
