-- Who talks with a person: one of their characters, or (null, or no row) the plain assistant.
create table companion (
  account_id text primary key,
  bot_id text,
  since_event bigint not null,
  since timestamptz not null
);
select guard_table('companion');

-- Which stretches of the log were talk with which character: what was said to one is not known to another.
create table companion_period (
  account_id text not null,
  from_event bigint not null,
  bot_id text not null,
  to_event bigint,
  primary key (account_id, from_event)
);
select guard_table('companion_period');
