-- Calls of tools on other programs' servers, beside those of models: which tool was called in which turn, with what, and how it
-- ended. `asked` is a call that waits for the person's answer. The arguments go when prompts go. A row without an outcome was cut off.
create table tool_call (
  id text primary key,
  account_id text not null,
  conversation_id text not null,
  turn_id text not null,
  server text not null,
  tool text not null,
  arguments jsonb,
  arguments_hash text not null,
  question_id text,
  started_at timestamptz not null,
  outcome text,
  error_code text,
  result_chars integer,
  total_ms integer,
  constraint tool_call_outcome_is_known check (outcome in ('done', 'failed', 'blocked', 'asked', 'allowed', 'declined'))
);
create index tool_call_of_turn on tool_call (turn_id);
create index tool_call_of_account on tool_call (account_id, started_at);
select guard_table('tool_call');

-- What a conversation that was erased for good had sent to other programs goes with its other words.
create function erase_tool_calls() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update tool_call set arguments = null
    where conversation_id = new.payload_json ->> 'conversation_id' and account_id = new.account_id;
  return null;
end $$;
create trigger erased_conversation_leaves_no_calls after insert on event_log
  for each row when (new.kind = 'conversation_erased') execute function erase_tool_calls();
