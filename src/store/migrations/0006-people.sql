-- What a vendor's window depends on belongs to the person there, whichever conversation they write in.
create table peer_window_of_person (
  provider_type text not null,
  channel_account text not null,
  peer text not null,
  account_id text not null,
  last_inbound_at timestamptz,
  sends_since_inbound integer not null default 0,
  context_token text,
  primary key (provider_type, channel_account, peer)
) with (fillfactor = 80);
insert into peer_window_of_person
  select distinct on (w.provider_type, w.channel_account, c.peer)
    w.provider_type, w.channel_account, c.peer, w.account_id, w.last_inbound_at, w.sends_since_inbound, w.context_token
  from peer_window w join conversation c on c.id = w.conversation_id
  order by w.provider_type, w.channel_account, c.peer, w.last_inbound_at desc nulls last;
drop table peer_window;
alter table peer_window_of_person rename to peer_window;
alter index peer_window_of_person_pkey rename to peer_window_pkey;
select guard_table('peer_window');

-- What people did that wants no answer, such as a reaction. Of somebody who is not known it belongs to nobody.
create table inbound_note (
  provider_type text not null,
  channel_account text not null,
  vendor_id text not null,
  account_id text,
  conversation_id text,
  subject text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  primary key (provider_type, channel_account, vendor_id)
);
create index inbound_note_of_conversation on inbound_note (conversation_id, created_at);
select guard_table('inbound_note');

-- What arrived and could not be used, for the operator.
create table inbound_rejection (
  id text primary key,
  account_id text,
  provider_type text not null,
  channel_account text not null,
  vendor_id text,
  code text not null,
  created_at timestamptz not null
);
create index inbound_rejection_by_age on inbound_rejection (created_at);
select guard_table('inbound_rejection');

-- Files that came with messages: where each is kept, and until when it was.
create table media_file (
  id text primary key,
  account_id text not null,
  conversation_id text not null,
  message_id text not null,
  bytes bigint not null,
  kept_at timestamptz not null,
  dropped_at timestamptz
);
create index media_file_by_age on media_file (kept_at) where dropped_at is null;
select guard_table('media_file');
