-- Answers that a vendor fetches bit by bit, and one-time addresses at which it takes one more message.
-- Not projections: marks of work. They belong to the engine, not to an account.

create table answer_stream (
  id text primary key,
  provider_type text not null,
  channel_account text not null,
  -- The vendor's id of the message that it answers.
  vendor_id text not null,
  scope text not null,
  opened_at timestamptz not null,
  -- Parts of the answer that were put in, in their order: {"id": delivery, "text": words}.
  parts jsonb not null default '[]',
  -- No further part will be put in.
  is_complete boolean not null default false,
  -- How many of the parts the vendor has fetched.
  fetched integer not null default 0,
  ended_at timestamptz,
  ended_as text,
  -- The whole text with which it ended, and how much of a turn's own text was seen by then.
  text text,
  shown text,
  constraint one_stream_per_vendor_message unique (provider_type, channel_account, vendor_id)
);
create index answer_stream_by_age on answer_stream (opened_at);

create table reply_ticket (
  id text primary key,
  provider_type text not null,
  channel_account text not null,
  scope text not null,
  -- The address is a key: sealed.
  sealed text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reply_ticket_of_scope on reply_ticket (provider_type, channel_account, scope, expires_at) where used_at is null;
create index reply_ticket_by_age on reply_ticket (expires_at);

grant select, insert, update, delete on answer_stream, reply_ticket to meanwhile_engine;
grant select on answer_stream, reply_ticket to meanwhile_reader;
