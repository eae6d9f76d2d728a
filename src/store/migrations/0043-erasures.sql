-- Erased accounts, by when their words were gone: from the rows at once, from the database's own files when every table was rewritten.
create table erasure (
  id bigint generated always as identity primary key,
  account_id text not null,
  rows_gone_at timestamptz not null,
  -- Files that came with messages, dropped after the commit and once more before the end.
  media text[] not null default '{}',
  files_gone_at timestamptz,
  -- What the last round could not do yet.
  waiting_for text
);
create index erasure_unfinished on erasure (id) where files_gone_at is null;
-- When a table's file was last made anew from its living rows.
create table table_rewrite (
  name text primary key,
  at timestamptz not null
);
grant select, insert, update on erasure to meanwhile_engine;
grant select on erasure, table_rewrite to meanwhile_reader;
grant select, insert, update on table_rewrite to meanwhile_engine;
