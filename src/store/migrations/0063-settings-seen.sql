-- With which settings a server last started, by its roles: a code of each value that only the key makes, never the value.
create table setting_seen (
  roles text not null,
  name text not null,
  key_id text not null,
  code text not null,
  primary key (roles, name)
);
grant select, insert, update, delete on setting_seen to meanwhile_engine;
grant select on setting_seen to meanwhile_reader;
