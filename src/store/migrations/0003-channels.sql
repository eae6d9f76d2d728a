-- Vendor accounts, who is paired with whom, what a vendor said later, and what only one process may do.

-- How each of our accounts at a vendor is doing. Those linked at run time belong to a person.
create table channel (
  provider_type text not null,
  channel_account text not null,
  account_id text,
  lifecycle text not null default 'active',
  connection_state text not null default 'not_connected',
  reason text,
  connected_at timestamptz,
  state_since timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (provider_type, channel_account),
  constraint channel_lifecycle_is_known check (lifecycle in ('active', 'removed')),
  constraint connection_state_is_known check (connection_state in ('not_connected', 'connecting', 'connected', 'needs_login', 'failed'))
);
create index channel_of_account on channel (account_id);
select guard_table('channel');

-- What is known of the person's side of a conversation, for vendors that limit when and how often they may be written to.
create table peer_window (
  conversation_id text primary key,
  account_id text not null,
  provider_type text not null,
  channel_account text not null,
  last_inbound_at timestamptz,
  sends_since_inbound integer not null default 0,
  context_token text
) with (fillfactor = 80);
select guard_table('peer_window');

-- Codes that bind a person at a vendor to an account. Only hashes.
create table pairing (
  id text primary key,
  account_id text not null,
  provider_type text,
  code_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint one_pairing_per_hash unique (code_hash)
);
create index pairing_of_account on pairing (account_id);
select guard_table('pairing');

-- A binding that was ended makes room for another one.
alter table channel_identity drop constraint one_account_per_identity;
create unique index one_account_per_identity on channel_identity (provider_type, channel_account, provider_subject)
  where lifecycle = 'active';

-- Where a person wants reminders, most wanted first.
alter table account add column reminder_channels jsonb not null default '[]';

-- A part that waited and now travels inside another one's text.
alter table delivery_attempt add column merged_into text;
create index delivery_waiting on delivery_attempt (conversation_id, ordinal) where status = 'waiting_for_user';
create index delivery_by_provider_id on delivery_attempt (provider_message_id) where provider_message_id is not null;

-- Not projections: marks of work. They belong to the engine, not to an account.

create table channel_mark (
  provider_type text not null,
  channel_account text not null,
  key text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (provider_type, channel_account, key)
);

-- A receipt may overtake the answer to the call that it is about.
create table early_receipt (
  provider_type text not null,
  channel_account text not null,
  provider_message_id text not null,
  status text not null,
  code text,
  received_at timestamptz not null default now(),
  primary key (provider_type, channel_account, provider_message_id, status)
);
create index early_receipt_by_age on early_receipt (received_at);

-- Work that exactly one process does at a time.
create table sole_worker (
  id text primary key,
  lease_until timestamptz,
  lease_holder text,
  fence bigint not null default 0
);

grant select, insert, update, delete on channel_mark, early_receipt, sole_worker to meanwhile_engine;
grant select on channel_mark, early_receipt, sole_worker to meanwhile_reader;
