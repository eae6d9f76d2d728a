-- In which groups a person has spoken: what they have forgotten is looked for there, too.
create index message_before_others on message (account_id, conversation_id) where (payload -> 'surroundings' ->> 'shared') = 'true';

-- What is forgotten leaves the log and every stored prompt that was made with it: with one of its messages, or with the
-- memory itself, whose message may say other things.
create or replace function forget_memory() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made_of bigint[];
begin
  select coalesce(array_agg(source::bigint), '{}') into made_of from jsonb_array_elements_text(new.payload_json -> 'sources') source;
  select made_of || coalesce(array_agg(e.id), '{}') into made_of from event_log e
    where e.stream = new.stream and e.account_id = new.account_id and e.kind = 'memory_stated'
      and e.payload_json ->> 'id' = new.payload_json ->> 'id';
  perform set_config('meanwhile.erasing', 'yes', true);
  update event_log e set kind = 'erased', payload_json = '{}', causation_id = null
    where e.stream = new.stream and e.account_id = new.account_id and e.kind = 'memory_stated'
      and e.payload_json ->> 'id' = new.payload_json ->> 'id';
  perform set_config('meanwhile.erasing', 'no', true);
  update model_call set prompt = '{"messages": []}', output = null where source_event_ids && made_of;
  return null;
end $$;
