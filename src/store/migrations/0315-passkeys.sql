-- Keys in people's devices that sign in to their account. The private half never leaves the device; what is here proves nothing alone.
create table passkey (
  id text primary key,
  account_id text not null,
  role text not null,
  -- The name of the server that the device knows it by.
  host text not null,
  name text not null,
  public_key text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- The challenge that was answered last: an earlier one counts no more.
  last_challenge_at timestamptz,
  sign_count bigint not null default 0
);
create index passkey_of_account on passkey (account_id);
select guard_table('passkey');
revoke insert, update, delete on passkey from meanwhile_app;
