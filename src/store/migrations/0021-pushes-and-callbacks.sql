-- Marks of work that every process has to share. They belong to the engine, not to an account.

-- Callbacks that were taken, so that a copy of one does nothing a second time. Good for minutes: not logged, so that a mark costs no
-- write to the disk. After a crash of the database it is empty, and what messages say is still known by their ids.
create unlogged table seen_callback (
  id text primary key,
  until timestamptz not null
);
create index seen_callback_by_age on seen_callback (until);

-- Places in the line at an address that takes so many messages in a minute. The address itself is a key: only its hash is here.
create unlogged table push_slot (
  id bigint generated always as identity primary key,
  place text not null,
  who text not null,
  moment timestamptz not null,
  taken boolean not null
);
create index push_slot_of_place on push_slot (place, moment);

-- What is still to go of a part that went out by half, by "<delivery> <hash of its text>".
create table push_rest (
  part text primary key,
  rest text not null,
  kept_at timestamptz not null
);

grant select, insert, update, delete on seen_callback, push_slot, push_rest to meanwhile_engine;
grant usage on sequence push_slot_id_seq to meanwhile_engine;
grant select on seen_callback, push_slot, push_rest to meanwhile_reader;
