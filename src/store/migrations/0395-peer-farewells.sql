-- What other installations are still to hear of an account that was erased: its plans are off, its friendships have ended. Ids and times
-- only, no account and no words; a row goes when it is acknowledged, or when the other side stays away.
create table peer_farewell (
  id bigint generated always as identity primary key,
  host text not null,
  link text not null,
  message jsonb not null,
  failures integer not null default 0,
  next_at timestamptz
);
grant select, insert, update, delete on peer_farewell to meanwhile_engine;
grant select on peer_farewell to meanwhile_reader;
