-- A line that was edited leaves its first words behind: prompts that held them are named one by one, and so are the answers
-- that say them. What else a call was stays.
create or replace function forget_withdrawn_words() returns trigger language plpgsql as $$
begin
  update model_call set prompt = '{"messages": []}', output = null
  where turn_id in (select jsonb_array_elements_text(new.payload_json -> 'turn_ids'));
  update model_call set prompt = '{"messages": []}'
  where id in (select jsonb_array_elements_text(coalesce(new.payload_json -> 'call_ids', '[]')));
  update model_call set output = null
  where id in (select jsonb_array_elements_text(coalesce(new.payload_json -> 'answer_ids', '[]')));
  return null;
end $$;
