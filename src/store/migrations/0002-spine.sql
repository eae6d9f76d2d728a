-- The tables of the spine. All but the last three are projections of the log.
-- `lease_until`, `lease_holder` and `fence` mark work in progress; they survive a rebuild.

create table account (
  id text primary key,
  origin text not null,
  display_name text,
  language text,
  default_timezone text not null,
  lifecycle text not null default 'active',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint account_origin_is_known check (origin in ('web_first', 'messaging_first')),
  constraint account_lifecycle_is_known check (lifecycle in ('active', 'disabled'))
);
select guard_table('account', 'id');

create table channel_identity (
  id text primary key,
  account_id text not null,
  provider_type text not null,
  channel_account text not null,
  provider_subject text not null,
  lifecycle text not null default 'active',
  is_account_anchor boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint one_account_per_identity unique (provider_type, channel_account, provider_subject)
);
create index channel_identity_of_account on channel_identity (account_id);
select guard_table('channel_identity');

create table conversation (
  id text primary key,
  account_id text not null,
  provider_type text not null,
  channel_account text not null,
  scope text not null,
  peer text not null,
  title text,
  latest_inbound_seq bigint not null default 0,
  last_closed_inbound_seq bigint not null default 0,
  -- On this row, so that whoever has locked it knows what runs.
  running_turn_id text,
  -- Messages up to here are forgotten by /clear: no prompt looks behind it.
  cleared_through_event bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When to try again after a failure. Null is: at once.
  ready_at timestamptz,
  failures integer not null default 0,
  lease_until timestamptz,
  lease_holder text,
  fence bigint not null default 0,
  constraint one_conversation_per_scope unique (provider_type, channel_account, scope),
  -- A column of its own, so that an index can follow it without being rewritten for every message.
  has_open_input boolean generated always as (latest_inbound_seq > last_closed_inbound_seq) stored,
  constraint closed_never_passes_latest check (last_closed_inbound_seq between 0 and latest_inbound_seq)
) with (fillfactor = 80);
create index conversation_with_open_input on conversation (ready_at nulls first) where has_open_input;
create index conversation_of_account on conversation (account_id);
select guard_table('conversation');

create table message (
  id text primary key,
  conversation_id text not null,
  account_id text not null,
  event_id bigint not null,
  turn_id text,
  direction text not null,
  segment_index integer,
  seq bigint,
  channel_identity_id text,
  provider_type text not null,
  channel_account text not null,
  causal_inbound_event_id text,
  sender_name text,
  text text not null,
  payload jsonb not null,
  -- How an inbound message ended; null while it waits or is being answered.
  ended_as text,
  created_at timestamptz not null,
  constraint direction_is_known check (direction in ('inbound', 'outbound')),
  constraint inbound_end_is_known check (ended_as in ('answered', 'stopped', 'rejected', 'dead_lettered')),
  constraint one_message_per_seq unique (conversation_id, direction, seq)
);
create unique index one_segment_per_place on message (turn_id, segment_index) where turn_id is not null;
-- For ever: a vendor may repeat a message a day later.
create unique index one_row_per_vendor_message on message (provider_type, channel_account, causal_inbound_event_id)
  where direction = 'inbound';
create index message_of_conversation on message (conversation_id, event_id);
select guard_table('message');

create table turn (
  id text primary key,
  conversation_id text not null,
  account_id text not null,
  trigger_id text not null,
  trigger_type text not null,
  mode text not null,
  skill text,
  status text not null,
  attempt integer not null,
  input_from_seq bigint,
  input_to_seq bigint,
  superseded_by_inbound_seq bigint,
  started_at timestamptz not null,
  completed_at timestamptz,
  constraint turn_status_is_known check (status in ('running', 'committed', 'stopped', 'superseded', 'failed')),
  constraint window_is_ordered check ((input_from_seq is null and input_to_seq is null) or input_from_seq <= input_to_seq),
  constraint one_turn_per_trigger unique (trigger_id)
);
create unique index one_running_turn_per_conversation on turn (conversation_id) where completed_at is null;
create index turn_of_conversation on turn (conversation_id, input_from_seq);
select guard_table('turn');

create table staged_command (
  id text primary key,
  turn_id text not null,
  conversation_id text not null,
  account_id text not null,
  domain text not null,
  operation text not null,
  idempotency_key text not null,
  command_payload jsonb not null,
  preview_facts jsonb,
  status text not null,
  created_at timestamptz not null,
  materialized_at timestamptz,
  constraint one_command_per_key unique (idempotency_key),
  constraint command_status_is_known check (status in ('staged', 'materialized', 'superseded'))
);
create index staged_command_of_turn on staged_command (turn_id);
select guard_table('staged_command');

create table output_disposition (
  turn_id text primary key,
  conversation_id text not null,
  account_id text not null,
  disposition text not null,
  reason_code text not null,
  created_at timestamptz not null,
  constraint disposition_is_known check (disposition in ('replied', 'no_reply', 'failed', 'superseded', 'stopped'))
);
select guard_table('output_disposition');

-- The outbox: one row for each outgoing part, with its latest attempt. The tries before it are in the log.
create table delivery_attempt (
  id text primary key,
  account_id text not null,
  conversation_id text not null,
  turn_id text,
  message_id text,
  provider_type text not null,
  channel_account text not null,
  scope text not null,
  peer text not null,
  -- Place in the conversation's order: the id of the event that queued it, then the part.
  ordinal bigint not null,
  delivery_source text not null,
  status text not null,
  error_code text,
  text text not null,
  payload jsonb not null,
  provider_message_id text,
  provider_idempotency_key text not null,
  retry_attempt integer not null default 0,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lease_until timestamptz,
  lease_holder text,
  fence bigint not null default 0,
  constraint one_delivery_per_key unique (provider_type, provider_idempotency_key),
  constraint delivery_status_is_known check (status in
    ('pending', 'sending', 'sent', 'delivered', 'read', 'unknown', 'failed', 'waiting_for_user', 'expired', 'discarded', 'withdrawn'))
);
create index delivery_due on delivery_attempt (next_attempt_at) where status = 'pending';
create index delivery_in_order on delivery_attempt (conversation_id, ordinal) where status in ('pending', 'sending');
create index delivery_in_flight on delivery_attempt (lease_until) where status = 'sending';
create index delivery_of_turn on delivery_attempt (turn_id);
create index delivery_of_message on delivery_attempt (message_id);
create index delivery_not_settled on delivery_attempt (status, updated_at)
  where status in ('unknown', 'failed', 'waiting_for_user', 'expired');
select guard_table('delivery_attempt');

-- Operator, account, session and one-time link tokens. Only hashes.
create table access_token (
  id text primary key,
  account_id text not null,
  kind text not null,
  role text not null,
  label text,
  token_hash text not null,
  scopes text[] not null,
  expires_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint one_token_per_hash unique (token_hash),
  constraint token_kind_is_known check (kind in ('operator', 'account', 'service', 'session', 'link')),
  constraint token_role_is_known check (role in ('operator', 'account'))
);
create index access_token_of_account on access_token (account_id);
select guard_table('access_token');

-- Not projections: marks and records of work.

-- What a running turn has shown so far, so that any process can go on showing it.
create table turn_stream (
  turn_id text primary key,
  conversation_id text not null,
  account_id text not null,
  attempt integer not null,
  text text not null,
  updated_at timestamptz not null
);
select guard_table('turn_stream');

create table model_call (
  id text primary key,
  account_id text not null,
  conversation_id text,
  turn_id text,
  purpose text not null,
  model text not null,
  prompt_hash text not null,
  prompt jsonb not null,
  source_event_ids bigint[] not null,
  started_at timestamptz not null,
  outcome text,
  error_code text,
  attempts integer,
  input_tokens integer,
  output_tokens integer,
  first_token_ms integer,
  total_ms integer
);
create index model_call_of_account on model_call (account_id, started_at);
create index model_call_of_turn on model_call (turn_id);
select guard_table('model_call');

-- Secrets of channels, sealed with the key that lives outside of the database.
create table sealed_secret (
  account_id text not null,
  name text not null,
  sealed text not null,
  updated_at timestamptz not null,
  primary key (account_id, name)
);
select guard_table('sealed_secret');
revoke all on sealed_secret from meanwhile_reader;
