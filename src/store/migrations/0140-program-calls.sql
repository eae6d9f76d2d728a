-- Calls of programs over MCP, beside those of models: which token called which tool, and how it ended. No words: what a call
-- changed is in the log. A row without an outcome was cut off.
create table program_call (
  id text primary key,
  account_id text not null,
  token_id text not null,
  tool text not null,
  arguments_hash text not null,
  started_at timestamptz not null,
  outcome text,
  error_code text,
  total_ms integer,
  constraint program_call_outcome_is_known check (outcome in ('done', 'asked', 'refused', 'failed'))
);
create index program_call_of_account on program_call (account_id, started_at);
select guard_table('program_call');
