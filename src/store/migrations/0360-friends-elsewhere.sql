-- Friends on other installations. The id is host and link, so that an installation can name its own links only. The version is that of
-- the friend's stream. `told` and the columns after it are work: they say what the other side has acknowledged.
create table peer_friend (
  id text primary key,
  account_id text not null,
  host text not null,
  link text not null,
  name text not null,
  state text not null check (state in ('linked', 'ended')),
  ended_by text check (ended_by in ('me', 'them')),
  version integer not null,
  linked_at timestamptz not null,
  ended_at timestamptz,
  told text,
  failures integer not null default 0,
  next_at timestamptz
);
create index peer_friend_of_account on peer_friend (account_id, host);
create index peer_friend_to_tell on peer_friend (next_at) where state = 'ended' and ended_by = 'me' and told is null;
select guard_table('peer_friend');

-- Invitations to plans, by the person (`me`) or to them (`them`). Titles of received ones are another person's words.
create table peer_invitation (
  id text primary key,
  account_id text not null,
  friend_id text not null,
  invited_by text not null check (invited_by in ('me', 'them')),
  invitation text not null,
  title text not null,
  starts_at timestamptz not null,
  minutes integer not null,
  state text not null check (state in ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
  -- The last message of the other side that counted.
  sequence integer not null,
  reminder_id text,
  message_id text,
  made_at timestamptz not null,
  ended_at timestamptz,
  -- What the other side has acknowledged last, and the count of our messages about it.
  told text,
  told_sequence integer not null default 0,
  failures integer not null default 0,
  next_at timestamptz
);
create index peer_invitation_of_account on peer_invitation (account_id, starts_at);
create index peer_invitation_of_friend on peer_invitation (friend_id);
create index peer_invitation_ahead on peer_invitation (starts_at);
select guard_table('peer_invitation');

-- Messages of other installations that were taken within the last minutes: none is taken twice.
create table peer_message (
  host text not null,
  id text not null,
  taken_at timestamptz not null,
  primary key (host, id)
);
create index peer_message_by_age on peer_message (taken_at);
grant select, insert, delete on peer_message to meanwhile_engine;
grant select on peer_message to meanwhile_reader;
