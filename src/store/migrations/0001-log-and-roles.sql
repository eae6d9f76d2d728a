-- The log, the roles that may touch it, and the walls around it.

-- Three roles, none of which may log in, none of which is superuser or passes row-level security:
--   meanwhile_engine  moves rows of all accounts: accept, lanes, outbox, timers
--   meanwhile_app     acts as one account; without `meanwhile.account` it sees nothing
--   meanwhile_reader  reads everything, writes nothing: `meanwhile sql`, the smoke runner, an operator's psql
do $$
declare
  wanted text;
begin
  foreach wanted in array array['meanwhile_engine', 'meanwhile_app', 'meanwhile_reader'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      -- Two databases of one server may be migrated at once: roles are shared, so the loser of the race is content.
      begin
        execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    -- Since PostgreSQL 16 an owner who is not superuser may pass on a role it made, but not take it on, until it grants itself that.
    if not pg_has_role(current_user, wanted, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end $$;

create table event_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  stream text not null,
  stream_version bigint not null,
  kind text not null,
  payload_json jsonb not null,
  account_id text,
  conversation_id text,
  chat_id text,
  turn_id text,
  causation_id text,
  idempotency_key text,
  constraint one_event_per_stream_version unique (stream, stream_version)
);
create unique index one_event_per_idempotency_key on event_log (idempotency_key) where idempotency_key is not null;
create index event_log_of_conversation on event_log (conversation_id, id) where conversation_id is not null;
create index event_log_of_chat on event_log (chat_id, id) where chat_id is not null;

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'event_log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger event_log_is_append_only before update or delete on event_log
  for each row execute function refuse_log_change();
create trigger event_log_is_never_truncated before truncate on event_log
  for each statement execute function refuse_log_change();

-- The newest version of each stream. Its row lock puts the writers of one stream in commit order,
-- so that ids of one stream never appear out of order to a reader.
create table stream_head (
  stream text primary key,
  version bigint not null
) with (fillfactor = 80);

-- Facts about this installation: key check, tzdata version and the like.
create table installation (
  key text primary key,
  value jsonb not null
);

-- Opens a table to the three roles under the one rule that keeps accounts apart.
create function guard_table(name text, account_column text default 'account_id') returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('grant select, insert, update, delete on %I to meanwhile_engine, meanwhile_app', name);
  execute format('grant select on %I to meanwhile_reader', name);
  execute format('create policy engine_moves_all_rows on %I to meanwhile_engine using (true) with check (true)', name);
  execute format('create policy reader_reads_all_rows on %I for select to meanwhile_reader using (true)', name);
  execute format(
    'create policy account_touches_own_rows on %I to meanwhile_app using (%I = current_setting(''meanwhile.account'', true)) with check (%I = current_setting(''meanwhile.account'', true))',
    name, account_column, account_column);
  -- The owner migrates, rebuilds and erases. A plain (not superuser) owner is under forced security too.
  execute format('create policy owner_keeps_the_table on %I to %I using (true) with check (true)', name, current_user);
end $$;

select guard_table('event_log');
revoke update, delete on event_log from meanwhile_engine, meanwhile_app;
grant select, insert, update on stream_head to meanwhile_engine, meanwhile_app;
grant select on stream_head to meanwhile_reader;
grant select, insert, update on installation to meanwhile_engine;
grant select on installation to meanwhile_app, meanwhile_reader;
