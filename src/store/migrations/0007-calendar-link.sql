-- The secret address under which a person's calendar can be subscribed to. Only a hash: the address itself is derived from the
-- server's key, so that it can be shown again and is in no backup.
create table calendar_link (
  account_id text primary key,
  generation integer not null,
  key_id text not null,
  token_hash text not null,
  lifecycle text not null default 'active',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint calendar_link_lifecycle_is_known check (lifecycle in ('active', 'revoked')),
  constraint one_calendar_per_address unique (token_hash)
);
select guard_table('calendar_link');
