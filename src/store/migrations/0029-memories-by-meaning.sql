-- A person may pin a memory: it comes to mind whatever is spoken of.
alter table memories add column pinned boolean not null default false;

-- Of another story, from which its owner brought it.
alter table memories add column brought_from text;

-- What a memory means to a model: a direction, one signed byte for each of its numbers. It is no fact and in no rebuild; it can be
-- asked for again. `words` says of which words it was made.
create table memory_vectors (
  memory_id text not null,
  account_id text not null,
  chat_id text not null,
  owner_id text not null,
  model text not null,
  words text not null,
  vector bytea not null,
  primary key (memory_id, model)
);
create index memory_vectors_of_chat on memory_vectors (chat_id, owner_id);
select guard_table('memory_vectors');

-- Words that are gone leave no direction behind: a story that is folded anew begins without any, and so does a memory that was rewritten.
create function forget_directions() returns trigger language plpgsql as $$
begin
  delete from memory_vectors where chat_id in (select chat_id from gone);
  return null;
end $$;
create trigger memories_take_directions_along after delete on memories
  referencing old table as gone for each statement execute function forget_directions();

create function forget_direction() returns trigger language plpgsql as $$
begin
  delete from memory_vectors where memory_id = new.id;
  return null;
end $$;
create trigger rewritten_memory_forgets_direction after update of pov_summary on memories
  for each row when (old.pov_summary is distinct from new.pov_summary) execute function forget_direction();
