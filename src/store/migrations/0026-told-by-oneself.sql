-- Whoever is brought together with somebody by others is told of their new friend, too. That is nothing the friend has told them: it counts for no limit.
create or replace function told_lately(who text[], since timestamptz) returns table (account_id text, count integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select n.account_id, count(*)::integer from notification n
  where n.actor_account_id = calling_account() and n.account_id = any(who) and n.created_at > since
    and not (n.facts ? 'by_you')
  group by n.account_id
$$;
