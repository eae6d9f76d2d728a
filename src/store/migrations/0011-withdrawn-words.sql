-- What was wound back is in no stored prompt: the calls of those turns keep who they were for and what they were made of, and
-- lose their words. The log alone still has them.
create function forget_withdrawn_words() returns trigger language plpgsql as $$
begin
  update model_call set prompt = '{"messages": []}', output = null
  where turn_id in (select jsonb_array_elements_text(new.payload_json -> 'turn_ids'));
  return null;
end $$;
create trigger withdrawn_words_are_forgotten after insert on event_log
  for each row when (new.kind = 'messages_withdrawn') execute function forget_withdrawn_words();
