-- Processes that work on this database, by the name that their leases carry. Each holds an advisory lock of that name on a connection
-- of its own. When it dies the database lets go of the lock at once, and what it held need not wait for its leases.
-- No fact and in no rebuild.
create table live_process (
  holder text primary key,
  seen_at timestamptz not null default now()
);
grant select, insert, delete on live_process to meanwhile_engine;
grant select on live_process to meanwhile_reader;

-- The longest text that people have read of a turn which began again: it stays until the new one is as long.
alter table turn_stream add column read_before text not null default '';

-- An answer takes the place of the thoughts that stand before it, so they are no part of what was read.
create function without_thoughts(text) returns text language sql immutable as $$
  select ltrim(regexp_replace($1, '^<think>.*?(</think>|$)', ''), E'\n')
$$;
