-- Who signs in by another system: a person there, by the system's own name for them, and their account here.
create table sign_on_link (
  issuer text not null,
  subject text not null,
  account_id text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index sign_on_link_of_account on sign_on_link (account_id);
select guard_table('sign_on_link');
revoke insert, update, delete on sign_on_link from meanwhile_app;
-- Sessions are found by the sign-in that opened them when the other system says that a person signed out.
create index access_token_of_sign_on on access_token (label) where kind = 'link' and label is not null;
