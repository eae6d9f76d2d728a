-- How much an account has written: measured from the log every minute, not by each message. `day` is the account's own day; the
-- figures of the day begin anew with it. The log's place up to which was measured is in `installation`, under `usage_measured`.
create table account_usage (
  account_id text primary key,
  log_bytes bigint not null default 0,
  day date not null,
  day_messages integer not null default 0,
  day_bytes bigint not null default 0,
  measured_at timestamptz not null
) with (fillfactor = 70);
select guard_table('account_usage');

-- Files of an account are added up by it.
create index media_file_of_account on media_file (account_id) where dropped_at is null;

-- Pictures and other bytes that a card brought, by their hash: the log names them and never holds them. A blob that no row names goes
-- with the change that left it.
create table blob (
  account_id text not null,
  hash text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (account_id, hash)
);
-- Pictures are packed already.
alter table blob alter column bytes set storage external;
select guard_table('blob');
