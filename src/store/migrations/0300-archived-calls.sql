-- Words of old model calls in files outside of the database. Each call has a key of its own, which stays here: without it nobody
-- reads that part of the file, and everything that blanks or deletes a call makes its copy unreadable in the same statement.
alter table model_call add column archive_name text, add column archive_secret bytea;
create index model_call_of_archive on model_call (archive_name) where archive_name is not null;

create table archive (
  name text primary key,
  made_at timestamptz not null,
  -- The newest call in it began before this.
  calls_before timestamptz not null,
  calls integer not null,
  bytes bigint not null,
  sha256 text not null
);
grant select, insert, delete on archive to meanwhile_engine;
grant select on archive to meanwhile_reader;

-- Whoever blanks a prompt or takes an answer away means its copy in the archive, too. Restoring sets the name to null itself.
create function forget_archived_words() returns trigger language plpgsql as $$
begin
  new.prompt := '{"messages": []}';
  new.output := null;
  new.archive_name := null;
  new.archive_secret := null;
  return new;
end $$;
create trigger forgotten_calls_lose_their_key before update of prompt, output on model_call
  for each row when (old.archive_name is not null and new.archive_name = old.archive_name)
  execute function forget_archived_words();
