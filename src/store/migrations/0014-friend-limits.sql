-- How often a person may bother a friend, or ask about their time.

-- By the day: how often somebody looked at a friend's time.
create table friend_look (
  account_id text not null,
  friend_account_id text not null,
  day text not null,
  count integer not null,
  primary key (account_id, friend_account_id, day)
);
select guard_table('friend_look');

create index notification_of_actor on notification (actor_account_id, account_id, created_at);

-- How much the caller has had told to each of them: a number, and nothing of what it was.
create function told_lately(who text[], since timestamptz) returns table (account_id text, count integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select n.account_id, count(*)::integer from notification n
  where n.actor_account_id = calling_account() and n.account_id = any(who) and n.created_at > since
  group by n.account_id
$$;
revoke execute on function told_lately(text[], timestamptz) from public;
grant execute on function told_lately(text[], timestamptz) to meanwhile_app;
