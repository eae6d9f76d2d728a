-- A person's page of free times: off until they switch it on. Its link is a secret, of which the hash is kept. The version is that of
-- the stream: whoever asks for a time expects it, so that none is given twice.
create table booking_page (
  account_id text primary key,
  is_on boolean not null,
  generation integer not null,
  key_id text,
  token_hash text,
  starts text not null,
  ends text not null,
  weekdays jsonb not null,
  minutes integer not null,
  days_ahead integer not null,
  version integer not null,
  updated_at timestamptz not null
);
create unique index booking_page_by_link on booking_page (token_hash);
select guard_table('booking_page');

-- Requests of visitors. Name, subject and address are strangers' words.
create table booking_request (
  id text primary key,
  account_id text not null,
  starts_at timestamptz not null,
  minutes integer not null,
  name text not null,
  subject text not null,
  email text,
  language text not null,
  zone text not null,
  key_id text not null,
  token_hash text not null,
  state text not null check (state in ('pending', 'confirmed', 'declined', 'expired', 'withdrawn')),
  other_time boolean not null,
  reminder_id text,
  message_id text,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz
);
create unique index booking_request_by_link on booking_request (token_hash);
create index booking_request_of_account on booking_request (account_id, asked_at);
create index booking_request_open on booking_request (account_id) where state = 'pending';
select guard_table('booking_request');
